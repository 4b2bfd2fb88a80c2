//! What a search thinks so far, on one line of standard error that is written over; nothing where that is not a
//! terminal.

use crate::numbers::grouped;
use indicatif::ProgressBar;
use wanqi_play::{Source, Thought, Value};

/// The line that is written over.
pub struct Progress(ProgressBar);

impl Progress {
    /// A line on standard error.
    pub fn on_terminal() -> Progress {
        Progress(ProgressBar::new_spinner())
    }

    /// No line.
    pub fn hidden() -> Progress {
        Progress(ProgressBar::hidden())
    }

    /// Writes what is thought now.
    pub fn show(&self, thought: &Thought) {
        self.text(format!("{}  {}", summary(thought), line(thought)));
    }

    /// Writes anything.
    pub fn text(&self, text: String) {
        self.0.set_message(text);
        self.0.tick();
    }

    /// Says something that stays, above the line; on standard error, whether that is a terminal or not.
    pub fn say(&self, text: &str) {
        self.0.suspend(|| eprintln!("{text}"));
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.0.finish_and_clear();
        self.0.reset();
    }
}

/// Score and work on one line, without times, so that it is the same every time.
pub fn summary(thought: &Thought) -> String {
    let mut text = match thought.source {
        Source::Book if thought.value == Value::UNKNOWN => "from the book".to_owned(),
        Source::Book => format!("from the book, {}", thought.value),
        Source::Search | Source::Tables => format!("score {}", thought.value),
    };
    if let Some(plies) = thought.table_distance {
        text += &format!(" by the tables, {plies} plies to a capture or a pawn's move");
    }
    if thought.depth > 0 {
        text += &format!(", depth {}", thought.depth);
    }
    let work = thought.work;
    if work.interior + work.leaves > 0 {
        text += &format!(", {} nodes", grouped(work.interior + work.leaves));
    }
    if work.playouts > 0 {
        text += &format!(", {} playouts", grouped(work.playouts));
    }
    text
}

/// The expected line, cut to what is worth reading.
pub fn line(thought: &Thought) -> String {
    const PLIES: usize = 10;
    let mut text = thought.line.iter().take(PLIES).map(String::as_str).collect::<Vec<_>>().join(" ");
    if thought.line.len() > PLIES {
        text += " …";
    }
    text
}
