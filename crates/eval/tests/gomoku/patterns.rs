use crate::{RULES, game, random_line, rectangle};
use std::collections::HashMap;
use wanqi_eval::gomoku::{Class, Lines, Pattern};
use wanqi_game::{Notation, Side, random};
use wanqi_games::gomoku::{Gomoku, Position, Rule};
use wanqi_search::Incremental;

/// A line as a side sees it, a byte a point: `o` its stones, `#` what it can never have, `.` empty.
type Line = Vec<u8>;

/// The line through a point in a direction, walls included, and the point's place in it.
fn line_through(
    game: &Gomoku,
    position: &Position,
    side: Side,
    point: usize,
    direction: usize,
) -> (Line, usize) {
    let (columns, rows) = (game.columns() as i32, game.rows() as i32);
    let (row, column) = (point as i32 / columns, point as i32 % columns);
    let (down, right) = [(0, 1), (1, 0), (1, 1), (1, -1)][direction];
    let at = |i: i32| {
        let (row, column) = (row + i * down, column + i * right);
        if !(0..rows).contains(&row) || !(0..columns).contains(&column) {
            return b'#';
        }
        match position.at(row as usize, column as usize) {
            None => b'.',
            Some(stone) if stone == side => b'o',
            Some(_) => b'#',
        }
    };
    ((-6..=6).map(at).collect(), 6)
}

/// What the line is with the stone that stands at `at`, by the words that define patterns: what can be made of it with one
/// more stone, and in how many ways.
fn naive(
    line: &mut Line,
    at: usize,
    (rule, side): (Rule, Side),
    known: &mut HashMap<(Line, Side), Pattern>,
) -> Pattern {
    if let Some(&pattern) = known.get(&(line.clone(), side)) {
        return pattern;
    }
    let text = String::from_utf8_lossy(line).into_owned();
    let start = text[..at].rfind(|stone| stone != 'o').map_or(0, |before| before + 1);
    let length = text[start..].find(|stone| stone != 'o').unwrap_or(text.len() - start);
    let pattern = match length {
        5 => Pattern::Five,
        6.. if rule == Rule::Freestyle || (rule, side) == (Rule::Renju, Side::Second) => Pattern::Five,
        6.. => Pattern::Overline,
        _ => {
            let (mut next, mut fives) = (Vec::new(), Vec::new());
            for i in (0..line.len()).filter(|i| i.abs_diff(at) <= 5) {
                if line[i] == b'.' {
                    line[i] = b'o';
                    next.push(naive(line, at, (rule, side), known));
                    fives.extend((next[next.len() - 1] == Pattern::Five).then_some(i));
                    line[i] = b'.';
                }
            }
            let ways = |to: &[Pattern]| next.iter().filter(|pattern| to.contains(pattern)).count();
            match () {
                // Four stones in a row lie between the ends of a straight four.
                () if (rule, side) == (Rule::Renju, Side::First)
                    && fives.len() > 1
                    && fives[1] - fives[0] != 5 =>
                {
                    Pattern::BrokenFours
                }
                () if ways(&[Pattern::Five]) > 1 => Pattern::StraightFour,
                () if ways(&[Pattern::Five]) == 1 => Pattern::Four,
                () if ways(&[Pattern::StraightFour]) > 1 => Pattern::WideThree,
                () if ways(&[Pattern::StraightFour]) == 1 => Pattern::OpenThree,
                () if ways(&[Pattern::Four, Pattern::BrokenFours]) > 0 => Pattern::ClosedThree,
                () if ways(&[Pattern::WideThree]) > 0 => Pattern::WideTwo,
                () if ways(&[Pattern::OpenThree]) > 0 => Pattern::OpenTwo,
                () if ways(&[Pattern::ClosedThree]) > 0 => Pattern::ClosedTwo,
                () if ways(&[Pattern::WideTwo, Pattern::OpenTwo]) > 0 => Pattern::OpenOne,
                () if ways(&[Pattern::ClosedTwo]) > 0 => Pattern::ClosedOne,
                () => Pattern::Dead,
            }
        }
    };
    known.insert((line.clone(), side), pattern);
    pattern
}

