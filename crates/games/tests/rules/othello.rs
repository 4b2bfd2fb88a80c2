use crate::{check_conformance, check_perft, rng};
use proptest::prelude::*;
use wanqi_game::{Depict, Game, Notation, Outcome, Side, Step, conformance, perft::perft};
use wanqi_games::othello::{Goal, Othello, Size, Turning};

const SMALL: Othello = Othello::new(Size::Six);
const LARGE: Othello = Othello::new(Size::Eight);

/// Who has fewer discs wins.
const FEWEST: [Othello; 2] = [SMALL.with_goal(Goal::Fewest), LARGE.with_goal(Goal::Fewest)];

/// Othello once more, slow and plain: a table of squares, walked square by square. Shares only the texts.
#[derive(Clone)]
struct Naive {
    squares: Vec<Vec<char>>,
    turn: char,
}

impl Naive {
    fn read(text: &str) -> Naive {
        let (board, turn) = text.split_once(' ').expect("a side");
        Naive {
            squares: board.split('/').map(|row| row.chars().collect()).collect(),
            turn: turn.chars().next().expect("a side"),
        }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = self.squares.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.turn)
    }

    fn other(side: char) -> char {
        if side == 'X' { 'O' } else { 'X' }
    }

    fn at(&self, column: i32, row: i32) -> Option<char> {
        let column = usize::try_from(column).ok()?;
        self.squares.get(usize::try_from(row).ok()?)?.get(column).copied()
    }

    fn turned(&self, side: char, column: i32, row: i32) -> Vec<(i32, i32)> {
        let mut turned = Vec::new();
        if self.at(column, row) != Some('.') {
            return turned;
        }
        for (right, down) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let step = |i: i32| (column + i * right, row + i * down);
            let hostile = |&i: &i32| self.at(step(i).0, step(i).1) == Some(Self::other(side));
            let length = (1..).take_while(hostile).count() as i32;
            let (beyond_column, beyond_row) = step(length + 1);
            if self.at(beyond_column, beyond_row) == Some(side) {
                turned.extend((1..=length).map(step));
            }
        }
        turned
    }

    fn places(&self, side: char) -> Vec<(i32, i32)> {
        let size = self.squares.len() as i32;
        let all = (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
        all.filter(|&(column, row)| !self.turned(side, column, row).is_empty()).collect()
    }

    fn moves(&self) -> Vec<String> {
        let places = self.places(self.turn);
        if places.is_empty() && !self.places(Self::other(self.turn)).is_empty() {
            return vec!["pass".into()];
        }
        let name = |(column, row)| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        places.into_iter().map(name).collect()
    }

    fn play(&mut self, mv: &str) {
        if mv != "pass" {
            let (column, row) = (i32::from(mv.as_bytes()[0] - b'a'), i32::from(mv.as_bytes()[1] - b'1'));
            for (column, row) in self.turned(self.turn, column, row).into_iter().chain([(column, row)]) {
                self.squares[row as usize][column as usize] = self.turn;
            }
        }
        self.turn = Self::other(self.turn);
    }

    fn margin(&self) -> i32 {
        let count = |of: char| self.squares.iter().flatten().filter(|&&c| c == of).count() as i32;
        let lead = count('X') - count('O');
        lead + lead.signum() * count('.')
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves()
            .iter()
            .map(|mv| {
                let mut next = self.clone();
                next.play(mv);
                next.perft(depth - 1)
            })
            .sum()
    }
}

#[test]
fn conformance() {
    for game in [SMALL, LARGE, FEWEST[0], FEWEST[1]] {
        check_conformance(&game, 128, str::to_owned);
        conformance::check_playouts(&game, &mut rng(2), 100, 128);
    }
}

#[test]
fn perft_8() {
    check_perft(&LARGE, include_str!("../../../../testdata/perft/othello.txt"), 15_000_000);
}

