//! Records as text: what other programs write is read, what is written is read back, and nothing panics.

use play::record::{Ending, Evaluation, GameRecord, Mark, NodeId, ROOT};
use proptest::prelude::*;
use std::collections::BTreeMap;
use store::files::import;
use store::text::{Context, Format, Game, Problem, read, read_each, write};
use store::{Library, Search};

/// A record in a line, variations in brackets, marks and comments behind their moves.
fn shown(record: &GameRecord) -> String {
    fn node(record: &GameRecord, id: NodeId, out: &mut Vec<String>) {
        let node = &record[id];
        let marks = node.notes.marks.iter().map(|mark| mark.symbol().unwrap_or("$"));
        out.push(node.text().to_owned() + &marks.collect::<String>());
        if !node.notes.comment.is_empty() {
            out.push(format!("{{{}}}", node.notes.comment.replace('\n', "|")));
        }
    }
    fn line(record: &GameRecord, at: NodeId, out: &mut Vec<String>) {
        let Some((&first, others)) = record[at].children().split_first() else { return };
        node(record, first, out);
        for &other in others {
            let mut variation = Vec::new();
            node(record, other, &mut variation);
            line(record, other, &mut variation);
            out.push(format!("({})", variation.join(" ")));
        }
        line(record, first, out);
    }
    let mut out = Vec::new();
    if !record[ROOT].notes.comment.is_empty() {
        out.push(format!("{{{}}}", record[ROOT].notes.comment));
    }
    line(record, ROOT, &mut out);
    out.join(" ")
}

/// The only game of a text that must be read without a problem.
fn one(text: &str, context: &Context) -> GameRecord {
    let reading = read(text, context);
    assert_eq!(reading.problems, [], "{text}");
    assert_eq!(reading.games.len(), 1, "{text}");
    reading.games.into_iter().next().expect("one").record
}

fn about(game: &str) -> Context {
    Context { game: Some(game.into()), rules: None }
}

#[test]
fn games_are_read() {
    for (what, text, game, moves) in [
        ("bare moves of chess", "1. e4 e5 2. Nf3 *", "chess", "e2e4 e7e5 g1f3"),
        (
            "numbers without spaces",
            "[Event \"x\"]\n1.e4 e5 2.Nf3 Nc6 1/2-1/2",
            "chess",
            "e2e4 e7e5 g1f3 b8c6",
        ),
        (
            "variations within variations",
            "[Event \"x\"]\n1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 2. f4 $5 (2. Nf3!?) *",
            "chess",
            "e2e4 (d2d4 d7d5 (g8f6 c2c4) c2c4) e7e5 f2f4!? (g1f3!?)",
        ),
        (
            "comments",
            "{before\nall} 1. e4 {best by test} ; and to the end\n({instead} 1. d4 {solid}) e5?? *",
            "chess",
            "{before all} e2e4 {best by test|and to the end} (d2d4 {instead|solid}) e7e5??",
        ),
        (
            "a line that is escaped",
            "[Event \"x\"]\n% nothing of this\n1. e4\n%1. d4\ne5 *",
            "chess",
            "e2e4 e7e5",
        ),
        (
            "a first position",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n1... Kd7 2. e4 1-0",
            "chess",
            "e8d7 e2e4",
        ),
        (
            "castling and mate",
            "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0 ",
            "chess",
            "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6?? h5f7",
        ),
        ("another game by its tag", "[Variant \"tictactoe\"]\n1. b2 a1 *", "tictactoe", "b2 a1"),
        ("a name of other programs", "[Game \"Reversi\"]\n1. d3 c5 *", "othello", "d3 c5"),
        ("moves that are digits", "[Variant \"connect4\"]\n1. 4 4 2. 3 *", "connect4", "4 4 3"),
        (
            "Go with variations",
            "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee]C[centre];W[cc](;B[gc]TE[2])(;B[cg]BM[1]\n;W[]))",
            "go:size=9,komi=6.5",
            "E5 {centre} C7 G7!! (C3? pass)",
        ),
        ("an old Go file", "(;GaMe[1]SiZe[19];Black[pd];White[dp];B[tt])", "go", "Q16 D4 pass"),
        ("a handicap", "(;GM[1]SZ[9]HA[2]AB[cc:cd];W[gg])", "go:size=9", "G3"),
        ("gomoku", "(;GM[4]SZ[15];B[hh];W[ig])", "gomoku", "h8 i9"),
        ("Othello with a pass left out", "(;GM[2]SZ[8];B[dc];W[ce])", "othello", "d3 c5"),
        (
            "GGF",
            "(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[+2.000]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[d3//0.01]W[C5]B[f6];)",
            "othello",
            "d3 c5 f6",
        ),
    ] {
        let record = one(text, &Context::default());
        assert_eq!((record.game.as_str(), shown(&record).as_str()), (game, moves), "{what}");
    }
}

