//! What is written is read back.

use crate::shown::{about, one, shown};
use std::collections::BTreeMap;
use wanqi_play::record::{Evaluation, GameRecord, Mark, NodeId, ROOT};
use wanqi_store::files::import;
use wanqi_store::text::{Format, ReadContext, write};
use wanqi_store::{GameQuery, Library};

/// Random numbers below what is asked.
fn numbers(mut seed: usize) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    }
}

/// A game of random moves with variations, comments and marks.
fn any_record(game: &str, rng: &mut impl FnMut(usize) -> usize) -> GameRecord {
    let mut record = GameRecord::new(game);
    record.headers.players = ["Anna \"A\" \\ [x]".into(), "吴清源".into()];
    record.headers.date = "2026-11-21".into();
    record.headers.event = "A test".into();
    record.headers.others = BTreeMap::from([("RO".into(), "3".into())]);
    let mut ends = vec![ROOT];
    for line in 0..4 {
        let from = ends[rng(ends.len())];
        let mut table = record.table().expect("a game");
        record.replay(&mut *table, from).expect("legal");
        let program = table.notations().len() - 1;
        let mut at = from;
        for _ in 0..rng(12) + usize::from(line == 0) {
            let moves = table.legal_moves(program);
            if moves.is_empty() {
                break;
            }
            let text = &moves[rng(moves.len())];
            table.play(text).expect("legal");
            at = record.add(at, text).expect("room");
            ends.push(at);
            // Of a turn that is written as one move, what is said of its parts is said of the whole.
            if table.amid_turn() {
                continue;
            }
            let notes = record.notes_mut(at).expect("a node");
            if rng(4) == 0 {
                notes.comment = "a (good) ] \\ move; 1. e4 [%x] $1".into();
            }
            if rng(4) == 0 {
                notes.marks = vec![[Mark::GOOD, Mark::BLUNDER, Mark::DUBIOUS][rng(3)]];
            }
        }
    }
    record
}

#[test]
fn every_game_is_written_and_read_back() {
    let mut rng = numbers(7);
    let known = wanqi_play::games().map(|info| info.name.to_string());
    let told = wanqi_play::rules::shipped().map(|shipped| shipped.info.name.to_string());
    let names: Vec<String> = known.chain(told).chain(["go:size=9,komi=5.5,ko=simple".into()]).collect();
    for name in names {
        let record = any_record(&name, &mut rng);
        for (format, ending) in Format::ALL {
            let text = match write(&record, format) {
                Ok(text) => text,
                Err(error) => {
                    let sgf = ["go", "othello", "gomoku"].contains(&name.split(':').next().expect("a name"));
                    let excused = match format {
                        Format::Sgf => !sgf,
                        Format::Ggf => name != "othello",
                        Format::Pdn => !name.ends_with("-draughts"),
                        _ => false,
                    };
                    assert!(excused, "{name} as {ending}: {error}");
                    continue;
                }
            };
            assert!(text.is_empty() || Format::of_text(&text) == format, "{name} as {ending}: {text}");
            let again = one(&text, &about(&name));
            assert_eq!(again.game.split(':').next(), name.split(':').next());
            if matches!(format, Format::Moves | Format::Ggf) {
                let main = |record: &GameRecord| {
                    record.main_line().into_iter().map(|id| record[id].text().to_owned()).collect::<Vec<_>>()
                };
                assert_eq!(main(&again), main(&record), "{name} as {ending}: {text}");
                continue;
            }
            let mut wanted = record.clone();
            if format == Format::Sgf {
                wanted.headers.others.clear();
                wanted.headers.others.insert("RO".into(), "3".into());
            }
            assert_eq!(shown(&again), shown(&wanted), "{name} as {ending}: {text}");
            assert_eq!(again.headers.players, record.headers.players, "{name} as {ending}");
            assert_eq!(again.headers.date, record.headers.date, "{name} as {ending}");
            assert_eq!(again.headers.others, record.headers.others, "{name} as {ending}");
        }
    }
}

