//! How GoGui, Sabaki and Lizzie talk.

use super::{PLAYER, Talk};
use wanqi_protocol::Session;

/// As GoGui begins: <https://www.kayufu.com/gogui/compatibility.html>.
#[test]
fn gogui() {
    let mut talk = Talk::new("go", PLAYER);
    talk.check(&[
        ("protocol_version", "= 2"),
        ("name", "= Wanqi"),
        ("known_command gogui-interrupt", "= true"),
        ("gogui-interrupt", "="),
        (
            "gogui-analyze_commands",
            concat!(
                "= dboard/Ownership/wanqi-ownership\nplist/Dead Stones/final_status_list dead\n",
                "string/Final Score/final_score\npspairs/Chances/wanqi-chances\nstring/Position/wanqi-position\n",
                "string/Rules/wanqi-rules"
            ),
        ),
        ("boardsize 9", "="),
        ("clear_board", "="),
        ("komi 6.5", "="),
        ("time_settings 600 0 0", "="),
        ("play B E5", "="),
        ("time_left w 600 0", "="),
    ]);
    assert!(talk.ask("genmove W").starts_with("= "));
    talk.check(&[("undo", "="), ("undo", "="), ("komi 5.5", "="), ("undo", "? cannot undo")]);
    let chances = talk.ask("wanqi-chances");
    let words: Vec<&str> = chances.trim_start_matches("= ").split_whitespace().collect();
    assert!(
        words.len() >= 2 && words.len().is_multiple_of(2) && words[1].parse::<u32>().is_ok(),
        "{chances}"
    );
}

/// As Sabaki begins, and as it and GoGui set up a game that they already have:
/// <https://github.com/SabakiHQ/Sabaki/blob/master/docs/guides/engine-analysis-integration.md>,
/// <https://www.kayufu.com/gogui/compatibility.html>.
#[test]
fn games_are_set_up_at_once() {
    let mut talk = Talk::new("go", PLAYER);
    talk.check(&[
        ("name", "= Wanqi"),
        ("version", concat!("= ", env!("CARGO_PKG_VERSION"))),
        ("protocol_version", "= 2"),
    ]);
    let commands = talk.ask("list_commands");
    for wanted in ["analyze", "genmove_analyze", "lz-analyze", "kata-analyze", "set_free_handicap", "undo"] {
        assert!(commands.lines().any(|line| line.trim_start_matches("= ") == wanted), "{wanted}: {commands}");
    }
    talk.check(&[
        ("boardsize 9", "="),
        ("clear_board", "="),
        ("komi 5.5", "="),
        ("get_komi", "= 5.5"),
        ("gogui-play_sequence B E5 W C3 B G7", "="),
        ("wanqi-position", "= 9/9/6X2/9/4X4/9/2O6/9/9 O - 0 0 0"),
        ("gogui-play_sequence W A1 B A1", "? illegal move"),
        ("gogui-play_sequence W A1 B", "? syntax error"),
        ("wanqi-position", "= 9/9/6X2/9/4X4/9/2O6/9/9 O - 0 0 0"),
        ("gg-undo 4", "? cannot undo"),
        ("gg-undo 2", "="),
        ("wanqi-position", "= 9/9/9/9/4X4/9/9/9/9 O - 0 0 0"),
        ("gg-undo", "="),
        ("wanqi-position", "= 9/9/9/9/9/9/9/9/9 X - 0 0 0"),
        ("gg-undo -1", "? syntax error"),
        ("gogui-play_sequence", "="),
    ]);
    let mut talk = Talk::new("go:size=9", "mcts:playouts=200");
    talk.session.line("7 analyze B 1");
    assert!(talk.hear("info move ").starts_with("=7\ninfo move "));
    talk.session.line("protocol_version");
    talk.session.wait();
    let said = talk.ask("8 genmove_analyze B 1");
    assert!(said.contains("=8\ninfo move ") && said.contains("\nplay "), "{said}");
}

