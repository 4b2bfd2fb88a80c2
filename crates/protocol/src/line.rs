//! Lines from outside, which may be anything.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes. A game of 1,000 moves takes 6,000.
pub const MAX_LENGTH: usize = 1 << 20;

/// A line from outside, without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// Its text; what is not UTF-8 in it is replaced.
    Text(String),
    /// It was longer than [`MAX_LENGTH`], and was not kept.
    TooLong,
}

/// The lines of an input, one by one, in bounded memory.
#[derive(Debug)]
pub struct Lines<R>(pub R);

impl<R: BufRead> Lines<R> {
    fn read(&mut self) -> io::Result<Option<InputLine>> {
        let (mut bytes, mut too_long) = (Vec::new(), false);
        loop {
            let part = match self.0.fill_buf() {
                Ok(part) => part,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if part.is_empty() && bytes.is_empty() && !too_long {
                return Ok(None);
            }
            let end = part.iter().position(|&byte| byte == b'\n');
            too_long |= bytes.len() + end.unwrap_or(part.len()) > MAX_LENGTH;
            if too_long {
                bytes.clear();
            } else {
                bytes.extend_from_slice(&part[..end.unwrap_or(part.len())]);
            }
            let (taken, over) = (end.map_or(part.len(), |end| end + 1), end.is_some() || part.is_empty());
            self.0.consume(taken);
            if over && too_long {
                return Ok(Some(InputLine::TooLong));
            } else if over {
                let text = String::from_utf8_lossy(&bytes);
                return Ok(Some(InputLine::Text(text.trim_end_matches('\r').into())));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<InputLine>;

    fn next(&mut self) -> Option<io::Result<InputLine>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        // A small buffer, so that lines come in parts.
        Lines(BufReader::with_capacity(7, bytes)).collect::<io::Result<_>>().expect("bytes are read")
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.into())
    }

    #[test]
    fn whatever_ends_them() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(lines(b"uci\r\nisready\n\nquit"), [text("uci"), text("isready"), text(""), text("quit")]);
    }

    #[test]
    fn whatever_is_in_them() {
        assert_eq!(lines(b"a\0b \xff\xfe\ngo"), [text("a\0b \u{fffd}\u{fffd}"), text("go")]);
    }

    #[test]
    fn however_long() {
        let mut bytes = vec![b'x'; MAX_LENGTH];
        bytes.extend_from_slice(b"\nisready\n");
        assert_eq!(lines(&bytes)[0], text(&"x".repeat(MAX_LENGTH)));
        bytes.insert(0, b'x');
        assert_eq!(lines(&bytes), [InputLine::TooLong, text("isready")]);
        assert_eq!(lines(&vec![b'x'; 3 * MAX_LENGTH]), [InputLine::TooLong]);
    }
}
