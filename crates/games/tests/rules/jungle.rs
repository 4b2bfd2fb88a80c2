use crate::{check_conformance, check_perft, rng};
use proptest::prelude::*;
use wanqi_game::diagram::draw_text;
use wanqi_game::{Depict, Game, Notation, Outcome, Side, Step, conformance};
use wanqi_games::jungle::Jungle;

const START: &str = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w";

/// The default first, then each knob alone, then all of them.
fn variants() -> impl Iterator<Item = Jungle> {
    [0, 1, 2, 4, 8, 16, 31].into_iter().map(|knobs| Jungle {
        elephant_takes_rat: knobs & 1 != 0,
        shore_captures: knobs & 2 != 0,
        dog_over_wolf: knobs & 4 != 0,
        repetition_loses: knobs & 8 != 0,
        stuck_is_draw: knobs & 16 != 0,
    })
}

/// Jungle once more, slow and plain: a drawn board, walked square by square. Shares only the texts.
#[derive(Clone)]
struct Naive {
    rules: Jungle,
    /// From the top; `.` is empty.
    rows: Vec<Vec<char>>,
    white: bool,
}

/// `~` is water, `T` and `t` the traps of the upper and lower case side, `D` and `d` their dens.
const GROUND: [&str; 9] =
    ["..tdt..", "...t...", ".......", ".~~.~~.", ".~~.~~.", ".~~.~~.", ".......", "...T...", "..TDT.."];

fn ground(row: i32, column: i32) -> char {
    char::from(GROUND[row as usize].as_bytes()[column as usize])
}

impl Naive {
    fn read(rules: Jungle, text: &str) -> Naive {
        let (placement, turn) = text.split_once(' ').expect("a side");
        let spread = |c: char| match c.to_digit(10) {
            Some(empty) => ".".repeat(empty as usize),
            None => c.into(),
        };
        let rows =
            placement.split('/').map(|row| row.chars().map(spread).collect::<String>().chars().collect());
        Naive { rules, rows: rows.collect(), white: turn == "w" }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn rank(&self, piece: char) -> usize {
        let order = if self.rules.dog_over_wolf { "rcwdptle" } else { "rcdwptle" };
        order.find(piece.to_ascii_lowercase()).expect("a piece")
    }

    fn may_take(&self, hunter: char, from: (i32, i32), prey: char, to: (i32, i32)) -> bool {
        if hunter.is_uppercase() == prey.is_uppercase() {
            return false;
        }
        let crosses = (ground(from.0, from.1) == '~') != (ground(to.0, to.1) == '~');
        if crosses && !self.rules.shore_captures {
            return false;
        }
        if ground(to.0, to.1) == if hunter.is_uppercase() { 'T' } else { 't' } {
            return true;
        }
        match (hunter.to_ascii_lowercase(), prey.to_ascii_lowercase()) {
            ('r', 'e') => true,
            ('e', 'r') => self.rules.elephant_takes_rat,
            _ => self.rank(hunter) >= self.rank(prey),
        }
    }

    /// The moves as rows and columns.
    fn moves(&self) -> Vec<[(i32, i32); 2]> {
        let mut moves = Vec::new();
        let all = (0..9).flat_map(|row| (0..7).map(move |column| (row, column)));
        for from in all {
            let piece = self.at(from.0, from.1).expect("a square");
            if piece == '.' || piece.is_uppercase() != self.white {
                continue;
            }
            for (down, right) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let mut to = (from.0 + down, from.1 + right);
                if "TtLl".contains(piece) {
                    let mut rat = false;
                    while self.at(to.0, to.1).is_some() && ground(to.0, to.1) == '~' {
                        rat |= self.at(to.0, to.1) != Some('.');
                        to = (to.0 + down, to.1 + right);
                    }
                    if rat {
                        continue;
                    }
                }
                let Some(there) = self.at(to.0, to.1) else { continue };
                let wet = ground(to.0, to.1) == '~' && !"Rr".contains(piece);
                let own_den = ground(to.0, to.1) == if self.white { 'D' } else { 'd' };
                if !wet && !own_den && (there == '.' || self.may_take(piece, from, there, to)) {
                    moves.push([from, to]);
                }
            }
        }
        moves
    }

