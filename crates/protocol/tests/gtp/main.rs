//! Conversations in GTP.

mod handshakes;
mod interfaces;
mod katago;

use std::sync::{Arc, Mutex};
use std::time::Duration;
use wanqi_play::Spec;
use wanqi_play::record::{GameRecord, ROOT};
use wanqi_protocol::{Gtp, Session};

/// A session and what it has said.
struct Talk {
    session: Gtp,
    said: Arc<Mutex<String>>,
}

/// `loadsgf` finds one file.
fn load(name: &str) -> Result<GameRecord, String> {
    let mut record = GameRecord::new("go:size=9,komi=5.5");
    let line = record.add_line(ROOT, &["E5", "C3", "G7", "pass"]).map_err(|full| full.to_string())?;
    assert_eq!(record.main_line().last(), Some(&line));
    if name == "game.sgf" { Ok(record) } else { Err(format!("there is no {name}")) }
}

impl Talk {
    fn new(game: &str, player: &str) -> Talk {
        let said = Arc::new(Mutex::new(String::new()));
        let hears = Arc::clone(&said);
        let say = Arc::new(move |line: String| {
            let mut said = hears.lock().expect("nobody panics");
            *said += &line;
            said.push('\n');
        });
        let player = Some(player.parse::<Spec>().expect(player));
        Talk { session: Gtp::new(game, player, Box::new(load), say).expect(game), said }
    }

    /// The same, called otherwise.
    fn with_name(self, name: &str) -> Talk {
        Talk { session: self.session.with_name(name.into()), ..self }
    }

    /// What has been said since the last call.
    fn said(&self) -> String {
        std::mem::take(&mut *self.said.lock().expect("nobody panics"))
    }

    /// Says a line, and hears what comes back until a search that ends by itself is over.
    fn ask(&mut self, line: &str) -> String {
        self.session.line(line);
        self.session.wait();
        self.said()
    }

    /// Asks a table of lines and answers, the empty line after each answer left out.
    fn check(&mut self, table: &[(&str, &str)]) {
        for (line, expected) in table {
            let said = self.ask(line);
            let expected = if expected.is_empty() { String::new() } else { format!("{expected}\n\n") };
            assert_eq!(said, expected, "{line}");
        }
    }

    /// Waits until something has been said that holds this text, and gives all of it.
    fn hear(&self, part: &str) -> String {
        let mut heard = String::new();
        while !heard.contains(part) {
            std::thread::sleep(Duration::from_millis(1));
            heard += &self.said();
        }
        heard
    }
}

/// Small, and the same whenever it is asked.
const PLAYER: &str = "mcts:playouts=200,seed=1";

