//! WTHOR's files, made here byte by byte.

use crate::shown::shown;
use wanqi_store::Library;
use wanqi_store::files::import_wthor;
use wanqi_store::text::Game;
use wanqi_store::wthor::{Index, Names, read_each};

/// A header: so many games, so many names, the year, and the depth of theoretical scores.
fn header(games: u32, names: u16, year: u16) -> Vec<u8> {
    let mut bytes = vec![20, 1, 12, 24];
    bytes.extend(games.to_le_bytes());
    bytes.extend(names.to_le_bytes());
    bytes.extend(year.to_le_bytes());
    bytes.extend([8, 0, 22, 0]);
    bytes
}

fn names(names: &[&[u8]], size: usize) -> Vec<u8> {
    let mut bytes = header(0, names.len() as u16, 0);
    for name in names {
        let mut entry = name.to_vec();
        entry.resize(size, 0);
        bytes.extend(entry);
    }
    bytes
}

/// A game: tournament, Black, White, Black's discs, the theoretical ones, and moves such as `f5d6`.
fn game(numbers: [u16; 3], black: u8, theoretical: u8, moves: &str) -> Vec<u8> {
    let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u16::to_le_bytes).collect();
    bytes.extend([black, theoretical]);
    let squares = moves.as_bytes().chunks(2).map(|square| 10 * (square[1] - b'0') + square[0] - b'a' + 1);
    bytes.extend(squares);
    bytes.resize(68, 0);
    bytes
}

fn file(games: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = header(games.len() as u32, 0, 2001);
    bytes.extend(games.concat());
    bytes
}

fn index() -> Index {
    Index {
        players: Names::players(&names(&[b"???", b"R\xE9ti Anna", b"Bo"], 20)).expect("players"),
        tournaments: Names::tournaments(&names(&[b"Various", b"Paris Open"], 26)).expect("tournaments"),
    }
}

fn games(bytes: &[u8]) -> Result<Vec<Game>, String> {
    let mut games = Vec::new();
    let read = read_each(bytes, &index(), &mut |game| {
        games.push(game);
        true
    });
    read.map(|()| games).map_err(|fault| fault.to_string())
}

/// White has no disc left.
const SHORT: &str = "e6f4e3f6g5d6e7f5c5";

#[test]
fn games_with_their_names() {
    let bytes = file(&[
        game([1, 1, 2], 40, 38, "f5d6c3d3c4"),
        game([0, 2, 7], 32, 32, ""),
        game([9, 0, 1], 64, 0, SHORT),
    ]);
    let games = games(&bytes).expect("games");
    assert!(games.iter().all(|game| game.problems.is_empty()), "{games:?}");
    let records: Vec<_> = games.iter().map(|game| game.record.as_ref().expect("a record")).collect();
    let headers = &records[0].headers;
    assert_eq!((headers.players.join("–"), headers.event.as_str()), ("Réti Anna–Bo".into(), "Paris Open"));
    assert_eq!(
        (headers.date.as_str(), headers.others["TheoreticalScore"].as_str()),
        ("2001", "38 with 22 empty")
    );
    let told =
        |at: usize| records[at].headers.result.as_ref().map(|ending| (ending.winner, ending.text.as_str()));
    assert_eq!(shown(records[0]), "f5 d6 c3 d3 c4");
    assert_eq!(told(0), Some((Some(0), "Black wins 40 to 24")));
    assert_eq!(told(1), Some((None, "A draw, 32 to 32")));
    // Numbers without names are told as they are.
    assert_eq!(
        (records[1].headers.players.join("–"), records[2].headers.event.as_str()),
        ("Bo–#7".into(), "#9")
    );
    assert_eq!(shown(records[2]).split(' ').count(), 9, "it ends there");
    assert_eq!(games[2].end, bytes.len());
}

/// Nothing is written of a pass; the sides tell.
#[test]
fn passes_are_put_in() {
    // Black has no move after the eighth.
    let moves = "c4c3f5b4a4a5c2a3d2";
    let mut table = wanqi_play::table(&"othello".parse().expect("a spec")).expect("othello");
    let mut played = String::new();
    for square in moves.as_bytes().chunks(2).map(|square| std::str::from_utf8(square).expect("ASCII")) {
        if table.play(square).is_err() {
            table.play("pass").expect("a pass");
            table.play(square).expect("a move");
            played += " pass";
        }
        played += &format!(" {square}");
    }
    let read = games(&file(&[game([0, 0, 0], 33, 33, moves)])).expect("a game");
    assert_eq!(read[0].problems, []);
    assert_eq!(shown(read[0].record.as_ref().expect("a record")), played.trim());
    assert!(played.ends_with("a3 pass d2"), "{played}");
}

#[test]
fn wrong_moves_are_told_with_their_byte() {
    let mut strange = game([0, 0, 0], 32, 32, "f5d6");
    strange[10] = 99;
    for (entry, moves, problem) in [
        (strange, "f5 d6", "line 1, game 1: byte 26, move 3: 99 is no square"),
        (
            game([0, 0, 0], 32, 32, "f5a1"),
            "f5",
            "line 1, game 1: byte 25, move 2: not a move here: a1 turns no disc",
        ),
    ] {
        let games = games(&file(&[entry])).expect("a game");
        let problems: Vec<String> = games[0].problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, [problem]);
        assert_eq!(shown(games[0].record.as_ref().expect("a record")), moves);
    }
}

#[test]
fn files_that_are_none_are_refused_with_their_byte() {
    let whole = file(&[game([0, 0, 0], 32, 32, "f5"), game([0, 0, 0], 32, 32, "f5")]);
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    let longer = [&whole[..], &[0]].concat();
    for (bytes, fault) in [
        (&whole[..151], "byte 151: with 2 entries the file has 152 bytes, and not 151"),
        (&longer, "byte 152: with 2 entries the file has 152 bytes, and not 153"),
        (&whole[..9], "byte 9: a header of 16 bytes is expected, the file ends after 9"),
        (b"", "byte 0: a header of 16 bytes is expected, the file ends after 0"),
        (b"(;GM[Othello]PB[a];)", "byte 2: not a file of WTHOR: it does not begin with a date"),
        (&changed(7, 255), "byte 152: with 4278190082 entries the file has 290916925592 bytes, and not 152"),
        (&changed(12, 10), "byte 12: a board of 10 rows is not played"),
        (&changed(13, 1), "byte 13: endings to solve (solitaires) and no games"),
    ] {
        assert_eq!(games(bytes).expect_err(fault), fault);
    }
    let short = Names::players(&names(&[b"a"], 26)).expect_err("one of tournaments");
    assert_eq!(short.to_string(), "byte 36: with 1 entries the file has 36 bytes, and not 42");
}

#[test]
fn a_library_takes_them() {
    let mut library = Library::ephemeral().expect("a library");
    let bytes = file(&vec![game([1, 1, 2], 40, 38, "f5d6"); 450]);
    let mut heard = 0;
    let imported = import_wthor(&mut library, &bytes, &index(), &mut |_| {
        heard += 1;
        true
    });
    let imported = imported.expect("it is kept").expect("a file of games");
    assert_eq!((imported.found, imported.kept, imported.problem_count, heard), (450, 450, 0, 450));
    let found = library.search(&wanqi_store::GameQuery { player: "réti".into(), ..Default::default() });
    assert_eq!(found.expect("a search").total, 450);
    let cut = import_wthor(&mut library, &bytes[..100], &index(), &mut |_| true).expect("nothing is written");
    assert_eq!(cut.expect_err("it is cut").offset, 100);
}