#[test]
fn perft_6() {
    check_perft(&SMALL, include_str!("../../../../testdata/perft/othello_6.txt"), 5_000_000);
    let start = SMALL.start();
    for depth in 0..=8 {
        let naive = Naive::read(&SMALL.format_position(&start)).perft(depth);
        assert_eq!(perft(&SMALL, &start, depth), naive, "depth {depth}");
    }
}

/// The moves are the same, the end is the other way round.
#[test]
fn fewest_discs_win() {
    check_perft(&FEWEST[1], include_str!("../../../../testdata/perft/othello.txt"), 500_000);
    check_perft(&FEWEST[0], include_str!("../../../../testdata/perft/othello_6.txt"), 500_000);
    for (usual, fewest) in [SMALL, LARGE].into_iter().zip(FEWEST) {
        let mut rng = rng(5);
        for _ in 0..100 {
            let mut position = usual.start();
            while usual.outcome(&position).is_none() {
                assert_eq!(fewest.outcome(&position), None);
                let mv = usual.random_move(&position, &mut rng).expect("a move");
                usual.play(&mut position, mv);
            }
            let turned = usual.outcome(&position).map(|outcome| match outcome {
                Outcome::Win(side) => Outcome::Win(side.opponent()),
                Outcome::Draw => Outcome::Draw,
            });
            assert_eq!(fewest.outcome(&position), turned);
            assert_eq!(fewest.margin(&position), usual.margin(&position).map(|margin| -margin));
        }
    }
}

#[test]
fn random_games_go_as_a_naive_twin_says() {
    for game in [SMALL, LARGE] {
        let (mut rng, mut passes, mut draws) = (rng(4), 0, 0);
        for _ in 0..300 {
            let mut position = game.start();
            let mut naive = Naive::read(&game.format_position(&position));
            loop {
                let mut moves = Vec::new();
                if game.outcome(&position).is_none() {
                    game.each_move(&position, |mv| moves.push(game.format_move(&position, mv, 0)));
                }
                assert_eq!(moves, naive.moves(), "{}", naive.write());
                assert_eq!(game.margin(&position), Some(naive.margin().into()), "{}", naive.write());
                if moves.is_empty() {
                    let winner = match naive.margin() {
                        0 => Outcome::Draw,
                        1.. => Outcome::Win(Side::First),
                        _ => Outcome::Win(Side::Second),
                    };
                    assert_eq!(game.outcome(&position), Some(winner), "{}", naive.write());
                    draws += usize::from(winner == Outcome::Draw);
                    break;
                }
                let mv = game.random_move(&position, &mut rng).expect("a move");
                let text = game.format_move(&position, mv, 0);
                passes += usize::from(text == "pass");
                naive.play(&text);
                game.play(&mut position, mv);
                assert_eq!(game.format_position(&position), naive.write());
            }
        }
        assert!(passes > 10 && draws > 0, "{passes} passes, {draws} draws");
    }
}

#[test]
fn outcomes() {
    let (black, white) = (Some(Outcome::Win(Side::First)), Some(Outcome::Win(Side::Second)));
    for (game, text, outcome, margin, said) in [
        (SMALL, "....../....../..OX../..XO../....../...... X", None, 0, ""),
        // The side to move can place no disc, the other can: a pass, not the end.
        (SMALL, "OOOOX./....../....../....../....../...... X", None, -3, ""),
        (SMALL, "OOOOOO/OOOOOO/OOOOOO/XXXXXX/XXXXXX/XXXXX. X", None, -1, ""),
        // All of one colour, most squares empty: they go to the winner.
        (SMALL, "....../....../..XX../..XX../....../...... O", black, 36, "Black wins 36 to 0"),
        (SMALL, "OO..../....../....../....../....../....XX X", Some(Outcome::Draw), 0, "A draw, 18 to 18"),
        (SMALL, "OOOOOO/OOOOOO/OOOOOO/XXXXXX/XXXXXX/XXXXXO X", white, -2, "White wins 19 to 17"),
        (FEWEST[0], "OOOOOO/OOOOOO/OOOOOO/XXXXXX/XXXXXX/XXXXXO X", black, 2, "Black wins 17 to 19"),
        (FEWEST[0], "....../....../..XX../..XX../....../...... O", white, -36, "White wins 0 to 36"),
        (
            FEWEST[0],
            "OO..../....../....../....../....../....XX X",
            Some(Outcome::Draw),
            0,
            "A draw, 18 to 18",
        ),
    ] {
        let position = game.parse_position(text).expect(text);
        assert_eq!(game.result(&[position]), outcome, "{text}");
        if outcome.is_some() {
            assert_eq!(game.margin(&position), Some(f64::from(margin)), "{text}");
            assert_eq!(game.describe_result(&[position]), said, "{text}");
        }
    }
}