#[test]
fn patterns_are_what_their_words_say() {
    let mut seen = std::collections::HashSet::new();
    let boards = [(15, 15), (7, 7), (7, 12), (20, 5)];
    for (rule, (columns, rows)) in RULES.into_iter().flat_map(|rule| boards.map(|board| (rule, board))) {
        let (game, mut known) = (rectangle(columns, rows, rule), HashMap::new());
        for seed in 0..6 {
            let line = random_line(&game, seed, 6 + 5 * seed as usize);
            let position = &line[line.len() - 1];
            let board = Lines::default().state(&game, position);
            for i in 0..60 {
                let point = random::word(seed, i) as usize % (game.columns() * game.rows());
                if !board.is_empty(point) {
                    continue;
                }
                for (side, direction) in
                    Side::BOTH.into_iter().flat_map(|side| (0..4).map(move |d| (side, d)))
                {
                    let (mut line, at) = line_through(&game, position, side, point, direction);
                    line[at] = b'o';
                    let expected = naive(&mut line, at, (rule, side), &mut known);
                    let text = String::from_utf8_lossy(&line).into_owned();
                    assert_eq!(board.pattern(side, point, direction), expected, "{rule:?} {side:?} {text}");
                    seen.insert(expected);
                }
            }
        }
    }
    assert!(seen.len() >= 12, "too few kinds of line: {seen:?}");
}

#[test]
fn what_renju_forbids_is_doubtful() {
    let game = game(15, Rule::Renju);
    let mut forbidden = 0;
    for seed in 0..40 {
        let line = random_line(&game, seed, 40);
        let position = &line[line.len() - 1];
        let board = Lines::default().state(&game, position);
        for point in (0..225).filter(|&point| board.is_empty(point)) {
            let class = board.class(Side::First, point);
            assert_ne!(board.class(Side::Second, point), Class::Doubtful);
            if game.forbidden(position, point / 15, point % 15).is_some() {
                assert_eq!(class, Class::Doubtful, "{}", game.format_position(position));
                forbidden += 1;
            }
        }
    }
    assert!(forbidden > 30, "{forbidden}");
}

#[test]
fn points_threaten_what_their_lines_make() {
    let (free, exact) = (game(15, Rule::Freestyle), game(15, Rule::ExactFive));
    let at = |row: usize, column: usize| row * 15 + column;
    // Rows 7 and 8 of the board, from the left; the points of row 7 and what Black threatens there.
    for (game, rows, points) in [
        (
            &free,
            ["....XXX........", "O.O.O.........."],
            vec![(3, Class::Fours), (7, Class::Fours), (8, Class::Four)],
        ),
        (&free, ["....XXXX.......", "O.O.O.O........"], vec![(3, Class::Five), (8, Class::Five)]),
        (&free, ["...OXXX........", "O.O............"], vec![(7, Class::Four), (8, Class::Four)]),
        (
            &free,
            [".....XX........", "O.O............"],
            vec![(4, Class::Three), (7, Class::Three), (9, Class::Quiet)],
        ),
        (&free, ["X.XXX.X........", "O.O.O.O........"], vec![(1, Class::Five), (5, Class::Five)]),
        (&free, ["..XX..XX.......", "O.O.O.O........"], vec![(4, Class::Four), (5, Class::Four)]),
        (&free, ["..XXX.XXX......", "O.O.O.O.O.O...."], vec![(5, Class::Five)]),
        (&exact, ["..XXX.XXX......", "O.O.O.O.O.O...."], vec![(5, Class::Quiet), (1, Class::Four)]),
        (&exact, [".X..XXX........", "O.O.O.O........"], vec![(3, Class::Four), (7, Class::Fours)]),
    ] {
        let empty = ["..............."; 7].join("/");
        let stones = |letter| rows.concat().matches(letter).count();
        // White's missing stones stand far off.
        let far: String = (0..15)
            .map(|i| if i % 2 == 0 && i / 2 < stones('X') - stones('O') { 'O' } else { '.' })
            .collect();
        let empty_below = ["..............."; 5].join("/");
        let text = format!("{empty}/{}/{}/{empty_below}/{far} X", rows[0], rows[1]);
        let position = game.parse_position(&text).expect(&text);
        let board = Lines::default().state(game, &position);
        for (column, class) in points {
            assert_eq!(board.class(Side::First, at(7, column)), class, "{} at {column}", rows[0]);
        }
    }
}
