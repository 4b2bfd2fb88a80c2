//! The shipped rule files: each against the game known by heart that it tells again, or against games of other
//! programs.

#[path = "told/chess.rs"]
mod told;

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, Notation, Outcome, Side, random};
use wanqi_games::rulebook::{self, Rulebook, shipped};

fn rng(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// A shipped game.
pub fn load(name: &str) -> Rulebook {
    let text = shipped::text(name).unwrap_or_else(|| panic!("there is no rule file {name}"));
    let reading = rulebook::read(text);
    assert_eq!(reading.diagnostics, [], "{name}: a shipped file is without fault");
    Rulebook::new(reading.rules.expect(name)).expect(name)
}

#[test]
fn every_file_conforms() {
    for (name, _) in shipped::FILES {
        println!("{name}");
        let game = load(name);
        // What the key leaves out: how long the game has lasted, and how long nothing has been taken.
        let counts = |word: &&str| !word.starts_with("quiet=") && !word.starts_with("turns=");
        let same_key = |text: &str| text.split(' ').filter(counts).collect::<Vec<_>>().join(" ");
        wanqi_game::conformance::check(&game, &mut rng(1), 3, 120, same_key);
    }
}

/// Plays random games of both: equal moves by `translate` (our text for a native move, `None` for a move that the
/// file leaves out, after which the game is given up), equal results.
fn same_game<G: Notation>(
    native: &G,
    file: &str,
    start: Option<&str>,
    games: usize,
    translate: impl Fn(&G::Position, G::Move, &str) -> Option<String>,
    undecided: impl Fn(&[G::Position]) -> bool,
) {
    let told = load(file);
    let notation = native.notations().len() - 1;
    let mut rng = rng(7);
    let mut finished = 0;
    for _ in 0..games {
        let first = start.map_or_else(|| native.start(), |text| native.parse_position(text).expect(text));
        let (mut line, mut again) = (vec![first], vec![told.start()]);
        let mut played: Vec<String> = Vec::new();
        while played.len() < 400 {
            let (position, other) = (line.last().expect("a line"), again.last().expect("a line"));
            assert_eq!(native.side_to_move(position), told.side_to_move(other), "{file}: {played:?}");
            if undecided(&line) {
                break;
            }
            let (result, told_result) = (native.result(&line), told.result(&again));
            assert_eq!(result, told_result, "{file}: {played:?} {}", told.format_position(other));
            if result.is_some() {
                finished += 1;
                break;
            }
            let mut moves = Vec::new();
            let mut left_out = false;
            native.each_move(position, |mv| {
                if native.forbidden_by_history(&line, mv) {
                    return;
                }
                match translate(position, mv, &native.format_move(position, mv, notation)) {
                    Some(text) => moves.push((mv, text)),
                    None => left_out = true,
                }
            });
            if left_out {
                break;
            }
            let mut texts: Vec<String> = Vec::new();
            told.each_move(other, |mv| texts.push(told.format_move(other, mv, 0)));
            let mut expected: Vec<String> = moves.iter().map(|(_, text)| text.clone()).collect();
            texts.sort();
            expected.sort();
            assert_eq!(texts, expected, "{file}: {played:?} {}", told.format_position(other));
            let (mv, text) = moves.swap_remove(random::below(&mut rng, moves.len() as u32) as usize);
            let mut next = position.clone();
            native.play(&mut next, mv);
            let mut told_next = other.clone();
            told.play(&mut told_next, told.parse_move(other, &text).expect("a legal move"));
            line.push(next);
            again.push(told_next);
            played.push(text);
        }
    }
    assert!(8 * finished > games, "{file}: only {finished} of {games} games were finished");
}

fn as_it_is<P, M>(_: &P, _: M, text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn decided<P>(_: &[P]) -> bool {
    false
}

#[test]
fn tic_tac_toe_is_told_again() {
    same_game(&wanqi_games::tic_tac_toe::TicTacToe, "tic-tac-toe", None, 300, as_it_is, decided);
}

#[test]
fn gomoku_is_told_again() {
    same_game(&wanqi_games::gomoku::Gomoku::default(), "gomoku", None, 30, as_it_is, decided);
}

#[test]
fn othello_is_told_again() {
    same_game(&wanqi_games::othello::Othello::default(), "othello", None, 200, as_it_is, decided);
}

/// A column there is the point that the disc falls to here.
#[test]
fn connect_four_is_told_again() {
    let heights = |position: &wanqi_games::connect_four::Position, text: &str| {
        use wanqi_game::Depict;
        let column: u16 = text.parse().expect("a column");
        let scene = wanqi_games::connect_four::ConnectFour.scene(position);
        1 + scene.pieces.iter().filter(|piece| piece.point % 7 == column - 1).count()
    };
    let translate = |position: &_, _, text: &str| {
        let column = char::from(b'a' + text.as_bytes()[0] - b'1');
        Some(format!("{column}{}", heights(position, text)))
    };
    same_game(&wanqi_games::connect_four::ConnectFour, "connect-four", None, 200, translate, decided);
}

/// The file knows no draw by insufficient material.
#[test]
fn chess_is_told_again() {
    use wanqi_games::chess::{Chess, Position};
    let translate = |_: &Position, _, text: &str| {
        let (squares, promotion) = text.split_at(4);
        let promotion =
            if promotion.is_empty() { String::new() } else { format!("={}", promotion.to_uppercase()) };
        Some(format!("{squares}{promotion}"))
    };
    let undecided =
        |line: &[Position]| wanqi_games::chess::insufficient_material(line.last().expect("a line"));
    same_game(&Chess, "chess", None, 100, translate, undecided);
}

/// Every position whose counts are published, to a depth that a test has time for.
#[test]
fn chess_told_in_a_file_has_the_counts_of_chess() {
    let tables = [
        include_str!("../../../testdata/perft/chess.txt"),
        include_str!("../../../testdata/perft/chess960.txt"),
    ];
    for line in tables.iter().flat_map(|table| table.lines()).filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once("; ").expect("counts");
        let (game, text) = told::chess_from(fen);
        let position = game.parse_position(&text).unwrap_or_else(|error| panic!("{fen}: {error} in {text}"));
        for (depth, count) in (1..=3).zip(counts.split("; ")) {
            let counted = wanqi_game::perft::perft_turns(&game, &position, depth);
            assert_eq!(counted.to_string(), count, "{fen} at depth {depth}");
        }
    }
}

/// Files of Go leave out the letter i.
#[test]
fn go_is_told_again() {
    use wanqi_games::go::{Go, UpTo9};
    let native = Go::<UpTo9>::new(9)
        .and_then(|go| go.with_komi(7.0))
        .expect("a board")
        .with_ko(wanqi_games::go::KoRule::Simple);
    let translate = |_: &_, _, text: &str| {
        let text = text.to_lowercase();
        let mut letters = text.chars();
        let file = letters.next().expect("a file");
        Some(if text == "pass" || file < 'i' {
            text
        } else {
            format!("{}{}", char::from(file as u8 - 1), letters.as_str())
        })
    };
    same_game(&native, "go-9x9", None, 30, translate, decided);
}

#[test]
fn xiangqi_is_told_again() {
    let translate = |_: &_, _, text: &str| {
        // Ranks from 0 there, from 1 here.
        Some(
            text.chars()
                .map(|c| if let Some(d) = c.to_digit(10) { (d + 1).to_string() } else { c.into() })
                .collect(),
        )
    };
    same_game(&wanqi_games::xiangqi::Xiangqi::default(), "xiangqi", None, 60, translate, decided);
}

#[test]
fn jungle_is_told_again() {
    same_game(&wanqi_games::jungle::Jungle::default(), "jungle", None, 100, as_it_is, decided);
}

/// Plays again what other programs have played: `testdata/rulebooks`, written by `xtask/peers/rulebook_games.py`.
fn replay(name: &str, table: &str) {
    replay_of(&load(name), name, table);
}

fn replay_of(game: &Rulebook, name: &str, table: &str) {
    let mut games = 0;
    for text in table.lines().filter(|line| !line.starts_with('#')) {
        let (moves, end) = text.split_once(" = ").expect("an end");
        let mut line = vec![game.start()];
        for word in moves.split_whitespace() {
            let (count, mv) = word.split_once(':').expect("a count");
            let position = line.last().expect("a line");
            let context = || format!("{name}: {mv} in {}", game.format_position(position));
            assert_eq!(game.result(&line), None, "{}", context());
            if count != "-" {
                assert_eq!(game.move_count(position).to_string(), count, "{}", context());
            }
            // A promotion there is a plus, or goes without saying, as a jump does.
            let plain = mv.trim_end_matches('+');
            let text = match game.parse_move(position, plain) {
                Ok(_) if plain == mv => mv.to_owned(),
                _ => text_beginning(game, position, plain),
            };
            let mv = game.parse_move(position, &text).unwrap_or_else(|error| panic!("{error} {}", context()));
            let mut next = position.clone();
            game.play(&mut next, mv);
            line.push(next);
        }
        let (_, result) = end.split_once(' ').expect("a result");
        let expected = match result {
            "1" => Some(Outcome::Win(Side::First)),
            "2" => Some(Outcome::Win(Side::Second)),
            "0" => Some(Outcome::Draw),
            _ => None,
        };
        let last = game.format_position(line.last().expect("a line"));
        assert_eq!(
            game.result(&line),
            expected,
            "{name}: the end of a game of {} plies, {last}",
            line.len() - 1
        );
        games += 1;
    }
    assert!(games > 0);
}

/// The only move whose text begins so and says more without numbers; the beginning if there is none.
fn text_beginning(game: &Rulebook, position: &<Rulebook as Game>::Position, begin: &str) -> String {
    let mut texts = Vec::new();
    game.each_move(position, |mv| texts.push(game.format_move(position, mv, 0)));
    let says_more = |text: &String| text.strip_prefix(begin).is_some_and(|rest| rest.starts_with(['=', 'x']));
    texts.into_iter().find(says_more).unwrap_or_else(|| begin.to_owned())
}

macro_rules! replays {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            replay($name, include_str!(concat!("../../../testdata/rulebooks/", $name, ".txt")));
        })*
    };
}

