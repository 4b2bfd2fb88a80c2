//! Texts of the file, and where each part of them is written.

use std::ops::Range;

/// A text of the file.
#[derive(Clone, Debug)]
pub(super) struct Text<'t> {
    /// What it says, escapes resolved.
    pub value: &'t str,
    /// Where it is written, quotation marks included.
    pub at: Range<usize>,
    /// The whole file.
    pub file: &'t str,
}

/// A part of a text.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub value: &'t str,
    /// Where in the file.
    pub at: Range<usize>,
}

impl<'t> Text<'t> {
    /// The words between spaces and commas; `|` is a word by itself.
    pub fn words(&self) -> Vec<Token<'t>> {
        self.split(|c| c.is_whitespace() || c == ',')
    }

    /// The words between spaces.
    pub fn spaced(&self) -> Vec<Token<'t>> {
        self.split(char::is_whitespace)
    }

    /// Each character of the text.
    pub fn chars(&self) -> Vec<Token<'t>> {
        let places = self.places();
        let word = |(start, c): (usize, char)| self.word(&places, start..start + c.len_utf8());
        self.value.char_indices().map(word).collect()
    }

    fn split(&self, separates: impl Fn(char) -> bool) -> Vec<Token<'t>> {
        let places = self.places();
        let mut words = Vec::new();
        let mut start = None;
        for (at, c) in self.value.char_indices() {
            if separates(c) || c == '|' {
                words.extend(start.take().map(|start| self.word(&places, start..at)));
                if c == '|' {
                    words.push(self.word(&places, at..at + 1));
                }
            } else {
                start.get_or_insert(at);
            }
        }
        words.extend(start.map(|start| self.word(&places, start..self.value.len())));
        words
    }

    fn word(&self, places: &[usize], range: Range<usize>) -> Token<'t> {
        Token { value: &self.value[range.clone()], at: places[range.start]..places[range.end] }
    }

    /// Where in the file each byte of the value comes from, and where the last one ends.
    fn places(&self) -> Vec<usize> {
        self.walk().unwrap_or_else(|| vec![self.at.start; self.value.len() + 1])
    }

    /// Reads the text as TOML does: <https://toml.io/en/v1.1.0#string>.
    fn walk(&self) -> Option<Vec<usize>> {
        let raw = self.file.get(self.at.clone())?;
        let escapes = raw.starts_with('"');
        let long = raw.starts_with("\"\"\"") || raw.starts_with("'''");
        let mut at = if long { 3 } else { 1 };
        if long {
            at += ["\r\n", "\n"].into_iter().find(|&end| raw[at..].starts_with(end)).map_or(0, str::len);
        }
        let mut places = Vec::with_capacity(self.value.len() + 1);
        for c in self.value.chars() {
            let mut length;
            loop {
                let rest = raw.get(at..)?;
                let next = rest.chars().next()?;
                length = next.len_utf8();
                if escapes && next == '\\' {
                    let escaped = rest[1..].chars().next()?;
                    if escaped.is_whitespace() {
                        let after = rest[1..].trim_start();
                        at += rest.len() - after.len();
                        continue;
                    }
                    length = match escaped {
                        'x' => 4,
                        'u' => 6,
                        'U' => 10,
                        _ => 1 + escaped.len_utf8(),
                    };
                } else if next != c {
                    if next == '\r' && c == '\n' {
                        at += 1;
                        continue;
                    }
                    return None;
                }
                break;
            }
            places.extend(std::iter::repeat_n(self.at.start + at, c.len_utf8()));
            at += length;
        }
        places.push((self.at.start + at).min(self.at.end));
        Some(places)
    }
}