/// Stones of a handicap that are put where Black likes are the root's, and its first moves where the root cannot tell of them.
#[test]
fn a_handicap_put_down_freely_is_in_the_root() {
    for (text, said) in [
        ("C4 G7 E5 {to begin with} D5", "HA[2]AB[cf][gc]PL[W]\n;W[ee]C[to begin with]\n;B[de]"),
        ("C4 G7", "HA[2]AB[cf][gc]PL[W]"),
        ("C4 {here} G7 E5", "HA[2]PL[B]\n;B[cf]C[here]\n;B[gc]\n;W[ee]"),
        ("C4 G7 E5 (D5)", "HA[2]AB[cf][gc]PL[W](\n;W[ee])("),
        ("C4 G7 (G6) E5", "HA[2]PL[B]\n;B[cf]("),
        ("C4 pass E5 D5", "HA[2]PL[B]\n;B[cf]\n;B[]\n;W[ee]\n;B[de]"),
        ("C4", "HA[2]PL[B]\n;B[cf]"),
        ("", "HA[2]PL[B]"),
    ] {
        let game = "go:size=9,handicap=2,placement=free";
        let context = ReadContext { game: Some(game.into()), ..ReadContext::default() };
        let record = match text {
            "" => GameRecord::new(game),
            _ => one(text, &context),
        };
        let written = write(&record, Format::Sgf).expect("written");
        assert!(written.contains(said), "{text}: {written}");
        let again = one(&written, &ReadContext::default());
        assert_eq!((again.game.as_str(), &again.first), (game, &None), "{written}");
        assert_eq!((shown(&again), &again.headers), (shown(&record), &record.headers), "{written}");
    }
}

/// The rules are part of an SGF file, however its `RU` tells them.
#[test]
fn rules_survive_sgf() {
    let mut rng = numbers(3);
    for (game, said) in [
        ("gomoku", ""),
        ("gomoku:size=20,rule=exact", "RU[Standard]"),
        ("gomoku:size=7,rows=12", "SZ[7:12]"),
        ("gomoku:rows=9", "SZ[15:9]"),
        ("gomoku:rows=9,rule=renju", "RU[Renju]"),
        ("gomoku:rule=renju", "RU[Renju]"),
        ("gomoku:rule=renju,forbidden=loses", "RU[Renju, forbidden=loses]"),
        ("go:size=9", "KM[7.5]"),
        ("go:size=9,komi=0", "KM[0]"),
        ("go:size=9,komi=-10", "KM[-10]"),
        ("go:size=9,ko=situational", "RU[AGA]"),
        ("go:size=9,ko=situational,suicide=on", "RU[NZ]"),
        ("go:size=9,suicide=on", "RU[Tromp-Taylor]"),
        ("go:size=9,ko=simple", "RU[ko=simple]"),
        ("go:size=9,ko=simple,suicide=on", "RU[ko=simple, suicide=on]"),
        ("go:size=9,komi=6.5,ko=simple,scoring=territory", "RU[Japanese]"),
        ("go:size=9,scoring=territory", "RU[scoring=territory]"),
        ("go:size=9,handicap=2", "KM[0.5]"),
        ("go:size=9,ko=situational,handicap=3,komi=-3.5", "RU[AGA]HA[3]"),
        ("go:size=9,handicap=2,komi=7.5", "HA[2]RO[3]AB["),
        ("go:size=9,handicap=3,placement=free", "HA[3]"),
        ("go:size=9,handicap=2,komi=7.5,placement=free", "KM[7.5]"),
    ] {
        let record = any_record(game, &mut rng);
        let text = write(&record, Format::Sgf).expect("written");
        assert!(text.contains(said) && text.contains("RU") == said.contains("RU"), "{game}: {text}");
        let again = one(&text, &ReadContext::default());
        assert_eq!((again.game.as_str(), &again.first), (game, &None), "{text}");
        assert_eq!((shown(&again), &again.headers), (shown(&record), &record.headers), "{text}");
    }
    // Rules that are known by their name are the game's.
    let record = one("(;GM[1]SZ[9]RU[Japanese];B[dc])", &ReadContext::default());
    assert_eq!(record.game, "go:size=9,ko=simple,scoring=territory");
    assert!(write(&record, Format::Sgf).expect("written").contains("RU[Japanese]"));
    // Rules that are known by their name are the game's.
    let record = one("(;GM[1]SZ[9]RU[Japanese];B[dc])", &ReadContext::default());
    assert_eq!(record.game, "go:size=9,ko=simple,scoring=territory");
    assert!(write(&record, Format::Sgf).expect("written").contains("RU["));
    // Text of others stays as it is where it says the same or nothing.
    for (game, said, means) in [
        ("GM[1]SZ[9]", "aga rules, 1991", "go:size=9,ko=situational"),
        ("GM[1]SZ[9]", "Chinese", "go:size=9"),
        ("GM[1]SZ[9]", "Renju, rule=renju, ko=no, size=5", "go:size=9"),
        ("GM[1]SZ[9]", "GOE", "go:size=9,ko=simple,suicide=on"),
        ("GM[4]SZ[15]", "renju", "gomoku:rule=renju"),
        ("GM[4]SZ[15]", "Exact five", "gomoku:rule=exact"),
        ("GM[4]SZ[15]", "Gomoku", "gomoku"),
        ("GM[4]SZ[15]", "Swap2 ] \\ =,=", "gomoku"),
        ("GM[4]SZ[15]", "opening=swap2", "gomoku"),
        ("GM[2]SZ[8]", "Renju", "othello"),
    ] {
        let escaped = said.replace('\\', "\\\\").replace(']', "\\]");
        let mut record = one(&format!("(;{game}RU[{escaped}];B[dc])"), &ReadContext::default());
        assert_eq!(
            (record.game.as_str(), record.headers.others.get("RU").map_or("", String::as_str)),
            (means, said),
            "{record:?}"
        );
        let text = write(&record, Format::Sgf).expect("written");
        assert_eq!(text.matches("RU[").count(), 1, "{text}");
        assert_eq!(one(&text, &ReadContext::default()), record, "{text}");
        // Where it says something else, it gives way to the game.
        if record.game.starts_with("gomoku") {
            record.game = "gomoku:rule=renju,forbidden=loses".into();
            let text = write(&record, Format::Sgf).expect("written");
            assert_eq!(one(&text, &ReadContext::default()).game, record.game, "{text}");
        }
    }
}