    fn texts(&self) -> Vec<String> {
        let place = |(row, column): (i32, i32)| format!("{}{}", char::from(b'a' + column as u8), 9 - row);
        let mut texts: Vec<String> = self.moves().iter().map(|mv| place(mv[0]) + &place(mv[1])).collect();
        texts.sort();
        texts
    }

    fn play(&mut self, [from, to]: [(i32, i32); 2]) {
        let piece = std::mem::replace(&mut self.rows[from.0 as usize][from.1 as usize], '.');
        self.rows[to.0 as usize][to.1 as usize] = piece;
        self.white = !self.white;
    }

    fn winner(&self) -> Option<Side> {
        let pieces: String = self.rows.iter().flatten().collect();
        let white = self.rows[0][3] != '.' || !pieces.contains(|c: char| c.is_lowercase());
        let black = self.rows[8][3] != '.' || !pieces.contains(|c: char| c.is_uppercase());
        white.then_some(Side::First).or(black.then_some(Side::Second))
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.winner().is_some() {
            return 0;
        }
        let paths = self.moves().into_iter().map(|mv| {
            let mut next = self.clone();
            next.play(mv);
            next.perft(depth - 1)
        });
        paths.sum()
    }
}

#[test]
fn the_start() {
    assert_eq!(Jungle::default().format_position(&Jungle::default().start()), START);
}

#[test]
fn conformance() {
    let covered = check_conformance(&Jungle::default(), 2000, str::to_owned);
    assert!(covered.transpositions > 10, "{covered:?}");
    conformance::check_playouts(&Jungle::default(), &mut rng(2), 100, 2000);
}

#[test]
fn conformance_of_the_variants() {
    for game in variants().skip(1) {
        let covered = conformance::check(&game, &mut rng(1), 5, 2000, str::to_owned);
        assert!(covered.positions > 500, "{covered:?}");
    }
}

const TABLES: [&str; 4] = [
    include_str!("../../../../testdata/perft/jungle.txt"),
    include_str!("../../../../testdata/perft/jungle_elephant.txt"),
    include_str!("../../../../testdata/perft/jungle_shore.txt"),
    include_str!("../../../../testdata/perft/jungle_dog.txt"),
];

#[test]
fn perft_tables() {
    for (game, table) in variants().zip(TABLES) {
        check_perft(&game, table, 10_000_000);
        check_against_twin(&game, table);
    }
}

/// The twin must find the counts of a table too, those that it is fast enough for.
fn check_against_twin(game: &Jungle, table: &str) {
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (text, counts) = line.split_once(';').expect("counts");
        let naive = Naive::read(*game, text);
        for (depth, count) in (1..).zip(counts.split(';')) {
            let count: u64 = count.trim().parse().expect("a count");
            if count < 100_000 {
                assert_eq!(naive.perft(depth), count, "{text} at depth {depth}");
            }
        }
    }
}

#[test]
fn random_games_against_the_twin() {
    let mut rng = rng(3);
    let (mut positions, mut captures) = (0, 0);
    for game in variants() {
        for _ in 0..20 {
            let mut position = game.start();
            for _ in 0..400 {
                let text = game.format_position(&position);
                let naive = Naive::read(game, &text);
                assert_eq!(game.outcome(&position), naive.winner().map(Outcome::Win), "{text}");
                if game.outcome(&position).is_some() {
                    break;
                }
                let mut ours = Vec::new();
                game.each_move(&position, |mv| ours.push(game.format_move(&position, mv, 0)));
                ours.sort();
                assert_eq!(ours, naive.texts(), "{text} by {game:?}");
                let Some(mv) = game.random_move(&position, &mut rng) else { break };
                captures += usize::from(position.taken(mv).is_some());
                game.play(&mut position, mv);
                positions += 1;
            }
        }
    }
    assert!(positions > 20_000 && captures > 500, "{positions} positions, {captures} captures");
}

