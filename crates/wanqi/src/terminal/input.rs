//! Where the lines come from: a person at a terminal, or a pipe.

use std::io::{self, BufRead, Read, Write};

/// Lines of input.
pub trait Input {
    /// The next line without its end, asked for with `prompt`; `None` at the end of the input.
    ///
    /// # Errors
    /// If reading or writing fails.
    fn line(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>>;
}

/// The longest line that is kept; whatever comes after it is dropped.
const MAX_LENGTH: u64 = 1 << 16;

/// Lines from a pipe or a test. Each is written behind its prompt, so that what comes out reads like a session.
pub struct Plain<R>(pub R);

impl<R: BufRead> Input for Plain<R> {
    fn line(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        self.0.by_ref().take(MAX_LENGTH).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let cut = bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_LENGTH;
        if cut {
            self.0.skip_until(b'\n')?;
        }
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        writeln!(out, "{prompt}{text}")?;
        Ok(Some(text))
    }
}

/// A person at a terminal, with line editing and a history.
pub struct Editor(rustyline::DefaultEditor);

impl Editor {
    /// Takes hold of the terminal.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn new() -> io::Result<Editor> {
        rustyline::DefaultEditor::new().map(Editor).map_err(io::Error::other)
    }
}

impl Input for Editor {
    fn line(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        use rustyline::error::ReadlineError::{Eof, Interrupted, Io};
        out.flush()?;
        match self.0.readline(prompt) {
            Ok(line) => {
                // A history that cannot grow is no reason to stop playing.
                let _ = self.0.add_history_entry(line.as_str());
                Ok(Some(line))
            }
            Err(Eof | Interrupted) => Ok(None),
            Err(Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}
