//! What is wrong with a rule file, and where.

use std::ops::Range;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The file cannot be played.
    Error,
    /// It can, but something in it will not do what it seems to say.
    Warning,
}

/// Something wrong with a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// The bytes of the file that it is about; `None` if it is about the whole.
    pub at: Option<Range<usize>>,
    /// What to do about it.
    pub help: Option<String>,
    /// What is wrong and what to do, in Chinese, where that has been said. In a box, since it is rare and an error
    /// should not make every `Result` large.
    pub zh: Option<Box<[String; 2]>>,
}

impl Diagnostic {
    /// An error about some bytes of the file.
    pub fn error(what: impl Into<String>, at: impl Into<Option<Range<usize>>>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, what: what.into(), at: at.into(), help: None, zh: None }
    }

    /// A warning about some bytes of the file.
    pub fn warning(what: impl Into<String>, at: impl Into<Option<Range<usize>>>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(what, at) }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(help.into()), ..self }
    }

    /// The same in Chinese, as far as that has been said.
    #[must_use]
    pub fn in_chinese(self) -> Diagnostic {
        match self.zh.as_deref().cloned() {
            Some([what, help]) => Diagnostic { what, help: Some(help), ..self },
            None => self,
        }
    }

    /// Line and column (in characters) of the first byte, both counted from 1.
    pub fn place(&self, file: &str) -> Option<(usize, usize)> {
        let start = self.at.as_ref()?.start.min(file.len());
        let before = &file.as_bytes()[..start];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = 1 + String::from_utf8_lossy(&before[line_start..]).chars().count();
        Some((line, column))
    }
}