#[test]
fn the_standard_to_the_letter() {
    Talk::new("go:size=9", PLAYER).check(&[
        ("protocol_version", "= 2"),
        ("1 name", "=1 Wanqi"),
        ("", ""),
        ("# nothing but a comment", ""),
        ("\t 2\tknown_command\tgenmove # and more", "=2 true"),
        ("3 known_command black", "=3 false"),
        ("known_command", "= false"),
        ("4 dance", "?4 unknown command"),
        ("5", "?5 unknown command"),
        ("Name", "? unknown command"),
        ("boardsize", "? syntax error"),
        ("boardsize nine", "? syntax error"),
        ("boardsize 1", "? unacceptable size"),
        ("boardsize 25", "? unacceptable size"),
        ("boardsize 7", "="),
        ("boardsize 9", "="),
        ("clear_board", "="),
        ("komi", "? syntax error"),
        ("komi six", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("komi 6.5", "="),
        ("play b D4", "="),
        ("play BLACK d4", "? illegal move"),
        ("play w z9", "? illegal move"),
        ("play w k1", "? illegal move"),
        ("play w i1", "? illegal move"),
        ("play w e5 f6", "="),
        ("play white", "? syntax error"),
        ("play red d4", "? syntax error"),
        ("play b 4d", "? syntax error"),
        ("play b resign", "? syntax error"),
        ("play b PASS", "="),
        ("play w pass", "="),
        ("play w c3", "="),
        ("wanqi-position", "= 9/9/9/9/4O4/3X5/2O6/9/9 X - 0 0 0"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("wanqi-position", "= 9/9/9/9/4O4/3X5/9/9/9 X - 0 0 0"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("time_settings 1", "? syntax error"),
        ("time_settings 60 10 5", "="),
        ("time_left b 12 0", "="),
        ("time_left b", "? syntax error"),
        ("kgs-time_settings byoyomi 60 10 5", "="),
        ("kgs-time_settings fast", "? syntax error"),
        ("genmove", "? syntax error"),
        ("genmove green", "? syntax error"),
        ("final_status_list", "? syntax error"),
        ("final_status_list sleeping", "? syntax error"),
        ("kgs-game_over", "="),
        ("8 quit", "=8"),
    ]);
}

#[test]
fn every_command_is_known_and_answers() {
    for game in ["go:size=5", "othello", "gomoku"] {
        let mut talk = Talk::new(game, "mcts:playouts=10");
        let commands = talk.ask("list_commands");
        let mut listed: Vec<&str> = commands.trim_start_matches("= ").split_whitespace().collect();
        assert!(listed.is_sorted() && listed.contains(&"genmove"), "{commands}");
        assert_eq!(listed.contains(&"fixed_handicap"), game.starts_with("go:"), "{game}");
        listed.retain(|&command| command != "quit");
        for command in listed {
            assert_eq!(talk.ask(&format!("known_command {command}")), "= true\n\n");
            for arguments in ["", "b", "b 3", "b pass", "1 2 3"] {
                talk.session.line(&format!("7 {command} {arguments}"));
                // An analysis ends with the next line, which here is empty.
                if !command.ends_with("analyze") || command.contains("genmove") {
                    talk.session.wait();
                }
                let said = talk.ask("");
                let answered = said.starts_with("=7") || said.starts_with("?7");
                assert!(answered && said.ends_with("\n\n"), "{game}: {command} {arguments}: {said:?}");
                assert!(!said.trim_end().contains("\n\n"), "one answer: {said:?}");
                assert_ne!(said, "?7 unknown command\n\n", "{command}");
            }
        }
    }
}

#[test]
fn handicaps() {
    Talk::new("go", PLAYER).check(&[
        ("fixed_handicap 2", "= Q16 D4"),
        ("fixed_handicap 2", "? board not empty"),
        ("clear_board", "="),
        ("fixed_handicap", "? syntax error"),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("place_free_handicap 1", "? invalid number of stones"),
        ("place_free_handicap 3", "= Q16 D4 Q4"),
        ("clear_board", "="),
        ("place_free_handicap 30", "= D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
        ("clear_board", "="),
        ("set_free_handicap A1", "? bad vertex list"),
        ("set_free_handicap A1 a1", "? bad vertex list"),
        ("set_free_handicap A1 pass", "? bad vertex list"),
        ("set_free_handicap A1 T20", "? bad vertex list"),
        ("set_free_handicap A1 4", "? syntax error"),
        ("set_free_handicap A1 T19 K10", "="),
        ("set_free_handicap A1 T19", "? board not empty"),
        ("wanqi-position", "= 18X/19/19/19/19/19/19/19/19/9X9/19/19/19/19/19/19/19/19/X18 O - 0 0 0"),
        ("play w d4", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("boardsize 5", "="),
        ("fixed_handicap 2", "? invalid number of stones"),
    ]);
}

#[test]
fn moves_by_either_side() {
    let mut talk = Talk::new("go:size=5,komi=0.5", PLAYER);
    for colour in ["b", "b", "w", "white"] {
        let said = talk.ask(&format!("genmove {colour}"));
        assert!(said.starts_with("= ") && said.ends_with("\n\n") && said.len() < 10, "{said:?}");
    }
    assert_eq!(talk.ask("showboard").matches(['X', 'O']).count(), 4);
    let before = talk.ask("wanqi-position");
    let first = talk.ask("reg_genmove b");
    assert_eq!(talk.ask("reg_genmove b"), first, "the same again");
    assert_eq!(talk.ask("wanqi-position"), before, "and not played");
    // Whatever the clock.
    for settings in ["time_settings 0 0 0", "time_settings 0 1 0", "time_settings 1 0 0", "time_left b -1 0"]
    {
        talk.ask(settings);
        assert!(talk.ask("genmove b").starts_with("= "), "{settings}");
    }
}

/// Lines that come while a move is thought about wait for it; GoGui's comment does not.
#[test]
fn answers_come_in_order() {
    let mut talk = Talk::new("go:size=9", "mcts");
    talk.ask("time_settings 0 0 0");
    talk.session.line("1 genmove b");
    talk.session.line("# interrupt");
    talk.session.line("2 name");
    let said = talk.said();
    let (first, second) = said.split_once("\n\n").expect("two answers");
    assert!(first.starts_with("=1 ") && second == "=2 Wanqi\n\n", "{said:?}");
    assert!(talk.ask("3 undo").starts_with("=3"), "the move has been played");
}

#[test]
fn dead_stones_and_scores() {
    // Black's wall on the fourth line of seven, White's on the third; a dead stone on either side.
    let stones = [("b", "a4 b4 c4 d4 e4 f4 g4 c6"), ("w", "a3 b3 c3 d3 e3 f3 g3 e6"), ("b", "b1")];
    let mut talk = Talk::new("go:size=7,komi=0.5", "mcts:playouts=3000,seed=2");
    for (colour, vertices) in stones {
        for vertex in vertices.split(' ') {
            assert_eq!(talk.ask(&format!("play {colour} {vertex}")), "=\n\n", "{vertex}");
        }
    }
    talk.check(&[
        ("final_status_list dead", "= E6\nB1"),
        ("final_status_list seki", "="),
        ("final_score", "= B+6.5"),
        ("komi 3.75", "="),
        ("final_score", "= B+3.25"),
        ("komi 7", "="),
        ("final_score", "= 0"),
        ("komi 0.5", "="),
    ]);
    let alive = talk.ask("final_status_list alive");
    assert!(alive.contains("A4 B4 C4 D4 E4 F4 G4") && alive.contains("C6"), "{alive}");
    let ownership = talk.ask("wanqi-ownership");
    let rows: Vec<&str> = ownership.trim_start_matches("= ").trim_end().lines().collect();
    assert!(rows.len() == 7 && rows.iter().all(|row| row.split(' ').count() == 7), "{ownership}");
    assert!(!rows[0].contains('-') && rows[6].split(' ').all(|value| value.starts_with('-')), "{ownership}");
}

/// Territory is what stones surround, and prisoners: each move beyond the other side's costs a point, handed-over stones count, and
/// a dead stone counts twice.
#[test]
fn territory_and_prisoners() {
    let mut talk = Talk::new("go:size=7,rules=japanese,komi=0.5", "mcts:playouts=1000,seed=2");
    talk.check(&[("wanqi-rules", "= go:size=7,komi=0.5,ko=simple,suicide=off,scoring=territory")]);
    // Black has 21 points and White 14; then a dead stone of White's stands among Black's.
    for (colour, vertices) in [("b", "a4 b4 c4 d4 e4 f4 g4"), ("w", "a3 b3 c3 d3 e3 f3 g3")] {
        for vertex in vertices.split(' ') {
            assert_eq!(talk.ask(&format!("play {colour} {vertex}")), "=\n\n", "{vertex}");
        }
    }
    talk.check(&[
        ("final_score", "= B+6.5"),
        ("play w c6", "="),
        ("final_status_list dead", "= C6"),
        ("final_score", "= B+7.5"),
        ("kata-set-rule scoring AREA", "="),
        ("final_score", "= B+6.5"),
    ]);
    // Each has two eyes and more; nothing is left to do, and who leads by two and a half points does not fill them up.
    let mut talk = Talk::new("go:size=5,rules=japanese,komi=0.5", "mcts:playouts=2000,seed=2");
    for (colour, vertices) in [("b", "a3 b3 c3 d3 e3 b4 d4 b5 d5"), ("w", "a2 b2 c2 d2 e2 b1 d1")] {
        for vertex in vertices.split(' ') {
            assert_eq!(talk.ask(&format!("play {colour} {vertex}")), "=\n\n", "{vertex}");
        }
    }
    talk.check(&[("final_score", "= B+2.5"), ("genmove b", "= pass"), ("genmove w", "= pass")]);
}

/// What becomes of stones in the lower left corner of seven lines, where all else is Black's for certain: its two lowest rows,
/// what is dead and what is a seki.
#[test]
fn statuses() {
    for (rows, dead, seki) in [
        // Two eyes, an eye of two points, and a throw-in into that.
        (["OOOOXXX", ".O.OXXX"], "=", "="),
        (["OOOXXXX", "..OXXXX"], "= A2 B2 C2 C1", "="),
        (["OOOXXXX", "X.OXXXX"], "= A2 B2 C2 C1", "="),
        // Neither side can fill one of the two liberties that they share.
        (["OOOOOOO", ".XXXXX."], "=", "= A2 B2 C2 D2 E2 F2 G2\nB1 C1 D1 E1 F1"),
    ] {
        let mut talk = Talk::new("go:size=7", "random");
        let above = ["XXXXXXX", "X.XXX.X", "XXXXXXX", "XXXXXXX", "XXXXXXX"];
        for (row, stones) in above.into_iter().chain(rows).enumerate() {
            for (column, stone) in stones.chars().enumerate().filter(|&(_, stone)| stone != '.') {
                let (colour, column) =
                    (if stone == 'X' { "b" } else { "w" }, char::from(b'a' + column as u8));
                assert_eq!(talk.ask(&format!("play {colour} {column}{}", 7 - row)), "=\n\n", "{rows:?}");
            }
        }
        for (status, strings) in [("dead", dead), ("seki", seki)] {
            assert_eq!(
                talk.ask(&format!("final_status_list {status}")),
                format!("{strings}\n\n"),
                "{rows:?}"
            );
        }
    }
}

/// Two passes end the game and count every stone as alive: White, who has passed, has a dead stone in Black's corner that
/// costs Black the game unless it is taken.
#[test]
fn no_pass_while_dead_stones_cost_the_game() {
    let mut talk = Talk::new("go:size=5", "mcts:playouts=3000,seed=1");
    let stones = [("b", "a3 b3 c3 d3 e3 b4"), ("w", "a2 b2 c2 d2 e2 b1 d5"), ("w", "d1")];
    for (colour, vertices) in stones {
        for vertex in vertices.split(' ') {
            assert_eq!(talk.ask(&format!("play {colour} {vertex}")), "=\n\n", "{vertex}");
        }
    }
    // 15 to 10 without the stone, 6 to 11 with it.
    talk.ask("komi 3.5");
    talk.ask("play w pass");
    assert_ne!(talk.ask("genmove b"), "= pass\n\n");
    talk.ask("undo");
    talk.ask("undo");
    // With such a komi it is won anyway, and who has been passed to wins by passing.
    talk.ask("komi -20.5");
    talk.ask("play w pass");
    assert_eq!(talk.ask("genmove b"), "= pass\n\n");
    talk.ask("undo");
    assert_ne!(talk.ask("kgs-genmove_cleanup b"), "= pass\n\n", "every dead stone is to be taken first");
}

#[test]
fn gives_up_what_is_lost_and_nothing_else() {
    // Black lives everywhere.
    let mut talk = Talk::new("go:size=7,komi=-20.5", "mcts:playouts=1000,seed=1");
    let resigning = Talk { session: talk.session.with_resigning(0.05), said: talk.said };
    talk = resigning;
    for vertex in "a4 b4 c4 d4 e4 f4 g4 b2 d2 f2 b6 d6 f6".split(' ') {
        talk.ask(&format!("play b {vertex}"));
    }
    let white: Vec<String> = (0..3)
        .map(|_| {
            let said = talk.ask("genmove w");
            talk.ask("play b pass");
            said
        })
        .collect();
    assert!(white[..2].iter().all(|said| said != "= resign\n\n"), "not at once: {white:?}");
    assert_eq!(white[2], "= resign\n\n");
    assert_ne!(talk.ask("reg_genmove w"), "= resign\n\n", "a test wants a move");
    assert_ne!(talk.ask("genmove b"), "= resign\n\n");
    // Nor unless it is asked to.
    talk.ask("kata-set-param allowResignation false");
    assert_ne!(talk.ask("genmove w"), "= resign\n\n");
    talk.ask("kata-set-param allowResignation true");
    talk.ask("clear_board");
    talk.ask("komi 7.5");
    for colour in ["b", "w"].into_iter().cycle().take(8) {
        assert_ne!(talk.ask(&format!("genmove {colour}")), "= resign\n\n");
    }
}

#[test]
fn rules() {
    Talk::new("go:size=9", PLAYER).check(&[
        ("kgs-rules chinese", "="),
        ("kata-set-rules tromp-taylor", "="),
        ("wanqi-rules", "= go:size=9,ko=positional,suicide=on,scoring=area"),
        ("kgs-rules japanese", "="),
        ("wanqi-rules", "= go:size=9,ko=simple,suicide=off,scoring=territory"),
        (
            "kata-get-rules",
            concat!(
                "= {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\",",
                "\"suicide\":false,\"tax\":\"SEKI\",\"whiteHandicapBonus\":\"0\"}"
            ),
        ),
        ("kata-set-rule tax NONE", "? \"tax\" \"NONE\" is not played"),
        ("kata-set-rule tax SEKI", "="),
        ("kata-set-rules aga", "="),
        ("wanqi-rules", "= go:size=9,ko=situational,suicide=off,scoring=area"),
        (
            "kgs-rules ing",
            concat!(
                "? \"ing\" are not played, chinese, japanese, korean, aga, new-zealand, tromp-taylor, chinese-ogs, ",
                "chinese-kgs, bga, french, new_zealand are"
            ),
        ),
        ("kata-set-rules", "? syntax error"),
        ("kata-set-rules {\"ko\":\"SIMPLE\",\"scoring\":\"AREA\",\"suicide\":true}", "="),
        (
            "kata-get-rules",
            concat!(
                "= {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"SIMPLE\",\"scoring\":\"AREA\",",
                "\"suicide\":true,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}"
            ),
        ),
        ("kata-set-rule ko SITUATIONAL", "="),
        ("kata-set-rule suicide false", "="),
        ("kata-set-rule scoring AREA", "="),
        ("kata-set-rule scoring POINTS", "? \"scoring\" \"POINTS\" is not played"),
        ("kata-set-rules {\"ko\":\"POSITIONAL\",\"tax\":\"ALL\"}", "? \"tax\" \"ALL\" is not played"),
        ("wanqi-rules", "= go:size=9,ko=situational,suicide=off,scoring=area"),
        ("kata-set-rules {\"ko\"", "? syntax error"),
        ("kata-set-rule ko", "? syntax error"),
    ]);
}

#[test]
fn records_are_loaded() {
    let mut talk = Talk::new("go", PLAYER);
    talk.check(&[
        ("loadsgf", "? syntax error"),
        ("loadsgf game.sgf x", "? syntax error"),
        ("loadsgf other.sgf", "? cannot load file: there is no other.sgf"),
        ("wanqi-rules", "= go"),
        ("loadsgf game.sgf", "="),
        ("wanqi-position", "= 9/9/6X2/9/4X4/9/2O6/9/9 X - 1 0 0"),
        ("loadsgf game.sgf 3", "="),
        ("wanqi-position", "= 9/9/9/9/4X4/9/2O6/9/9 X - 0 0 0"),
        ("undo", "="),
        ("wanqi-position", "= 9/9/9/9/4X4/9/9/9/9 O - 0 0 0"),
    ]);
    assert!(talk.ask("genmove w").starts_with("= "));
    assert_eq!(Talk::new("othello", "random").ask("loadsgf game.sgf").lines().count(), 2);
}

/// GTP's coordinates, passes that the rules force, and scores.
#[test]
fn othello_and_gomoku() {
    let mut talk = Talk::new("othello", "alphabeta:depth=1");
    talk.check(&[
        ("boardsize 7", "? unacceptable size"),
        ("boardsize 8", "="),
        ("komi 0", "="),
        ("play b D3", "="),
        ("play b C3", "? illegal move"),
        ("play w c3", "="),
        ("genmove w", "? it is the other side's turn"),
        ("final_score", "? cannot score"),
        ("final_status_list dead", "? unknown command"),
        ("undo", "="),
        ("undo", "="),
    ]);
    let mut moves = Vec::new();
    for colour in ["b", "w"].into_iter().cycle().take(130) {
        moves.push(talk.ask(&format!("genmove {colour}")));
    }
    assert!(moves.ends_with(&["= pass\n\n".into(), "= pass\n\n".into()]), "{moves:?}");
    let score = talk.ask("final_score");
    assert!(["= B+", "= W+", "= 0"].iter().any(|begin| score.starts_with(begin)), "{score}");

    let mut talk = Talk::new("gomoku:size=15", "alphabeta:depth=1");
    for mv in ["b h8", "w a1", "b j8", "w a2", "b k8", "w a3", "b l8"] {
        assert_eq!(talk.ask(&format!("play {mv}")), "=\n\n");
    }
    let said = talk.ask("genmove b");
    assert_eq!(said, "? it is the other side's turn\n\n");
    talk.check(&[("play w i9", "? syntax error"), ("play w q9", "? illegal move"), ("play w p15", "=")]);
    let five = talk.ask("genmove b");
    assert!(["= G8\n\n", "= M8\n\n"].contains(&five.as_str()), "{five}");
    talk.check(&[("final_score", "? cannot score"), ("genmove w", "= pass"), ("undo", "=")]);
}

#[test]
fn who_cannot_sit_down() {
    let error = |game: &str, player: &str| {
        let player = Some(player.parse().expect(player));
        Gtp::new(game, player, Box::new(load), Arc::new(|_| {})).err().map(|error| error.to_string())
    };
    assert_eq!(error("go", "random"), None);
    for (game, player, what) in [
        (
            "chess",
            "random",
            "GTP is for games of Black and White on a square board, such as go, othello and gomoku, and for rule files in \
             which every move puts a piece of one kind on one of at most 25 columns and rows, not for chess",
        ),
        ("amazons", "random", "not for amazons"),
        ("nowhere.toml", "random", "nowhere.toml: "),
        ("ludo", "random", "there is no game \"ludo\""),
        ("go", "best:speed=3", "speed"),
    ] {
        let error = error(game, player).expect("an error");
        assert!(error.contains(what), "{error}");
    }
}