#[test]
fn random_moves_are_uniform() {
    let (game, mut rng) = (Jungle::default(), rng(4));
    let position = game.start();
    let mut counts = std::collections::HashMap::new();
    for _ in 0..24_000 {
        let mv = game.random_move(&position, &mut rng).expect("a move");
        *counts.entry(game.format_move(&position, mv, 0)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 24);
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

/// One line a rule: variant, position, legal moves asked about and illegal ones with the reason.
#[test]
fn moves_one_by_one() {
    let plain = Jungle::default();
    let elephant = Jungle { elephant_takes_rat: true, ..plain };
    let shore = Jungle { shore_captures: true, ..plain };
    let dog = Jungle { dog_over_wolf: true, ..plain };
    let board = |pieces: &str| format!("7/7/{pieces}/7/7 w");
    let no_swim = "the cat does not swim, and b4 is water";
    for (game, middle, mv, error) in [
        (plain, "7/7/7/7/1C5", "b3b4", Some(no_swim)),
        (plain, "7/7/7/7/1R5", "b3b4", None),
        (plain, "7/7/7/7/1T5", "b3b7", None),
        (plain, "7/7/r6/7/1T5", "b3b7", None),
        (plain, "7/1r5/7/7/1T5", "b3b7", Some("a rat is in the way of the tiger's leap to b7")),
        (plain, "7/1R5/7/7/1T5", "b3b7", Some("a rat is in the way of the tiger's leap to b7")),
        (plain, "1c5/7/7/7/1T5", "b3b7", None),
        (plain, "1l5/7/7/7/1T5", "b3b7", Some("the tiger does not take the lion")),
        (plain, "7/7/3L3/7/7", "d5a5", None),
        (plain, "7/7/3L3/7/7", "d5g5", None),
        (plain, "7/7/3L3/7/7", "d5c5", Some("the lion does not swim, and c5 is water")),
        (plain, "7/7/3P3/7/7", "d5a5", Some("the leopard on d5 cannot go to a5")),
        (plain, "Re5/7/7/7/7", "a7b7", None),
        (plain, "Er5/7/7/7/7", "a7b7", Some("the elephant does not take the rat")),
        (elephant, "Er5/7/7/7/7", "a7b7", None),
        (plain, "7/1R5/7/7/7", "b6c6", None),
        (plain, "1e5/1R5/7/7/7", "b6b7", Some("the rat takes nothing across the shore")),
        (shore, "1e5/1R5/7/7/7", "b6b7", None),
        (plain, "1R5/1r5/7/7/7", "b7b6", Some("the rat takes nothing across the shore")),
        (shore, "1R5/1r5/7/7/7", "b7b6", None),
        (plain, "7/1Rr4/7/7/7", "b6c6", None),
        (plain, "DW5/7/7/7/7", "a7b7", Some("White's own wolf stands on b7")),
        (plain, "Dw5/7/7/7/7", "a7b7", Some("the dog does not take the wolf")),
        (plain, "Wd5/7/7/7/7", "a7b7", None),
        (dog, "Dw5/7/7/7/7", "a7b7", None),
        (dog, "Wd5/7/7/7/7", "a7b7", Some("the wolf does not take the dog")),
        (plain, "Dd5/7/7/7/7", "a7b7", None),
        (plain, "D6/7/7/7/7", "b7c7", Some("b7 is empty")),
        (plain, "Dd5/7/7/7/7", "b7c7", Some("the dog on b7 is Black's, and it is White's turn")),
        (plain, "D6/7/7/7/7", "a7a7", Some("the dog on a7 cannot go to a7")),
        (plain, "D6/7/7/7/7", "a7", Some("a move is two squares from a1 to g9, such as a3a4, not \"a7\"")),
        (
            plain,
            "D6/7/7/7/7",
            "a7a10",
            Some("a move is two squares from a1 to g9, such as a3a4, not \"a7a10\""),
        ),
        (
            plain,
            "D6/7/7/7/7",
            "é7b7",
            Some("a move is two squares from a1 to g9, such as a3a4, not \"é7b7\""),
        ),
    ] {
        // A cat in a corner, so that Black has a piece, unless its cat is on the board already.
        let text = if middle.contains('c') { board(middle) } else { board(middle).replacen('7', "c6", 1) };
        let position = game.parse_position(&text).expect(&text);
        let read = game.parse_move(&position, mv).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(read.err().as_deref(), error, "{mv} in {text}");
    }
}

#[test]
fn dens_and_traps() {
    let game = Jungle::default();
    for (text, mv, error) in [
        ("c6/7/7/7/7/7/7/3E3/7 w", "d2d1", Some("d1 is White's own den")),
        ("c6/3E3/7/7/7/7/7/7/7 w", "d8d9", None),
        // The weakest takes the strongest in a trap of its own; in its own trap a piece is as strong as ever.
        ("7/7/7/7/7/7/7/2Cl3/7 w", "c2d2", None),
        ("7/2Cl3/7/7/7/7/7/7/7 w", "c8d8", Some("the cat does not take the lion")),
        ("7/7/7/7/7/7/7/2Er3/7 w", "c2d2", None),
        // From an enemy trap a piece takes as from anywhere.
        ("7/2cP3/7/7/7/7/7/7/7 w", "d8c8", None),
    ] {
        let position = game.parse_position(text).expect(text);
        let read = game.parse_move(&position, mv).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(read.err().as_deref(), error, "{mv} in {text}");
    }
}

#[test]
fn outcomes() {
    let plain = Jungle::default();
    let stuck_is_draw = Jungle { stuck_is_draw: true, ..plain };
    let (white, black) = (Some(Outcome::Win(Side::First)), Some(Outcome::Win(Side::Second)));
    for (game, text, outcome, words) in [
        (plain, START, None, "The game goes on"),
        (plain, "c2R3/7/7/7/7/7/7/7/7 b", white, "White wins by entering the den"),
        (plain, "R6/7/7/7/7/7/7/7/3r3 w", black, "Black wins by entering the den"),
        (plain, "R6/7/7/7/7/7/7/7/7 b", white, "White wins by taking every piece"),
        (plain, "7/7/7/7/7/7/7/l6/Ct5 w", black, "Black wins: White has no move"),
        (stuck_is_draw, "7/7/7/7/7/7/7/l6/Ct5 w", Some(Outcome::Draw), "Draw: White has no move"),
    ] {
        let position = game.parse_position(text).expect(text);
        assert_eq!(game.result(&[position]), outcome, "{text}");
        assert_eq!(game.describe_result(&[position]), words, "{text}");
    }
}

#[test]
fn the_third_occurrence_ends_the_game() {
    let plain = Jungle::default();
    let loses = Jungle { repetition_loses: true, ..plain };
    for (game, outcome, words) in [
        (plain, Outcome::Draw, "Draw by threefold repetition"),
        // Black's eighth move brings the start about once more.
        (loses, Outcome::Win(Side::First), "White wins: Black has repeated a position for the third time"),
    ] {
        let mut line = vec![game.start()];
        for mv in ["a3a4", "g7g6", "a4a3", "g6g7"].into_iter().cycle().take(8) {
            assert_eq!(game.result(&line), None);
            assert_eq!(game.outcome_by_history(&line, 4), None, "no repetition since the fourth ply");
            let mut next = *line.last().expect("a position");
            let mv = game.parse_move(&next, mv).expect(mv);
            game.play(&mut next, mv);
            line.push(next);
            // A search that began at the root takes the first repetition for the last.
            assert_eq!(game.outcome_by_history(&line[..line.len().min(5)], 0).is_some(), line.len() >= 5);
        }
        assert_eq!(game.result(&line), Some(outcome));
        assert_eq!(game.describe_result(&line), words);
    }
}

#[test]
fn looks() {
    let game = Jungle::default();
    let position = game.start();
    let mv = game.parse_move(&position, "a3a4").expect("a move");
    assert_eq!(game.steps(&position, mv), [Step::point(42), Step::point(35)]);
    let entered = game.parse_position("c2R3/7/7/7/7/7/7/7/7 b").expect("a position");
    assert_eq!(game.winning_points(&entered), [3]);
    let drawn = "\
9 l . # * # . t
8 . d . # . c .
7 r . p . w . e
6 . ~ ~ . ~ ~ .
5 . ~ ~ . ~ ~ .
4 . ~ ~ . ~ ~ .
3 E . W . P . R
2 . C . # . D .
1 T . # * # . L
  a b c d e f g
";
    assert_eq!(draw_text(&game.layout(), &game.scene(&position)), drawn);
    assert!(game.scene(&position).pieces.iter().any(|piece| piece.label == "象"));
}

#[test]
fn wrong_positions() {
    for (text, error) in [
        ("", "row 9 has only 0 of 7 squares (character 1)"),
        ("7/7/7", "only 3 of 9 rows (characters 1 to 5)"),
        ("7/7/7/7/7/7/7/7/7/7 w", "there are only 9 rows (character 18)"),
        ("l6/6/7/7/7/7/7/7/L6 w", "row 8 has only 6 of 7 squares (character 5)"),
        ("l7/7/7/7/7/7/7/7/L6 w", "row 9 has more than 7 squares (character 2)"),
        ("7l/7/7/7/7/7/7/7/L6 w", "row 9 has more than 7 squares (character 2)"),
        ("l24/7/7/7/7/7/7/7/L6 w", "two digits in a row; write their sum (character 3)"),
        (
            "x6/7/7/7/7/7/7/7/L6 w",
            "expected a piece letter, a digit from 1 to 7 or '/', found 'x' (character 1)",
        ),
        ("l5l/7/7/7/7/7/7/7/L6 w", "Black has a second lion (character 3)"),
        ("l6/7/7/1L5/7/7/7/7/7 w", "White's lion cannot stand in water (character 9)"),
        ("l6/7/7/7/7/7/7/7/3L3 w", "White's lion cannot stand in its own den (character 19)"),
        ("l2L3/7/7/7/7/7/7/7/7 w", "White has entered the den and cannot be to move (character 22)"),
        ("7/7/7/7/7/7/7/7/L6 w", "Black has no piece and is not to move"),
        ("7/7/7/7/7/7/7/7/7 w", "Black has no piece and is not to move"),
        ("l6/7/7/7/7/7/7/7/L6", "expected the side to move, w or b, found \"\" (character 21)"),
        ("l6/7/7/7/7/7/7/7/L6 x", "expected the side to move, w or b, found \"x\" (character 21)"),
    ] {
        assert_eq!(Jungle::default().parse_position(text).expect_err(text).to_string(), error, "{text}");
    }
}

proptest! {
    #[test]
    fn texts_are_positions_or_errors(
        text in "[rcdwptleRCDWPTLE1-7/ wb]{0,40}|([rcdL1-7]{1,4}/){8}[RCD1-7]{1,4} [wb]|\\PC{0,60}"
    ) {
        let game = Jungle::default();
        if let Ok(position) = game.parse_position(&text) {
            prop_assert_eq!(game.format_position(&position), text.clone());
        }
        let _ = game.parse_move(&game.start(), &text);
    }
}
