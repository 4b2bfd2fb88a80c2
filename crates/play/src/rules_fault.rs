//! What is wrong with a rule file.

use wanqi_games::rulebook::{Diagnostic, Severity};

/// A rule file that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesFault {
    /// What the file is called.
    pub name: String,
    /// The file.
    pub text: String,
    /// What is wrong with it; at least one error, and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl RulesFault {
    /// Line and column of the first error, if it is about a place.
    pub fn first_place(&self) -> Option<(usize, usize)> {
        let first = self.diagnostics.iter().find(|fault| fault.severity == Severity::Error)?;
        first.place(&self.text)
    }
}

impl std::fmt::Display for RulesFault {
    /// `my.toml:7:3: there is no direction "U"; did you mean …`, the first error of the file, and how many more.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut errors = self.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        let Some(first) = errors.next() else { return write!(f, "{}: it cannot be played", self.name) };
        f.write_str(&self.name)?;
        if let Some((line, column)) = first.place(&self.text) {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", first.what)?;
        if let Some(help) = &first.help {
            write!(f, "; {help}")?;
        }
        match errors.count() {
            0 => Ok(()),
            1 => f.write_str(" (and another error)"),
            more => write!(f, " (and {more} more errors)"),
        }
    }
}