/// As Sabaki and Lizzie analyse: the answer goes on until the next line, be it a move, the next analysis or nothing.
#[test]
fn analyses() {
    let mut talk = Talk::new("go:size=9", "mcts");
    for command in [
        "10 lz-analyze B 1",
        "10 lz-analyze 1",
        "10 kata-analyze black 1 maxmoves 3 rootInfo true",
        "10 lz-analyze B 1 rootInfo true",
        "10 lz-analyze W interval 1 avoid w e5 1",
    ] {
        talk.ask("komi 7.5");
        talk.session.line(command);
        let heard = talk.hear("info move ");
        assert!(heard.starts_with("=10\ninfo move "), "{heard}");
        talk.session.line("");
        let said = heard + &talk.hear("\n\n");
        let infos: Vec<&str> = said.trim_end().lines().skip(1).collect();
        for info in infos {
            for key in [" visits ", " winrate ", " prior ", " lcb ", " order 0 ", " pv "] {
                assert!(info.starts_with("info move ") && info.contains(key), "{command}: {info}");
            }
            if command.contains("maxmoves") {
                assert_eq!(info.matches("info move").count(), 3, "{info}");
            }
            let tells_root = command.contains("kata-analyze") && command.contains("rootInfo");
            assert_eq!(info.contains(" rootInfo visits "), tells_root, "{info}");
            assert_eq!(info.contains(" scoreLead "), command.contains("kata-analyze"), "{info}");
            assert!(!command.contains("avoid") || !info.contains("info move E5 "), "{info}");
        }
    }
    // The next command ends it as well.
    talk.session.line("1 kata-analyze b 1 ownership true");
    let heard = talk.hear(" ownership ");
    talk.session.line("2 play b e5");
    let said = heard + &talk.said();
    assert!(said.starts_with("=1\n") && said.ends_with("\n\n=2\n\n"), "{said}");
    let points = said.lines().nth(1).and_then(|info| info.split_once(" ownership ")).expect("ownership").1;
    let points: Vec<f64> = points.split(' ').map(|point| point.parse().expect("a number")).collect();
    assert!(points.len() == 81 && points.iter().all(|point| (-1.0..=1.0).contains(point)), "{points:?}");
    assert_eq!(
        Talk::new("gomoku", "best:depth=2").ask("lz-analyze b 10"),
        "? the player counts no visits: give gtp --player mcts\n\n"
    );
    talk.session.line("lz-analyze");
    drop(talk);
}

#[test]
fn moves_with_analysis() {
    let mut talk = Talk::new("go:size=9", PLAYER);
    for command in ["5 lz-genmove_analyze b 1", "5 kata-genmove_analyze w 1"] {
        let said = talk.ask(command);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!((lines[0], lines[lines.len() - 1]), ("=5", ""), "{said:?}");
        let mv = lines[lines.len() - 2].strip_prefix("play ").expect("a move").to_owned();
        assert!(lines[1..lines.len() - 2].iter().all(|line| line.starts_with("info move ")), "{said}");
        let board = talk.ask("showboard");
        assert!(board.matches(['X', 'O']).count() > 0, "{mv} has been played: {board}");
    }
    assert_eq!(talk.ask("lz-genmove_analyze"), "? syntax error\n\n");
}

/// As GoGui asks a ruler: <https://www.kayufu.com/gogui/rules.html>.
#[test]
fn rulers() {
    let mut talk = Talk::new("othello", "random");
    let start = ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . X O . . .\n. . . O X . . .\n\
                 . . . . . . . .\n. . . . . . . .\n. . . . . . . .";
    talk.check(&[
        ("gogui-rules_game_id", "= Othello"),
        ("gogui-rules_board_size", "= 8"),
        ("gogui-rules_board", &format!("= {start}")),
        ("gogui-rules_side_to_move", "= black"),
        ("gogui-rules_legal_moves", "= D3 C4 F5 E6"),
        ("gogui-rules_final_result", "? the game is not over"),
        ("boardsize 6", "="),
        ("gogui-rules_board_size", "= 6"),
        // Rows are counted from below: the third is that of Black's first move.
        ("play b B3", "="),
        (
            "gogui-rules_board",
            "= . . . . . .\n. . . . . .\n. . X O . .\n. X X X . .\n. . . . . .\n. . . . . .",
        ),
        ("gogui-rules_side_to_move", "= white"),
    ]);
    for colour in ["w", "b"].into_iter().cycle().take(80) {
        talk.ask(&format!("genmove {colour}"));
    }
    talk.check(&[("gogui-rules_legal_moves", "=")]);
    let result = talk.ask("gogui-rules_final_result");
    assert!(result.contains(" wins ") || result.contains("draw"), "{result}");
    // The games are told, and set.
    let games = talk.ask("list_games");
    assert!(games.starts_with("= Othello\nGomoku\nGo\n"), "{games}");
    talk.check(&[
        ("set_game gomoku", "="),
        ("gogui-rules_game_id", "= Gomoku"),
        ("gogui-rules_board_size", "= 15"),
        ("play b A1", "="),
        ("set_game Chess", "? unsupported game"),
        ("set_game", "? syntax error"),
        ("gogui-rules_game_id", "= Gomoku"),
        ("set_game Go", "="),
        ("gogui-rules_game_id", "? unknown command"),
        ("fixed_handicap 2", "= Q16 D4"),
        ("set_game Othello", "="),
    ]);
    assert!(talk.ask("genmove b").starts_with("= "));
    // Who plays one game alone sets no other.
    let mut talk = Talk::new("othello", "best:eval=squares,depth=1");
    talk.check(&[("set_game go", "? unsupported game"), ("gogui-rules_legal_moves", "= D3 C4 F5 E6")]);
}