#[test]
fn a_pass_is_a_move_and_clicked_as_a_choice() {
    let position = SMALL.parse_position("OOOOX./....../....../....../....../...... X").expect("a position");
    let mv = SMALL.parse_move(&position, "pass").expect("a pass");
    assert_eq!(SMALL.move_count(&position), 1);
    assert!(matches!(&SMALL.steps(&position, mv)[..], [Step::Choice { name, .. }] if name == "pass"));
    let mut next = position;
    SMALL.play(&mut next, mv);
    assert_eq!(SMALL.format_position(&next), "OOOOX./....../....../....../....../...... O");
}

#[test]
fn one_text_without_slashes_is_read_too() {
    let text = "---------------------------OX------XO--------------------------- X";
    assert_eq!(LARGE.parse_position(text), Ok(LARGE.start()));
    assert_eq!(SMALL.parse_position("--------------OX----XO-------------- X"), Ok(SMALL.start()));
    // As GGF, suites and other programs write it.
    for text in [
        "---------------------------O*------*O--------------------------- *",
        "---------------------------ox------xo--------------------------- b",
        "---------------------------OX------XO---------------------------X",
        "...........................O*......*O...........................*",
        "---------------------------OX------XO--------------------------- X; f5:+0",
        "......../......../......../...O*.../...*O.../......../......../........ B ; from GGS",
    ] {
        assert_eq!(LARGE.parse_position(text), Ok(LARGE.start()), "{text}");
    }
    let white = LARGE.parse_position("---------------------------OX------XO--------------------------- w");
    assert_eq!(white.map(|position| LARGE.side_to_move(&position)), Ok(Side::Second));
}

#[test]
fn wrong_positions() {
    for (game, text, error) in [
        (LARGE, "", "8 rows of 8 are expected, the text ends early (character 1)"),
        (LARGE, "....../....../..OX../..XO../....../...... X", "8 rows of 8 are expected (character 7)"),
        (SMALL, "......./....../....../....../....../...... X", "a row has 6 places (character 7)"),
        (SMALL, "---------------OX----XO--------------- X", "the board has 36 places (character 37)"),
        (
            SMALL,
            "....B./....../....../....../....../...... X",
            "expected X, O or '.', found 'B' (character 5)",
        ),
        (
            SMALL,
            "....../....../....../....../....../......",
            "expected the side to move, X or O, found \"\" (character 42)",
        ),
        (
            SMALL,
            "....../....../....../....../....../...... R",
            "expected the side to move, X or O, found \"R\" (character 43)",
        ),
        (
            SMALL,
            "....../....../....../....../....../....../...... X",
            "6 rows of 6 are expected (character 42)",
        ),
    ] {
        assert_eq!(game.parse_position(text).expect_err(text).to_string(), error, "{text}");
    }
}

