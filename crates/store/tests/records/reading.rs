//! What other programs write is read.

use crate::shown::{about, one, shown};
use wanqi_play::record::{Ending, NodeId};
use wanqi_store::text::{Format, Problem, ReadContext, read, write};

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
        ("a handicap", "(;GM[1]SZ[9]HA[2]AB[gc][cg];W[gg])", "go:size=9,handicap=2", "G3"),
        (
            "a handicap put down freely",
            "(;GM[1]SZ[9]HA[2]AB[cc:cd];W[gg])",
            "go:size=9,handicap=2,placement=free",
            "C7 C6 G3",
        ),
        (
            "the same as moves",
            "(;GM[1]SZ[9]HA[2]PL[B];B[cc];B[cd];W[gg])",
            "go:size=9,handicap=2,placement=free",
            "C7 C6 G3",
        ),
        ("more stones than the handicap has", "(;GM[1]SZ[9]HA[2]AB[cc:ce];W[gg])", "go:size=9", "G3"),
        ("a handicap that White has too", "(;GM[1]SZ[9]HA[2]AB[cc:cd]AW[gg]PL[W];W[gf])", "go:size=9", "G4"),
        ("gomoku", "(;GM[4]SZ[15];B[hh];W[ig])", "gomoku", "h8 i9"),
        ("gomoku on a rectangle", "(;GM[4]SZ[7:12];B[gl];W[ga])", "gomoku:size=7,rows=12", "g1 g12"),
        ("Othello with a pass left out", "(;GM[2]SZ[8];B[dc];W[ce])", "othello", "d3 c5"),
        (
            "GGF",
            "(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[+2.000]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[d3//0.01]W[C5]B[f6];)",
            "othello",
            "d3 {[%emt 0:00:00.01]} c5 f6",
        ),
    ] {
        let record = one(text, &ReadContext::default());
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
        &ReadContext::default(),
    );
    assert_eq!(chess.headers.players, ["a \"b\" \\", "Réti"]);
    assert_eq!((chess.headers.event.as_str(), chess.headers.date.as_str()), ("Hastings", "1895-08"));
    assert_eq!(chess.headers.result.as_ref().map(|ending| ending.winner), Some(Some(1)));
    let others: Vec<_> = chess.headers.others.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(others, [("Round", "3"), ("WhiteElo", "2500")]);

    let go = one(
        "(;PB[Lee \\] Sedol]PW[AlphaGo]DT[2016-03-13]RE[B+R]EV[Match]RU[Chinese]HA[0])",
        &ReadContext::default(),
    );
    assert_eq!(go.headers.players, ["Lee ] Sedol", "AlphaGo"]);
    assert_eq!(go.headers.result, Some(Ending { winner: Some(0), text: "B+R".into() }));
    assert_eq!(go.headers.others["RU"], "Chinese");

    let othello =
        one("[Variant \"othello\"]\n[Black \"first\"]\n[White \"second\"]\n1. d3 *", &ReadContext::default());
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
            "[Variant \"Knightmate\"]\n1. e4 *\n[Variant \"chess\"]\n1. e4 *",
            vec!["e2e4"],
            vec!["line 1, game 1: there is no game \"Knightmate\""],
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
        (
            "a board without rows",
            "(;GM[4]SZ[7:0];B[aa])",
            vec![],
            vec!["line 1, game 1: there is no board of the size \"7:0\""],
        ),
        (
            "a board of Go that is not square",
            "(;GM[1]SZ[7:9];B[aa])",
            vec![],
            vec!["line 1, game 1: the board \"7:9\" is not square"],
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
        let reading = read(text, &ReadContext::default());
        let found: Vec<String> = reading.problems.iter().map(Problem::to_string).collect();
        assert_eq!(found.len(), problems.len(), "{what}: {found:?}");
        for (found, wanted) in found.iter().zip(problems) {
            assert!(found.starts_with(wanted), "{what}: {found}");
        }
        let games: Vec<String> = reading.games.iter().map(|game| shown(&game.record)).collect();
        assert_eq!(games, moves, "{what}");
    }
}

