//! Games that are looked back at.

use wanqi_play::record::{GameRecord, ROOT};
use wanqi_play::review::{Mined, accuracy, check_mined};

#[test]
fn accuracy_is_what_the_page_says() {
    // What web/js/review.js says of these.
    let chances = [0.5, 0.52, 0.5, 0.3, 0.35, 0.9, 0.9, 1.0];
    let movers = [0, 1, 0, 1, 0, 1, 0];
    let exact = [0, 1].map(|side| accuracy(&chances, &movers, side).expect("it has moved"));
    assert_eq!(exact.map(|exact| (exact * 100.0).round() / 100.0), [75.66, 89.81]);
    assert_eq!(accuracy(&[0.5], &[], 0), None);
}

#[test]
fn what_cannot_be_of_a_game_is_named() {
    let mut record = GameRecord::new("tictactoe");
    record.add_line(ROOT, &["b2", "a1"]).expect("room");
    let mined = |ply, position: &str, line: &[&str]| {
        let line = line.iter().map(|text| (*text).to_owned()).collect();
        [Mined { ply, position: position.to_owned(), line }]
    };
    let mut table = record.table().expect("a game");
    record.replay(&mut *table, record.main_line()[1]).expect("legal");
    let here = table.view().position;
    assert_eq!(check_mined(&record, &mined(2, &here, &["a2", "c2", "a3"])), Ok(()));
    for wrong in [
        mined(1, &here, &["a2", "c2", "a3"]),
        mined(2, "x", &["a2", "c2", "a3"]),
        mined(2, &here, &["a1", "c2", "a3"]),
        mined(2, &here, &["a2"]),
    ] {
        assert!(check_mined(&record, &wrong).is_err(), "{wrong:?}");
    }
}
