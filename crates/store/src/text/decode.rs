//! Bytes of a file as text.

use super::BYTE_ORDER_MARK;
use encoding_rs::{Encoding, WINDOWS_1252};
use std::borrow::Cow;

/// Where an SGF says its encoding: near the beginning.
const HEAD: usize = 2000;

/// The text of a file: UTF-8 if it is that; else what its `CA[…]` says (old Chinese and Japanese files of SGF), else
/// Latin-1, which is what PGN was first written in.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text.trim_start_matches(BYTE_ORDER_MARK));
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let named = head.split_once("CA[").and_then(|(_, rest)| rest.split_once(']'));
    let encoding = named.and_then(|(label, _)| Encoding::for_label(label.trim().as_bytes()));
    encoding.unwrap_or(WINDOWS_1252).decode(bytes).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings() {
        for (bytes, text) in [
            (&b"\xEF\xBB\xBFe4"[..], "e4"),
            ("PB[吴清源]".as_bytes(), "PB[吴清源]"),
            (b"(;CA[gb2312]PB[\xCE\xE2\xC7\xE5\xD4\xB4])", "(;CA[gb2312]PB[吴清源])"),
            (b"(;CA[Shift_JIS]PB[\x8C\xE0])", "(;CA[Shift_JIS]PB[呉])"),
            (b"[White \"R\xE9ti\"]", "[White \"Réti\"]"),
            (b"(;CA[none such]PB[R\xE9ti])", "(;CA[none such]PB[Réti])"),
        ] {
            assert_eq!(decode(bytes), text);
        }
    }
}