#[test]
fn moves_alone_are_read() {
    for (game, text, moves) in [
        ("gomoku", "h8 i9 g7", "h8 i9 g7"),
        ("gomoku", "h8i9g7", "h8 i9 g7"),
        ("gomoku", "1. h8 i9\n2. g7\n", "h8 i9 g7"),
        ("gomoku", "H8, I9; G7", "h8 i9 g7"),
        ("othello", "F5D6C3", "f5 d6 c3"),
        ("chess", "e2e4 e7e5 Nf3", "e2e4 e7e5 g1f3"),
        ("connect4", "4 4 3", "4 4 3"),
        ("go:size=9", "E5 pass c3", "E5 pass C3"),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""),
    ] {
        let record = one(text, &about(game));
        assert_eq!((record.game.as_str(), shown(&record).as_str()), (game, moves), "{text}");
        assert_eq!(record.first.is_some(), moves.is_empty(), "{text}");
    }
}

#[test]
fn headers_are_read() {
    let chess = one(
        "[Event \"Hastings\"]\n[Site \"?\"]\n[Date \"1895.08.??\"]\n[Round \"3\"]\n[White \"a \\\"b\\\" \\\\\"]\n\
         [Black \"Réti\"]\n[Result \"0-1\"]\n[WhiteElo \"2500\"]\n\n1. e4 0-1",
        &Context::default(),
    );
    assert_eq!(chess.headers.players, ["a \"b\" \\", "Réti"]);
    assert_eq!((chess.headers.event.as_str(), chess.headers.date.as_str()), ("Hastings", "1895-08"));
    assert_eq!(chess.headers.result.as_ref().map(|ending| ending.winner), Some(Some(1)));
    let others: Vec<_> = chess.headers.others.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(others, [("Round", "3"), ("WhiteElo", "2500")]);

    let go = one(
        "(;PB[Lee \\] Sedol]PW[AlphaGo]DT[2016-03-13]RE[B+R]EV[Match]RU[Chinese]HA[0])",
        &Context::default(),
    );
    assert_eq!(go.headers.players, ["Lee ] Sedol", "AlphaGo"]);
    assert_eq!(go.headers.result, Some(Ending { winner: Some(0), text: "B+R".into() }));
    assert_eq!(go.headers.others["RU"], "Chinese");

    let othello =
        one("[Variant \"othello\"]\n[Black \"first\"]\n[White \"second\"]\n1. d3 *", &Context::default());
    assert_eq!(othello.headers.players, ["first", "second"], "Black moves first");
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    for (what, text, moves, problems) in [
        (
            "an illegal move ends the game",
            "[Event \"x\"]\n\n1. e4 e5\n2. Ke3 Nc6 (2... a6) 3. d4 *\n\n[Event \"y\"]\n1. d4 *",
            vec!["e2e4 e7e5", "d2d4"],
            vec!["line 4, game 1: \"Ke3\": not a move here: "],
        ),
        (
            "an illegal move ends its variation",
            "1. e4 (1. e5 d5 {lost} (1... c5)) 1... e5 *",
            vec!["e2e4 e7e5"],
            vec!["line 1, game 1: \"e5\": not a move here: "],
        ),
        (
            "an unknown game",
            "[Variant \"Crazyhouse\"]\n1. e4 *\n[Variant \"chess\"]\n1. e4 *",
            vec!["e2e4"],
            vec!["line 1, game 1: there is no game \"Crazyhouse\""],
        ),
        ("no first position", "[FEN \"nothing\"]\n1. e4 *", vec![], vec!["line 1, game 1: not a position: "]),
        (
            "brackets and comments that are not closed",
            "1. e4 (1. d4 {never\n",
            vec!["e2e4 (d2d4 {never})"],
            vec!["line 1, game 1: a comment is not closed", "line 2, game 1: a variation is not closed"],
        ),
        (
            "a bracket too many",
            "1. e4 ) e5 *",
            vec!["e2e4 e7e5"],
            vec!["line 1, game 1: a bracket that closes"],
        ),
        (
            "a variation of nothing",
            "(1. e4 e5) 1. d4 *",
            vec!["d2d4"],
            vec!["line 1, game 1: a variation without a move"],
        ),
        ("no tag", "[Event x]\n1. e4 *", vec!["e2e4"], vec!["line 1, game 1: not a tag: \"[Event x]\""]),
        (
            "a taken point",
            "(;SZ[9];B[aa]\n;W[aa];B[bb])(;SZ[9];B[cc])",
            vec!["A9", "C7"],
            vec!["line 2, game 1: A9: not a move here: A9 is taken"],
        ),
        (
            "a point beside the board",
            "(;SZ[9];B[zz])",
            vec![""],
            vec!["line 1, game 1: no point of the board: \"zz\""],
        ),
        (
            "a game that is not here",
            "(;GM[3];B[aa])",
            vec![],
            vec!["line 1, game 1: game \"3\" of SGF is none"],
        ),
        (
            "a text cut off",
            "(;SZ[9];B[aa]",
            vec!["A9"],
            vec!["line 1, game 1: the text ends within the game"],
        ),
        (
            "stones put later",
            "(;SZ[9];B[aa];AW[bb];B[cc])",
            vec!["A9"],
            vec!["line 1, game 1: stones that are put onto the board"],
        ),
        (
            "a size that is none",
            "(;SZ[0];B[aa])",
            vec![],
            vec!["line 1, game 1: size takes a number from 2 to 19"],
        ),
        ("no JSON", "{\"game\": 1}\n", vec![], vec!["line 1, game 1: invalid type"]),
        (
            "a record that cannot be played",
            "\n{\"game\": \"chess\", \"nodes\": [{\"id\": 1, \"move\": \"e5\"}]}",
            vec![],
            vec!["line 2, game 1: move 1 of the record, \"e5\": not a move here"],
        ),
        (
            "moves beyond the first fault",
            "e4 e5 Ke3 d4",
            vec!["e2e4 e7e5"],
            vec!["line 1, game 1: not a move here"],
        ),
        ("words", "hello", vec![], vec!["line 1, game 1: not a move here"]),
    ] {
        // Bare moves are told apart from a PGN by having none of its signs.
        let reading = read(text, &Context::default());
        let found: Vec<String> = reading.problems.iter().map(Problem::to_string).collect();
        assert_eq!(found.len(), problems.len(), "{what}: {found:?}");
        for (found, wanted) in found.iter().zip(problems) {
            assert!(found.starts_with(wanted), "{what}: {found}");
        }
        let games: Vec<String> = reading.games.iter().map(|game| shown(&game.record)).collect();
        assert_eq!(games, moves, "{what}");
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
    let mut seed = 7_usize;
    let mut rng = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let known = play::games().map(|info| info.name.to_string());
    let told = play::rules::shipped().map(|shipped| shipped.info.name.to_string());
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

#[test]
fn evaluations_and_better_moves_survive_pgn() {
    let mut record = GameRecord::new("chess");
    let e4 = record.add(ROOT, "e2e4").expect("room");
    let f6 = record.add(e4, "f7f6").expect("room");
    let d4 = record.add(f6, "d2d4").expect("room");
    record.notes_mut(e4).expect("a node").evaluation = Some(Evaluation { score: 35, decided: None });
    let notes = record.notes_mut(f6).expect("a node");
    notes.better = Some("e7e5".into());
    notes.marks = vec![Mark::MISTAKE];
    record.notes_mut(d4).expect("a node").evaluation = Some(Evaluation { score: 999_995, decided: Some(5) });
    let text = write(&record, Format::Pgn).expect("written");
    assert!(
        text.ends_with("1. e4 {[%eval 0.35]} 1... f6 $2 {[%better e5]} 2. d4 {[%eval #3]} *\n\n"),
        "{text}"
    );
    assert_eq!(one(&text, &Context::default()).len(), 3);
    let again = one(&text, &Context::default());
    for id in [e4, f6, d4] {
        assert_eq!(again[id].notes, record[id].notes);
    }
}

#[test]
fn a_first_position_is_written() {
    for (game, text, first) in [
        ("go", "(;SZ[9]AB[cc][dd]AW[ee]PL[W];W[aa])", "9/9/2X6/3X5/4O4/9/9/9/9 O - 0 0 0"),
        ("gomoku", "(;GM[4]SZ[15]AB[hh][hi]AW[ii];W[aa])", ""),
        ("othello", "(;GM[2]SZ[8]AB[dd][ee][cc]AW[de][ed]PL[W];W[cd])", ""),
    ] {
        let record = one(text, &Context::default());
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
fn rules_of_ones_own_are_in_json_alone() {
    let rules = play::rules::find("breakthrough").expect("a shipped file").text;
    let mut record = GameRecord::new("mine");
    record.rules = Some(rules.into());
    let first = record.table().expect("rules").legal_moves(0).swap_remove(0);
    record.add(ROOT, &first).expect("room");
    let text = write(&record, Format::Json).expect("written");
    assert_eq!(one(&text, &Context::default()), record);
    let context = Context { game: Some("mine".into()), rules: Some(rules.into()) };
    let text = write(&record, Format::Pgn).expect("written");
    assert_eq!(shown(&one(&text, &context)), first);
    assert!(write(&record, Format::Sgf).is_err());
}

#[test]
fn a_file_goes_into_a_library() {
    let games = 450;
    let text = "[White \"Anna\"]\n1. e4 e5 *\n\n".repeat(games) + "[White \"Bruno\"]\n1. e5 *\n";
    let mut library = Library::ephemeral().expect("memory");
    let mut told = Vec::new();
    let imported = import(&mut library, &text, Format::Pgn, &Context::default(), &mut |imported| {
        told.push(imported.share);
        true
    })
    .expect("kept");
    assert_eq!((imported.found, imported.kept, imported.problem_count), (games + 1, games, 1));
    assert_eq!(imported.problems[0].line, 3 * games + 2);
    assert!(told.is_sorted() && told.len() == games + 1 && told[games] > 0.99);
    assert_eq!(library.search(&Search::default()).expect("found").total, games as u64);
    let mut left = 300;
    let imported = import(&mut library, &text, Format::Pgn, &Context::default(), &mut |_| {
        left -= 1;
        left > 0
    });
    assert_eq!(imported.expect("kept").kept, 300, "what was read before it was ended stays");
}

#[test]
fn brackets_without_end_are_no_trouble() {
    let deep = 20_000;
    for text in [
        "(;SZ[9]".to_owned() + &"(;C[x]".repeat(deep),
        "(".repeat(deep),
        "1. e4 ".to_owned() + &"(1. d4 ".repeat(deep),
        "{ x".repeat(deep),
        "[".repeat(deep),
        "(;GM[othello]".to_owned() + &"(".repeat(deep),
    ] {
        read(&text, &Context::default());
    }
}

/// Pieces of texts, so that what is thrown together is often nearly right.
fn pieces() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "(",
        ")",
        ";",
        "[",
        "]",
        "{",
        "}",
        "\n",
        " ",
        "%",
        "$5",
        "1.",
        "1...",
        "e4",
        "e5",
        "Nf3",
        "exd5",
        "O-O",
        "0-1",
        "*",
        "(;",
        "SZ[9]",
        "GM[1]",
        "GM[2]",
        "GM[4]",
        "GM[Othello]",
        "B[aa]",
        "W[bb]",
        "B[]",
        "AB[aa:cc]",
        "PL[W]",
        "KM[7.5]",
        "C[a\\]b]",
        "[Event \"x\"]\n",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
        "[Variant \"go:size=5\"]\n",
        "TE[2]",
        "BO[8 ",
        "--------",
        "*O",
        "[%eval 1]",
        "[%better e4]",
        "{\"game\":\"chess\",\"nodes\":[",
        "é",
        "😀",
        "{\"id\":1,\"move\":\"e4\"}",
        "]}",
        "h8i9",
        "A1",
        "pass",
        "\\",
        "\"",
        "\r\n",
        "\u{feff}",
    ]);
    prop::collection::vec(prop_oneof![6 => known.prop_map(str::to_owned), 1 => ".{0,4}"], 0..40)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_is_trouble(text in pieces(), format in 0_usize..6) {
        let format = Format::ALL.get(format).map_or_else(|| Format::of_text(&text), |&(format, _)| format);
        let mut games: Vec<Game> = Vec::new();
        read_each(&text, format, &Context::default(), &mut |game| {
            games.push(game);
            true
        });
        let lines = text.matches('\n').count() + 1;
        let mut end = 0;
        for (i, game) in games.iter().enumerate() {
            prop_assert_eq!(game.number, i + 1);
            prop_assert!(game.end >= end && game.end <= text.len());
            end = game.end;
            prop_assert!(game.problems.iter().all(|problem| (1..=lines).contains(&problem.line)));
            let Some(record) = &game.record else { continue };
            prop_assert_eq!(&record.checked().expect("what is read can be played"), record);
            let json = write(record, Format::Json).expect("written");
            prop_assert_eq!(&one(&json, &Context::default()), record);
        }
    }
}