/// Games that are told in files, if a move puts one piece on one point: GTP's letters leave out i, whatever the file does.
#[test]
fn placing_games_of_rule_files() {
    let mut talk = Talk::new("tic-tac-toe", "best:depth=3");
    talk.check(&[
        ("gogui-rules_game_id", "= Tic-tac-toe"),
        ("gogui-rules_board_size", "= 3"),
        ("boardsize 3", "="),
        ("boardsize 4", "? unacceptable size"),
        ("gogui-rules_legal_moves", "= A3 B3 C3 A2 B2 C2 A1 B1 C1"),
        ("gogui-rules_side_to_move", "= black"),
        ("play b A1", "="),
        ("play w B3", "="),
        ("play b B1", "="),
        ("gogui-rules_board", "= . O .\n. . .\nX X ."),
        ("gogui-rules_side_to_move", "= white"),
        ("genmove w", "= C1"),
        ("undo", "="),
        ("play w A1", "? illegal move"),
        ("play w A2", "="),
        ("gogui-rules_final_result", "? the game is not over"),
        ("genmove b", "= C1"),
        ("gogui-rules_legal_moves", "="),
        ("gogui-rules_final_result", "= Crosses wins with a row"),
        ("final_score", "? cannot score"),
        ("clear_board", "="),
        ("gogui-rules_board", "= . . .\n. . .\n. . ."),
        ("set_game yavalath", "="),
        ("gogui-rules_board_size", "= 9"),
        ("play b J5", "="),
        ("play w J6", "="),
        ("play b I4", "? syntax error"),
        ("undo", "="),
        ("set_game amazons", "? unsupported game"),
        ("set_game ../x.toml", "? unsupported game"),
        ("gogui-rules_game_id", "= Yavalath"),
        ("set_game go-9x9", "="),
        ("play b J9", "="),
        ("play w pass", "="),
        ("gogui-rules_board_size", "= 9"),
    ]);
    let board = talk.ask("gogui-rules_board");
    assert!(board.starts_with("= . . . . . . . . X\n"), "{board}");
    let games = talk.ask("list_games");
    for (game, listed) in
        [("Hex", true), ("Yavalath", true), ("Connect6", true), ("Chess", false), ("Amazons", false)]
    {
        assert_eq!(
            games.lines().any(|line| line.trim_start_matches("= ") == game),
            listed,
            "{game}: {games}"
        );
    }
}

#[test]
fn a_rule_file_of_ones_own_in_gtp() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("four.toml");
    let text = "name = \"Four\"\nsize = \"12x10\"\n[piece.S]\n[win]\nline = 4\n";
    std::fs::write(&path, text).expect("a file");
    let mut talk = Talk::new(&path.display().to_string(), "best:depth=1");
    talk.check(&[
        ("gogui-rules_game_id", "= Four"),
        ("gogui-rules_board_size", "= 12"),
        ("play b M10", "="),
        ("play w M11", "? illegal move"),
        ("clear_board", "="),
        ("play b M1", "="),
        ("undo", "="),
        ("set_game othello", "="),
        ("gogui-rules_game_id", "= Othello"),
    ]);
    assert!(talk.ask("genmove b").starts_with("= "));
}