#[test]
fn wrong_moves() {
    for (game, text, mv, error) in [
        (LARGE, None, "a1", "a1 turns no disc"),
        (LARGE, None, "d4", "d4 is taken"),
        (LARGE, None, "pass", "a pass is legal only where no disc can be placed"),
        (LARGE, None, "i1", "a move is a square from a1 to h8 or \"pass\", not \"i1\""),
        (SMALL, None, "a7", "a move is a square from a1 to f6 or \"pass\", not \"a7\""),
        (SMALL, None, "c04", "a move is a square from a1 to f6 or \"pass\", not \"c04\""),
        (SMALL, None, "ü1", "a move is a square from a1 to f6 or \"pass\", not \"ü1\""),
        (SMALL, Some("....../....../..XX../..XX../....../...... O"), "pass", "the game is over"),
    ] {
        let position = text.map_or(game.start(), |text| game.parse_position(text).expect(text));
        assert_eq!(game.parse_move(&position, mv).expect_err(mv).to_string(), error);
    }
    let start = LARGE.start();
    assert_eq!(LARGE.parse_move(&start, "D3"), LARGE.parse_move(&start, "d3"));
}

proptest! {
    #[test]
    fn texts_are_positions_or_errors(text in "[XO./ -]{0,80}|(([XO.]{8}/){7}[XO.]{8} [XO])|(([XO.]{6}/){5}[XO.]{6} [XO])|\\PC{0,80}") {
        for game in [SMALL, LARGE] {
            if let Ok(position) = game.parse_position(&text) {
                prop_assert_eq!(game.format_position(&position).replace('/', ""), text.replace('-', ".").replace('/', ""));
            }
            let _ = game.parse_move(&game.start(), &text);
        }
    }

    /// Any discs anywhere, not only those of played games.
    #[test]
    fn any_board_has_the_moves_of_the_naive_twin(rows in "(([XO.]{8}/){7}[XO.]{8} [XO])") {
        let (position, naive) = (LARGE.parse_position(&rows).expect("a position"), Naive::read(&rows));
        let mut moves = Vec::new();
        if LARGE.outcome(&position).is_none() {
            LARGE.each_move(&position, |mv| moves.push(mv));
        }
        let texts: Vec<String> = moves.iter().map(|&mv| LARGE.format_move(&position, mv, 0)).collect();
        prop_assert_eq!(&texts, &naive.moves());
        for (mv, text) in moves.into_iter().zip(texts) {
            let (mut next, mut naive) = (position, naive.clone());
            LARGE.play(&mut next, mv);
            naive.play(&text);
            prop_assert_eq!(LARGE.format_position(&next), naive.write());
        }
    }
}

/// Turned, a game is the same game: moves, what they turn, and the end of it.
#[test]
fn turned_boards() {
    for game in [SMALL, LARGE] {
        let mut rng = rng(5);
        for _ in 0..20 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let (canonical, _) = position.canonical();
                let mut moves = Vec::new();
                game.each_move(&position, |mv| moves.push(mv));
                for turning in Turning::all() {
                    let turned = position.turned(turning);
                    assert_eq!(turned.turned(turning.back()), position, "{turning:?}");
                    let text = game.format_position(&turned);
                    assert_eq!(game.parse_position(&text).expect(&text), turned, "{turning:?}");
                    assert_eq!(turned.canonical().0, canonical, "{turning:?}");
                    for &mv in &moves {
                        let (mut next, mut turned) = (position, turned);
                        game.play(&mut next, mv);
                        game.play(&mut turned, turning.of_move(mv));
                        assert_eq!(next.turned(turning), turned, "{turning:?} {mv:?}");
                        assert_eq!(turning.back().of_move(turning.of_move(mv)), mv, "{turning:?}");
                    }
                }
                let mv = game.random_move(&position, &mut rng).expect("a move");
                game.play(&mut position, mv);
            }
        }
    }
    let boards: std::collections::BTreeSet<u64> = Turning::all().map(|turning| turning.set(0x0706)).collect();
    assert_eq!(boards.len(), 8, "they are eight");
}
