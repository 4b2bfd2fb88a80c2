//! The index of openings: filled by what is kept and read in, true after changes, and made for libraries of before.

use std::fs;
use std::time::Duration;
use tempfile::tempdir;
use wanqi_play::record::{Ending, GameRecord, ROOT};
use wanqi_store::files::import;
use wanqi_store::text::{Format, ReadContext};
use wanqi_store::{Library, OpeningKey, OpeningMove, Saving};

fn record(game: &str, moves: &[&str], winner: Option<Option<u8>>) -> GameRecord {
    let mut record = GameRecord::new(game);
    record.add_line(ROOT, moves).expect("room");
    record.headers.result = winner.map(|winner| Ending { winner, text: String::new() });
    record
}

/// What games went on with after these moves: the move, games, wins of the first side, draws, wins of the second.
fn after(library: &mut Library, game: &str, moves: &[&str]) -> Vec<(String, [u64; 4])> {
    assert_eq!(library.index_openings(Duration::from_secs(60)).expect("indexed"), 0);
    let mut table = record(game, &[], None).table().expect("a game");
    for text in moves {
        table.play(text).expect("legal");
    }
    let found = library.opening_moves(OpeningKey::of(&*table, None)).expect("read");
    let told = |OpeningMove { text, games, first, draws, second }| (text, [games, first, draws, second]);
    found.into_iter().map(told).collect()
}

#[test]
fn moves_are_counted_by_result_whatever_the_order_that_led_there() {
    let mut library = Library::ephemeral().expect("memory");
    for (moves, winner) in [
        (&["d2d4", "g8f6", "c2c4", "e7e6"][..], Some(Some(0))),
        (&["c2c4", "g8f6", "d2d4", "e7e6"], Some(None)),
        (&["d2d4", "g8f6", "c2c4", "g7g6"], Some(Some(1))),
        (&["d2d4", "g8f6", "c2c4", "e7e6"], None),
    ] {
        library.add(&record("chess", moves, winner), None).expect("kept");
    }
    let found = after(&mut library, "chess", &["d4", "Nf6", "c4"]);
    assert_eq!(found, [("e7e6".into(), [3, 1, 1, 0]), ("g7g6".into(), [1, 0, 0, 1])]);
    assert_eq!(after(&mut library, "chess", &[]).len(), 2);
    assert_eq!(after(&mut library, "chess", &["e4"]), []);
    assert_eq!(after(&mut library, "othello", &[]), []);
}

#[test]
fn a_game_that_goes_on_or_is_deleted_changes_what_is_found() {
    let mut library = Library::ephemeral().expect("memory");
    let id = library.add(&record("go:size=9", &["E5"], None), None).expect("kept");
    assert_eq!(after(&mut library, "go:size=9", &[]), [("E5".into(), [1, 0, 0, 0])]);
    assert_eq!(after(&mut library, "go", &[]), [], "another size is another game");
    let place = Some((id, library.load(id).expect("there").version));
    let changed = record("go:size=9", &["E5", "C3"], Some(Some(1)));
    library.write_all(&[Saving { place, record: &changed, state: None }]).expect("kept");
    assert_eq!(after(&mut library, "go:size=9", &["E5"]), [("C3".into(), [1, 0, 0, 1])]);
    assert_eq!(after(&mut library, "go:size=9", &[]), [("E5".into(), [1, 0, 0, 1])]);
    library.delete(&[id]).expect("deleted");
    assert_eq!(after(&mut library, "go:size=9", &[]), []);
}

#[test]
fn what_is_read_in_is_found_and_what_cannot_be_played_hides_nothing() {
    let mut library = Library::ephemeral().expect("memory");
    let text = "1. e4 e5 1-0\n\n1. e4 c5 0-1\n";
    let context = ReadContext::default();
    import(&mut library, text, Format::Pgn, &context, &mut |_| true).expect("read in");
    library.add(&record("chess", &["e2e4", "e2e4"], None), None).expect("kept");
    library.add(&record("no-such-game", &["e2e4"], None), None).expect("kept");
    assert_eq!(after(&mut library, "chess", &[]), [("e2e4".into(), [3, 1, 0, 1])]);
    assert_eq!(after(&mut library, "chess", &["e4"]).len(), 2);
}

#[test]
fn a_library_of_before_has_its_openings_too() {
    let folder = tempdir().expect("a folder");
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/library/2026-11-22.sqlite");
    fs::copy(old, Library::file(folder.path())).expect("copied");
    let mut library = Library::open(folder.path()).expect("opened");
    let games = library.search(&Default::default()).expect("read").games;
    let with_moves = games.iter().filter(|game| game.plies > 0).count();
    assert!(with_moves > 0);
    assert_eq!(library.index_openings(Duration::from_secs(60)).expect("indexed"), 0);
    let found = games.iter().filter(|game| game.plies > 0).filter(|game| {
        let record = library.load(game.id).expect("there").record;
        let table = record.table().expect("a game");
        let key = OpeningKey::of(&*table, record.rules.as_deref());
        !library.opening_moves(key).expect("read").is_empty()
    });
    assert_eq!(found.count(), with_moves);
}