replays! {
    breakthrough_as_others_play_it "breakthrough"
    hex_as_others_play_it "hex"
    lines_of_action_as_others_play_it "lines-of-action"
    y_as_others_play_it "y"
    havannah_as_others_play_it "havannah"
    nine_mens_morris_as_others_play_it "nine-mens-morris"
    oware_as_others_play_it "oware"
    kalah_as_others_play_it "kalah"
    english_draughts_as_others_play_it "english-draughts"
    international_draughts_as_others_play_it "international-draughts"
    russian_draughts_as_others_play_it "russian-draughts"
    clobber_as_others_play_it "clobber"
    los_alamos_as_others_play_it "los-alamos"
    minixiangqi_as_others_play_it "minixiangqi"
    minishogi_as_others_play_it "minishogi"
    shogi_as_others_play_it "shogi"
    dobutsu_as_others_play_it "dobutsu"
    makruk_as_others_play_it "makruk"
    janggi_as_others_play_it "janggi"
    xiangqi_as_others_play_it "xiangqi"
    amazons_as_others_play_it "amazons"
    ataxx_as_others_play_it "ataxx"
    chess_as_others_play_it "chess"
    king_of_the_hill_as_others_play_it "king-of-the-hill"
    three_check_as_others_play_it "three-check"
    antichess_as_others_play_it "antichess"
    atomic_chess_as_others_play_it "atomic"
    horde_as_others_play_it "horde"
    racing_kings_as_others_play_them "racing-kings"
    crazyhouse_as_others_play_it "crazyhouse"
    capablanca_chess_as_others_play_it "capablanca"
}

