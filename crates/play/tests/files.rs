//! Files of any size, of which no more is read than one is willing to hold.

use std::io::{self, ErrorKind};
use wanqi_play::files::*;

#[test]
fn no_more_than_one_is_willing_to_hold() {
    for (most, found) in [
        (3, Ok("abc")),
        (4, Ok("abc")),
        (2, Err("it has more than 2 bytes")),
        (0, Err("it has more than 0 bytes")),
    ] {
        let read = read_from(&b"abc"[..], most).and_then(text);
        assert_eq!(read.map_err(|error| error.to_string()), found.map(String::from).map_err(String::from));
    }
    let endless = read_from(io::repeat(0), 1 << 20).expect_err("it has no end");
    assert_eq!((endless.kind(), &*endless.to_string()), (ErrorKind::FileTooLarge, "it has more than 1 MB"));
    assert_eq!(text(vec![0xff]).expect_err("no text").kind(), ErrorKind::InvalidData);
}
