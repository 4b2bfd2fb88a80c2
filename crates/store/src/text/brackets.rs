//! The syntax that SGF and GGF share: games in round brackets, properties with values in square ones.

use super::BYTE_ORDER_MARK;

/// A piece of a text in brackets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// `AB[aa][bb]`: a name and its values, escapes resolved.
    Property(String, Vec<String>),
    /// Something that has no place here.
    Stray(char),
}

/// Cuts a text into tokens, and knows the line.
pub struct Tokens<'a> {
    text: &'a str,
    /// The byte that comes next.
    pub at: usize,
    /// Its line, counted from 1.
    pub line: usize,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0, line: 1 }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() || c == BYTE_ORDER_MARK) {
            self.take();
        }
    }

    /// The text between square brackets, the first of which is taken already. One that is not closed goes to the end.
    fn value(&mut self) -> String {
        let mut value = String::new();
        while let Some(c) = self.take() {
            match c {
                ']' => break,
                '\\' => match self.take() {
                    // A line broken by the writer alone.
                    Some('\n') | None => {}
                    Some('\r') => {
                        if self.peek() == Some('\n') {
                            self.take();
                        }
                    }
                    Some(c) => value.push(c),
                },
                '\r' => {}
                c => value.push(c),
            }
        }
        value
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_spaces();
        match self.take()? {
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            ';' => Some(Token::Node),
            c if c.is_ascii_alphabetic() => {
                let mut name = String::from(c);
                while let Some(c) = self.peek().filter(char::is_ascii_alphanumeric) {
                    name.push(c);
                    self.take();
                }
                // FF[3] and before wrote `White` for `W`.
                name.retain(|c| !c.is_ascii_lowercase());
                let mut values = Vec::new();
                loop {
                    self.skip_spaces();
                    if self.peek() != Some('[') {
                        break;
                    }
                    self.take();
                    values.push(self.value());
                }
                Some(Token::Property(name, values))
            }
            c => Some(Token::Stray(c)),
        }
    }
}

/// A text as it may stand between square brackets.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ']') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_with_escapes_and_lines() {
        let property = |name: &str, values: &[&str]| {
            Token::Property(name.into(), values.iter().map(|&value| value.into()).collect())
        };
        let text = "(;GaMe[1]\nAB[aa] [bb]C[a \\] b\\\\ \\\nc\r\nd]!)";
        let mut tokens = Tokens::new(text);
        let found: Vec<Token> = tokens.by_ref().collect();
        let wanted = [
            Token::Open,
            Token::Node,
            property("GM", &["1"]),
            property("AB", &["aa", "bb"]),
            property("C", &["a ] b\\ c\nd"]),
            Token::Stray('!'),
            Token::Close,
        ];
        assert_eq!(found, wanted);
        assert_eq!(tokens.line, 4);
        for text in ["", "a [", "a[b", "a[b\\", "]", "é[ü]"] {
            assert!(Tokens::new(text).count() <= text.len());
        }
        let text = "a]\\b[\n";
        let there_and_back = Tokens::new(&format!("C[{}]", escaped(text))).next();
        assert_eq!(there_and_back, Some(property("C", &[text])));
    }
}