/// Taking a colour, swapping and offering stones are moves of the record, and whose they are is no matter of turns.
#[test]
fn opening_rules_survive() {
    let mut rng = numbers(5);
    let mut library = Library::ephemeral().expect("memory");
    for game in [
        "gomoku:opening=swap2",
        "gomoku:size=20,rule=exact,opening=swap2",
        "gomoku:rule=renju,opening=rif",
        "gomoku:rule=renju,forbidden=loses,opening=soosorv8",
        "gomoku:rule=renju,opening=taraguchi10",
    ] {
        let mut words = 0;
        for _ in 0..4 {
            let record = any_record(game, &mut rng);
            let id = library.add(&record, Some("seats")).expect("kept");
            let json = write(&record, Format::Json).expect("written");
            let pgn = write(&record, Format::Pgn).expect("written");
            let kept = library.load(id).expect("there").record;
            for again in [kept, one(&json, &ReadContext::default()), one(&pgn, &ReadContext::default())] {
                assert_eq!((&again.game, shown(&again)), (&record.game, shown(&record)), "{pgn}");
                assert_eq!(again.headers, record.headers, "{pgn}");
            }
            let main = |record: &GameRecord| {
                record.main_line().into_iter().map(|id| record[id].text().to_owned()).collect::<Vec<_>>()
            };
            let moves = write(&record, Format::Moves).expect("written");
            assert_eq!(main(&one(&moves, &about(game))), main(&record), "{moves}");
            assert!(write(&record, Format::Sgf).is_err(), "{game}");
            words += main(&record).iter().filter(|text| !text.contains(|c: char| c.is_ascii_digit())).count();
        }
        assert!(words > 0, "{game}: some record takes a colour or swaps");
    }
}

#[test]
fn evaluations_and_better_moves_survive_pgn() {
    let mut record = GameRecord::new("chess");
    let e4 = record.add(ROOT, "e2e4").expect("room");
    let f6 = record.add(e4, "f7f6").expect("room");
    let d4 = record.add(f6, "d2d4").expect("room");
    record.notes_mut(e4).expect("a node").evaluation =
        Some(Evaluation { score: 35, decided: None, solved: false });
    let notes = record.notes_mut(f6).expect("a node");
    notes.better = Some("e7e5".into());
    notes.marks = vec![Mark::MISTAKE];
    record.notes_mut(d4).expect("a node").evaluation =
        Some(Evaluation { score: 999_995, decided: Some(5), solved: false });
    let text = write(&record, Format::Pgn).expect("written");
    assert!(
        text.ends_with("1. e4 {[%eval 0.35]} 1... f6 $2 {[%better e5]} 2. d4 {[%eval #3]} *\n\n"),
        "{text}"
    );
    assert_eq!(one(&text, &ReadContext::default()).len(), 3);
    let again = one(&text, &ReadContext::default());
    for id in [e4, f6, d4] {
        assert_eq!(again[id].notes, record[id].notes);
    }
}

