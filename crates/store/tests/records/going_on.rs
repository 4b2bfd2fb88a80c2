//! Games that went on where the rules would have ended them are read whole, and come back whole from the library and
//! from every format.

use crate::shown::shown;
use wanqi_play::record::GameRecord;
use wanqi_store::files::import;
use wanqi_store::text::{Format, ReadContext, Reading, read, write};
use wanqi_store::{GameId, Library};

const SHUFFLE: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
const KO: &str = "SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B]";

/// What is read, its format, its plies, who won, and what is remarked on.
type Case = (String, Format, usize, Option<u8>, Vec<&'static str>);

fn games() -> Vec<Case> {
    let pgn = |text: String, plies, winner, remarks| (text, Format::Pgn, plies, winner, remarks);
    let sgf = |text: String, plies, winner, remarks| (text, Format::Sgf, plies, winner, remarks);
    let fen = |fen: &str, rest: &str| format!("[FEN \"{fen}\"]\n\n{rest}");
    vec![
        pgn(format!("{SHUFFLE} 5. e4 e5 6. Qh5 Ke7 7. Qxe5# 1-0"), 13, Some(0), vec!["repetition"]),
        pgn(format!("{SHUFFLE} 5. Nf3 Nf6 6. Ng1 Ng8 7. e4 0-1"), 13, Some(1), vec!["repetition"]),
        pgn(
            fen("7k/8/8/8/8/8/8/KR6 w - - 97 90", "1. Rb2 Kg8 2. Rb3 Kf8 3. Rb4 Ke8 (3... Kg8 4. Rb5) 0-1"),
            6,
            Some(1),
            vec!["fifty"],
        ),
        pgn(
            fen("8/8/4k3/8/8/3pK3/8/8 w - - 0 1", "1. Kxd3 Kd5 2. Ke3 Ke5 3. Kf3 1-0"),
            5,
            Some(0),
            vec!["material"],
        ),
        pgn(
            "[Variant \"xiangqi\"]\n\n1. a0a1 a9a8 2. a1a0 a8a9 3. a0a1 a9a8 4. a1a0 a8a9 5. a0a1 a9a8 6. a1a0 a8a9 7. h2e2 1-0".into(),
            13,
            Some(0),
            vec![""],
        ),
        sgf("(;GM[1]SZ[9]RE[W+Resign];B[ee];W[];B[];W[cc];B[gg])".into(), 5, Some(1), vec!["Black"]),
        // Superko would forbid to take the ko back.
        sgf(format!("(;GM[1]{KO}RE[B+R];B[cb];W[];B[];W[bb];B[ee])"), 5, Some(0), vec!["over"]),
        // A cycle that the simple rule of ko allows.
        sgf(
            format!("(;GM[1]{KO}RU[Japanese]RE[B+R]{};B[ee])", ";B[cb];W[];B[];W[bb];B[];W[]".repeat(2)),
            13,
            Some(0),
            vec!["over", "repe"],
        ),
    ]
}

fn only(reading: Reading, what: &str) -> GameRecord {
    assert_eq!((reading.problems, reading.games.len()), (Vec::new(), 1), "{what}");
    reading.games.into_iter().next().expect("one").record
}

fn told(record: &GameRecord) -> (String, Option<Option<u8>>, usize) {
    let winner = record.headers.result.as_ref().map(|ending| ending.winner);
    (shown(record), winner, record.main_line().len())
}

#[test]
fn the_end_of_a_record_is_where_it_was_written() {
    for (text, format, plies, winner, remarks) in games() {
        let reading = read(&text, &ReadContext::default());
        let said: Vec<String> = reading.remarks.iter().map(ToString::to_string).collect();
        assert!(
            said.len() >= remarks.len() && said.iter().all(|said| said.ends_with("it went on")),
            "{said:?}"
        );
        for remark in remarks {
            assert!(said.iter().any(|said| said.contains(remark)), "{text}: {said:?}");
        }
        let record = only(reading, &text);
        assert_eq!((told(&record).1, told(&record).2), (Some(winner), plies), "{text}");

        let mut library = Library::ephemeral().expect("memory");
        import(&mut library, &text, format, &ReadContext::default(), &mut |_| true).expect("kept");
        let found = library.search(&Default::default()).expect("a list");
        assert_eq!((found.total, found.games[0].plies), (1, plies as u64), "{text}");
        let GameId(id) = found.games[0].id;
        let kept = library.load(GameId(id)).expect("kept").record;
        assert_eq!(kept, record, "{text}");
        assert_eq!(told(&kept.checked().expect("legal moves")), told(&record), "{text}");
        for format in [format, Format::Json, Format::Pgn] {
            let written = write(&kept, format).expect("written");
            assert_eq!(
                told(&only(read(&written, &ReadContext::default()), &written)),
                told(&record),
                "{written}"
            );
        }
    }
}

#[test]
fn what_ends_a_game_on_the_board_ends_its_record() {
    for text in ["1. f3 e5 2. g4 Qh4# 3. a3 0-1", "[Variant \"tictactoe\"]\n1. a1 b1 2. a2 b2 3. a3 b3 1-0"] {
        let reading = read(text, &ReadContext::default());
        assert_eq!(reading.problems.len(), 1, "{text}");
        assert!(reading.problems[0].what.english().contains("the game is over"), "{:?}", reading.problems);
    }
}

#[test]
fn forfeits_are_kept() {
    let text = "[White \"Anna\"]\n[Black \"Bruno\"]\n[Result \"1-0\"]\n[Termination \"forfeit\"]\n\n1-0\n\n\
                [Event \"nothing\"]\n[White \"?\"]\n[Black \"?\"]\n\n*\n\n[White \"Carla\"]\n[Black \"Dirk\"]\n\n1. e4 0-1\n";
    let mut library = Library::ephemeral().expect("memory");
    let imported = import(&mut library, text, Format::Pgn, &ReadContext::default(), &mut |_| true);
    assert_eq!(imported.expect("kept").kept, 2);
    let sgf = "(;GM[1]SZ[19]PB[Anna]PW[Bruno]RE[W+F])";
    let imported = import(&mut library, sgf, Format::Sgf, &ReadContext::default(), &mut |_| true);
    assert_eq!(imported.expect("kept").kept, 1);
    let found = library
        .search(&wanqi_store::GameQuery { player: "anna".into(), ..Default::default() })
        .expect("a list");
    let results: Vec<_> = found.games.iter().map(|game| (game.plies, game.won)).collect();
    assert_eq!(
        results,
        [(0, Some(wanqi_store::ResultFilter::Second)), (0, Some(wanqi_store::ResultFilter::First))]
    );
    for game in &found.games {
        let record = library.load(game.id).expect("kept").record;
        let written = write(&record, Format::Pgn).expect("written");
        assert_eq!(told(&only(read(&written, &ReadContext::default()), &written)), told(&record));
    }
}

#[test]
fn marks_of_byte_order_are_no_part_of_a_text() {
    for (text, games) in [
        ("\u{feff}[White \"Anna\"]\n\n1. e4 *\n", 1),
        ("\u{feff}[White \"Anna\"]\n\n1. e4 *\n\n\u{feff}[White \"Bruno\"]\n\n1. d4 *\n", 2),
        ("\u{feff}(;GM[1]SZ[9];B[ee])\n\u{feff}(;GM[1]SZ[9];B[dd])", 2),
        ("\u{feff}{\"game\":\"chess\",\"nodes\":[{\"id\":1,\"move\":\"e2e4\"}]}\n", 1),
        ("\u{feff}e4 e5 Nf3", 1),
    ] {
        let reading = read(text, &ReadContext::default());
        assert_eq!((reading.problems, reading.games.len()), (Vec::new(), games), "{text:?}");
        assert!(reading.games.iter().all(|game| !game.record.is_empty()), "{text:?}");
    }
}

#[test]
fn null_moves_are_read_and_written() {
    for (null, written) in [("--", "--"), ("Z0", "--"), ("{null}", "--"), ("0000", "--"), ("@@@@", "--")] {
        let text = format!("1. e4 e5 (1... {null} 2. d4 d5) 2. Nf3 {null} 3. Bc4 *");
        let record = only(read(&text, &ReadContext::default()), &text);
        assert_eq!(shown(&record), format!("e2e4 e7e5 ({written} d2d4 d7d5) g1f3 {written} f1c4"));
        assert_eq!(shown(&record.checked().expect("moves")), shown(&record));
        for format in [Format::Pgn, Format::Json] {
            let text = write(&record, format).expect("written");
            assert_eq!(shown(&only(read(&text, &ReadContext::default()), &text)), shown(&record), "{text}");
        }
    }
    let go = "[Variant \"go:size=9\"]\n1. E5 -- 2. D4 *";
    assert_eq!(shown(&only(read(go, &ReadContext::default()), go)), "E5 pass D4");
    let check = "1. e4 f6 2. Qh5+ -- 3. d4 *";
    assert_eq!(read(check, &ReadContext::default()).problems.len(), 1, "nobody passes in check");
}

#[test]
fn first_positions_are_read_as_others_write_them() {
    for (fen, moves, read_as, remarks) in [
        ("4k3/8/8/8/8/8/4P3/4K3", "1. e4", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            1,
        ),
        ("4k3/8/8/8/8/8/4P3/4K3 b", "1... Kd7", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", 0),
        ("4k3/8/8/8/8/8/8/4K2R  w KQkq e6 0 1", "1. O-O", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 4),
        ("4k3/8/8/8/8/8/8/4K2R w K - zero 0", "1. O-O", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2),
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n{moves} *");
        let reading = read(&text, &ReadContext::default());
        let said: Vec<String> = reading.remarks.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), remarks, "{said:?}");
        assert_eq!(only(reading, fen).first.as_deref(), Some(read_as));
    }
    let reading = read("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", &ReadContext::default());
    assert_eq!((reading.games.len(), reading.problems.len()), (0, 1), "that is no position at all");
}
