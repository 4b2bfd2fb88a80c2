//! A conversation on one thread, where a search may be under way below whoever calls.

use std::collections::VecDeque;

/// Who is spoken with.
pub trait Partner {
    /// Answers a text; nothing is under way.
    fn hear(&mut self, text: &str);

    /// The same on top of what is under way. False if the text is to be given to [`hear`](Partner::hear) once that has ended.
    fn hear_meanwhile(&mut self, text: &str) -> bool;

    /// Takes in a file; what is said about it is the partner's own.
    fn hear_file(&mut self, about: &str, file: Vec<u8>) {
        let _ = (about, file);
    }

    /// Milliseconds until [`tick`](Partner::tick) has something to do, if nothing is heard before.
    fn due(&self) -> Option<u32> {
        None
    }

    /// Looks at the time, and takes in what work has sent home.
    fn tick(&mut self) {}
}

/// A partner, and the texts that wait for the end of what is under way. They are answered in their order.
pub struct Conversation {
    partner: Box<dyn Partner>,
    waiting: VecDeque<String>,
}

impl Conversation {
    /// With a partner.
    pub fn with(partner: Box<dyn Partner>) -> Conversation {
        Conversation { partner, waiting: VecDeque::new() }
    }

    /// Answers a text; `is_busy` says whether anything is under way below whoever calls.
    pub fn hear(&mut self, text: String, is_busy: bool) {
        if !is_busy {
            self.go_on();
            return self.partner.hear(&text);
        }
        if !self.waiting.is_empty() || !self.partner.hear_meanwhile(&text) {
            self.waiting.push_back(text);
        }
    }

    /// Answers the first text that has waited, now that nothing is under way; says whether there was one.
    pub fn hear_next(&mut self) -> bool {
        let next = self.waiting.pop_front();
        next.iter().for_each(|text| self.partner.hear(text));
        next.is_some()
    }

    fn go_on(&mut self) {
        while self.hear_next() {}
    }

    /// The partner.
    pub fn partner(&mut self) -> &mut dyn Partner {
        &mut *self.partner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// Answers small letters meanwhile, and large ones afterwards.
    struct Letters(Arc<Mutex<String>>);

    impl Partner for Letters {
        fn hear(&mut self, text: &str) {
            self.0.lock().expect("no panic").push_str(text);
        }

        fn hear_meanwhile(&mut self, text: &str) -> bool {
            let at_once = text.starts_with(char::is_lowercase);
            if at_once {
                self.hear(text);
            }
            at_once
        }
    }

    #[test]
    fn what_waits_is_answered_in_its_order() {
        let said = Arc::new(Mutex::new(String::new()));
        let mut talk = Conversation::with(Box::new(Letters(Arc::clone(&said))));
        for (text, is_busy) in [("A", false), ("b", true), ("C", true), ("d", true), ("E", true)] {
            talk.hear(text.into(), is_busy);
        }
        let heard = || said.lock().expect("no panic").clone();
        assert_eq!(heard(), "Ab", "nothing overtakes what waits");
        assert!(talk.hear_next());
        assert_eq!(heard(), "AbC");
        talk.hear("F".into(), false);
        assert_eq!(heard(), "AbCdEF");
        assert!(!talk.hear_next());
    }
}