#[test]
fn discs_survive_pgn_and_what_is_solved_stays_so() {
    let mut record = GameRecord::new("othello");
    let f5 = record.add(ROOT, "f5").expect("room");
    let d6 = record.add(f5, "d6").expect("room");
    for (id, score) in [(f5, 600), (d6, -6400)] {
        let evaluation = Evaluation { score, decided: None, solved: true };
        record.notes_mut(id).expect("a node").evaluation = Some(evaluation);
    }
    let text = write(&record, Format::Pgn).expect("written");
    assert!(
        text.contains("f5 {[%eval 6.00,solved]}") && text.contains("d6 {[%eval -64.00,solved]}"),
        "{text}"
    );
    for text in [text, write(&record, Format::Json).expect("written")] {
        let again = one(&text, &about("othello"));
        for id in [f5, d6] {
            assert_eq!(again[id].notes, record[id].notes, "{text}");
        }
    }
    // Nobody counts discs in chess.
    let chess = one("1. e4 {[%eval 0.35,solved]} *", &ReadContext::default());
    let kept = chess[chess.main_line()[0]].notes.evaluation;
    assert_eq!(kept, Some(Evaluation { score: 35, decided: None, solved: false }));
}

#[test]
fn a_first_position_is_written() {
    for (game, text, first) in [
        ("go", "(;SZ[9]AB[cc][dd]AW[ee]PL[W];W[aa])", "9/9/2X6/3X5/4O4/9/9/9/9 O - 0 0 0"),
        ("gomoku", "(;GM[4]SZ[15]AB[hh][hi]AW[ii];W[aa])", ""),
        ("othello", "(;GM[2]SZ[8]AB[dd][ee][cc]AW[de][ed]PL[W];W[cd])", ""),
    ] {
        let record = one(text, &ReadContext::default());
        assert!(record.first.is_some(), "{game}");
        if !first.is_empty() {
            assert_eq!(record.first.as_deref(), Some(first));
        }
        for format in [Format::Sgf, Format::Pgn, Format::Json] {
            let text = write(&record, format).expect("written");
            let again = one(&text, &about(game));
            assert_eq!((&again.first, shown(&again)), (&record.first, shown(&record)), "{text}");
        }
    }
}

#[test]
fn rules_of_ones_own_are_in_json_and_pgn() {
    let rules = wanqi_play::rules::find("breakthrough").expect("a shipped file").text;
    let mut record = GameRecord::new("mine");
    record.rules = Some(rules.into());
    let first = record.table().expect("rules").legal_moves(0).swap_remove(0);
    record.add(ROOT, &first).expect("room");
    let text = write(&record, Format::Json).expect("written");
    assert_eq!(one(&text, &ReadContext::default()), record);
    let text = write(&record, Format::Pgn).expect("written");
    assert_eq!(one(&text, &ReadContext::default()), record);
    // A text that does not have them is read beside them.
    let context = ReadContext { game: Some("mine".into()), rules: Some(rules.into()) };
    assert_eq!(one(&format!("1. {first} *"), &context).moves_to(NodeId(1)), [first]);
    assert!(write(&record, Format::Sgf).is_err());
}

#[test]
fn a_file_goes_into_a_library() {
    let games = 450;
    let text = "[White \"Anna\"]\n1. e4 e5 *\n\n".repeat(games) + "[White \"Bruno\"]\n1. e5 *\n";
    let mut library = Library::ephemeral().expect("memory");
    let mut told = Vec::new();
    let imported = import(&mut library, &text, Format::Pgn, &ReadContext::default(), &mut |imported| {
        told.push(imported.share);
        true
    })
    .expect("kept");
    assert_eq!((imported.found, imported.kept, imported.problem_count), (games + 1, games, 1));
    assert_eq!(imported.problems[0].line, 3 * games + 2);
    assert!(told.is_sorted() && told.len() == games + 1 && told[games] > 0.99);
    assert_eq!(library.search(&GameQuery::default()).expect("found").total, games as u64);
    let mut left = 300;
    let imported = import(&mut library, &text, Format::Pgn, &ReadContext::default(), &mut |_| {
        left -= 1;
        left > 0
    });
    assert_eq!(imported.expect("kept").kept, 300, "what was read before it was ended stays");
}