/// Marks on points become commands of a comment, and are written as the properties that they were.
#[test]
fn marks_of_sgf_are_kept() {
    let long = "long ".repeat(2000);
    for (properties, comment, again) in [
        ("CR[ee]", "[%csl GE5]", "CR[ee]"),
        ("CR[ee][aa]C[Two.]", "[%csl GE5,GA9]|Two.", "CR[aa][ee]C[Two.]"),
        ("TR[dd]SQ[ee]MA[aa]SL[bb]", "[%mark TRD6,SQE5,MAA9,SLB8]", "MA[aa]SL[bb]SQ[ee]TR[dd]"),
        ("TR[aa:cc][ee]", "[%mark TRA9:C7,TRE5]", "TR[aa:cc][ee]"),
        ("CR[aa:cc]", "[%mark CRA9:C7]", "CR[aa:cc]"),
        ("AR[aa:cc]", "[%cal GA9C7]", "AR[aa:cc]"),
        ("LB[ee:A][aa:12]", "[%mark LBE5:A,LBA9:12]", "LB[aa:12][ee:A]"),
        ("LB[ee:甲]", "[%mark LBE5:甲]", "LB[ee:甲]"),
        ("LB[ee:a,b\\]{%}\\\\]", "[%mark LBE5:a%2Cb%5D%7B%25%7D%5C]", "LB[ee:a,b\\]{%}\\\\]"),
        ("LB[ee:a\\:b c]", "[%mark LBE5:a:b%20c]", "LB[ee:a\\:b c]"),
        // What names no point, or says nothing, goes through as it stands.
        ("TR[zz]", "[%mark TRzz]", "TR[zz]"),
        ("CR[zz]AR[aa:zz][aa]", "[%mark CRzz,ARA9:zz,ARA9]", "AR[aa][aa:zz]CR[zz]"),
        (
            "TR[zz:aa]SQ[ee:]LB[ee:][ee][:A]",
            "[%mark TRzz:A9,SQE5:,LBE5:,LBE5,LB:A]",
            "LB[:A][ee][ee:]SQ[ee:]TR[zz:aa]",
        ),
        ("TR[]", "[%mark TR]", "TR[]"),
        ("LB[ee:%zz%é%]", "[%mark LBE5:%25zz%25é%25]", "LB[ee:%zz%é%]"),
        // What people drew, and what else stands in comments.
        (
            "C[[%csl Re5,Gz9\\] [%clk 0:01\\] Good. [%cal Ye5a9,B\\]]",
            "[%csl Re5,Gz9] [%clk 0:01] Good. [%cal Ye5a9,B]",
            "AR[ee:aa]CR[ee]C[[%csl Gz9\\] [%clk 0:01\\] Good. [%cal B\\]]",
        ),
        (
            "C[[%mark XXe5,TR%4\\] [%mark [%\\]]",
            "[%mark XXe5,TR%4] [%mark [%]",
            "TR[%4]C[[%mark XXe5\\] [%mark [%\\]]",
        ),
    ]
    .map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned()))
    .into_iter()
    .chain([(
        format!("LB[ee:{long}]"),
        format!("[%mark LBE5:{}]", long.replace(' ', "%20")),
        format!("LB[ee:{long}]"),
    )]) {
        for (before, at) in [("", 0), (";B[gg]", 1)] {
            let record = one(&format!("(;GM[1]SZ[9]{before}{properties})"), &ReadContext::default());
            let notes = &record[NodeId(at)].notes;
            assert_eq!(notes.comment.replace('\n', "|"), comment, "{properties}");
            assert!(record.headers.others.is_empty(), "{properties}");
            let text = write(&record, Format::Sgf).expect("written");
            assert!(text.trim_end().ends_with(&format!("{again})")), "{properties}: {text}");
            let pgn = one(&write(&record, Format::Pgn).expect("written"), &ReadContext::default());
            let tidy = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(tidy(&pgn[NodeId(at)].notes.comment), tidy(&notes.comment), "{properties}");
        }
    }
}