/// No file tells it: it is the international game but for the board.
#[test]
fn brazilian_draughts_as_others_play_them() {
    let text = shipped::text("international-draughts").expect("a shipped file");
    let board = |text: &str| text.split("\"\"\"").nth(1).expect("a board").to_owned();
    let russian = shipped::text("russian-draughts").expect("a shipped file");
    let text = text.replace(&board(text), &board(russian)).replace("on = \"10\"", "on = \"8\"");
    let reading = rulebook::read(&text);
    assert_eq!(reading.diagnostics, []);
    let game = Rulebook::new(reading.rules.expect("rules")).expect("a game");
    let table = include_str!("../../../testdata/rulebooks/brazilian-draughts.txt");
    replay_of(&game, "Brazilian draughts", table);
}

/// The file's board has the lines, marks and texts of the game known by heart.
#[test]
fn xiangqi_is_drawn_as_the_native_game() {
    use wanqi_game::Depict;
    let (told, native) = (load("xiangqi").layout(), wanqi_games::xiangqi::Xiangqi::default().layout());
    // Every stroke in parts from a point to one next to it.
    let parts = |layout: &wanqi_game::Layout| {
        let mut parts = std::collections::BTreeSet::new();
        for &[from, to] in &layout.lines {
            let place = |at: u16| {
                let point = layout.points[usize::from(at)];
                (i32::from(point.column), i32::from(point.row))
            };
            let ((a, b), (c, d)) = (place(from), place(to));
            let length = (c - a).abs().max((d - b).abs());
            let step = ((c - a) / length, (d - b) / length);
            for i in 0..length {
                let one = (a + i * step.0, b + i * step.1);
                let other = (one.0 + step.0, one.1 + step.1);
                parts.insert((one.min(other), one.max(other)));
            }
        }
        parts
    };
    assert_eq!(parts(&told), parts(&native));
    assert_eq!(told.points, native.points);
    assert_eq!(told.inscriptions, native.inscriptions);
}
