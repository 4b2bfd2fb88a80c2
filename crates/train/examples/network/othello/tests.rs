//! Records lose nothing on the way.

use wanqi_train::network_games::Record as _;
use wanqi_train::network_games::othello::{Position, Record};

#[test]
fn records_are_read_as_they_were_written() {
    let position = |number: u64| Position {
        own: 1 << number,
        other: 2 << number,
        score: 640 * number as i16 - 6400,
        lead: (!number.is_multiple_of(3)).then_some(number as i8 - 10),
    };
    let record = Record((0..20).map(position).collect());
    let bytes = record.to_bytes();
    assert_eq!(Record::from_bytes(&bytes).expect("a game"), record);
    assert!(Record::from_bytes(&bytes[1..]).is_err());
    // Two discs on one square; a lead of 65.
    for (at, value) in [(8, bytes[0]), (18 + 19, 65)] {
        let mut changed = bytes.clone();
        changed[at] = value;
        assert!(Record::from_bytes(&changed).is_err(), "{at}");
    }
}
