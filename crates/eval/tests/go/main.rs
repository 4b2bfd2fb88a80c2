//! Knowledge of Go: life, playouts, priors.

mod enclosed;
mod eye_spaces;
mod network;
mod reading;

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::go::{GoGuide, PlayoutKnowledge, capture, features, ladder, unconditional_life};
use wanqi_game::{Game, Notation, Side, random};
use wanqi_games::go::{Go, Move, PlayoutRng, Policy, Position, UpTo9, UpTo19};
use wanqi_search::mcts::PlayoutGuide;

fn go(size: u8) -> Go<UpTo9> {
    Go::new(size).expect("a size")
}

fn read(go: &Go<UpTo9>, text: &str) -> Position<UpTo9> {
    go.parse_position(text).expect(text)
}

/// The place of a point such as `C3`.
fn place(go: &Go<UpTo9>, position: &Position<UpTo9>, point: &str) -> usize {
    go.amaf_index(go.parse_move(position, point).expect(point)).expect("a point")
}

/// Benson's life: position, stones of Black that live, points of his eyes, and the same for White.
#[test]
fn unconditional_life() {
    for (size, stones, counts) in [
        // Two eyes of one point, and one.
        (5, "1X1XO/XXXXO/OOOOO/5/5", [6, 2, 0, 0]),
        (5, "1XXXO/XXXXO/OOOOO/5/5", [0, 0, 0, 0]),
        // A stone of White in an eye changes nothing.
        (6, "1OX1XO/XXXXXO/OOOOOO/6/6/6", [7, 3, 0, 0]),
        // Nor two eyes of two points; but a point that no stone touches is no liberty.
        (6, "2X2X/XXXXXX/OOOOOO/6/6/6", [8, 4, 0, 0]),
        (6, "2X1XO/2XXXO/XXXOOO/OOO3/6/6", [0, 0, 0, 0]),
        // Three strings in a row, of which the first has one eye only; and two strings with two eyes in common.
        (6, "1XX1XX/XOOX1X/OOXXXX/OOOOOO/6/6", [0, 0, 0, 0]),
        (6, "X1XXOO/1XX1XO/XX1XXO/OXXXOO/OOOO2/6", [13, 4, 0, 0]),
        // Both sides.
        (5, "1X1XO/XXXXO/OOOOO/1O1OO/OOOO1", [6, 2, 14, 3]),
        (5, "5/5/5/5/5", [0, 0, 0, 0]),
    ] {
        let go = go(size);
        let position = read(&go, &format!("{stones} X - 0 0 0"));
        let [black, white] = Side::BOTH.map(|side| unconditional_life::alive(&go, &position, side));
        let lengths = [&black.stones, &black.territory, &white.stones, &white.territory].map(Vec::len);
        assert_eq!(lengths, counts, "{stones}");
    }
}

/// What lives is never taken, whatever the other side plays while its own passes.
#[test]
fn what_lives_is_never_taken() {
    let go = go(6);
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    let mut found = 0;
    for side in Side::BOTH.repeat(150) {
        let mut position = go.start();
        go.playout(&mut position, &mut rng, 45);
        let life = unconditional_life::alive(&go, &position, side);
        found += life.stones.len();
        for _ in 0..60 {
            if go.side_to_move(&position) == side {
                go.play(&mut position, Move::PASS);
            }
            let mut moves = Vec::new();
            go.each_move(&position, |mv| moves.push(mv));
            go.play(&mut position, moves[random::below(&mut rng, moves.len() as u32) as usize]);
            assert!(life.stones.iter().all(|&stone| position.has_stone(stone, side)), "{position:?}");
        }
    }
    assert!(found > 100, "{found}");
}

/// Every move of a playout with knowledge is legal, and leads where the playout ends.
#[test]
fn knowing_playouts_play_legal_moves() {
    let all = PlayoutKnowledge::default();
    let none = PlayoutKnowledge { captures: false, escapes: false, shapes: false, careful: false };
    let kinds =
        [all, PlayoutKnowledge { captures: true, ..none }, PlayoutKnowledge { escapes: true, ..none }, none];
    for (seed, knowing) in (0..40).flat_map(|seed| kinds.map(|knowing| (seed, knowing))) {
        let go = go(5 + seed as u8 % 5);
        let (mut rng, mut told) = (Pcg64Mcg::seed_from_u64(seed), Vec::new());
        let (mut end, mut position) = (go.start(), go.start());
        let playout =
            go.playout_by(&knowing, &mut end, &mut rng, 400, |side, place| told.push((side, place)));
        assert!(playout.outcome.is_some());
        for (side, place) in told {
            let turns = go.side_to_move(&position) != side;
            for place in turns.then_some(None).into_iter().chain([Some(place)]) {
                let mut found = None;
                go.each_move(&position, |mv| found = found.or((go.amaf_index(mv) == place).then_some(mv)));
                go.play(&mut position, found.expect("a legal move"));
            }
        }
        assert_eq!(position.stones_key(), end.stones_key());
    }
}

/// White's group in the lower left of seven lines, all else Black's: whose its corner is when games have been played out, whoever
/// moves first.
#[test]
fn playouts_know_dead_shapes() {
    let go = go(7);
    for (rows, lives) in [
        ("XXXXXXX/OOOOXXX/1O1OXXX/OOOOXXX", true),
        // Eye space of five points in which Black can make a square; and of seven in a row, where no filling is of use.
        ("XXXXXXX/OOOOXXX/XX1OXXX/X1OOXXX", false),
        ("XXXXXXX/XXXXXXX/OOOOOOO/1XXXXX1", true),
        // Of four points in a square, which no move makes two eyes.
        ("XXXXXXX/OOOXXXX/X1OXXXX/2OXXXX", false),
    ] {
        for side in ["X", "O"] {
            let position = read(&go, &format!("XXXXXXX/X1XXX1X/XXXXXXX/{rows} {side} - 0 0 0"));
            let stone = place(&go, &go.start(), if rows.starts_with("XXXXXXX/O") { "A3" } else { "A2" });
            let mut rng = Pcg64Mcg::seed_from_u64(8);
            let lived = (0..200).filter(|_| {
                let mut end = position;
                go.playout_by(&PlayoutKnowledge::default(), &mut end, &mut rng, 400, |_, _| ());
                end.has_stone(stone, Side::Second)
            });
            let lived = lived.count();
            assert_eq!(lived > 100, lives, "{rows} {side}: {lived}");
        }
    }
}

/// What is played next to the last move: position, last move, and the answer, if knowledge has one.
#[test]
fn answers() {
    let without = PlayoutKnowledge { shapes: false, ..PlayoutKnowledge::default() };
    for (knowing, text, last, answer) in [
        // Taken where it can be, saved where it can be, by running or by taking.
        (without, "5/2X2/1XO2/2X2/5 X - 0 0 0", "C3", Some("D3")),
        (without, "5/2X2/1XO2/2X2/5 O - 0 0 0", "C2", Some("D3")),
        (without, "5/5/5/XXX2/XO1X1 O - 0 0 0", "B2", None),
        (without, "5/5/5/1XX2/XO1X1 O - 0 0 0", "B2", Some("A2")),
        (without, "5/5/OO3/XXO2/1O3 O - 0 0 0", "B2", Some("A1")),
        (PlayoutKnowledge { captures: false, ..without }, "5/2X2/1XO2/2X2/5 X - 0 0 0", "C3", None),
        (PlayoutKnowledge { escapes: false, ..without }, "5/2X2/1XO2/2X2/5 O - 0 0 0", "C2", None),
        // A cut.
        (PlayoutKnowledge::default(), "5/2OX1/2X2/5/5 O - 0 0 0", "C3", Some("D3")),
        (without, "5/2OX1/2X2/5/5 O - 0 0 0", "C3", None),
    ] {
        let go = go(5);
        let position = read(&go, text);
        // The stone that was put last is not on the board where the text of its move is read.
        let last = place(&go, &go.start(), last);
        let side = go.side_to_move(&position);
        let answer = answer.map(|point| place(&go, &position, point));
        let found: Vec<Option<usize>> = (0..32)
            .map(|seed| knowing.choose(&position, side, Some(last), &mut PlayoutRng::new(seed << 59)))
            .collect();
        match answer {
            None => assert!(found.iter().all(Option::is_none), "{text}: {found:?}"),
            Some(_) => assert!(found.contains(&answer), "{text}: {found:?}, not {answer:?}"),
        }
    }
}

/// A guide tells of legal moves once each, with probabilities that add up to 1; own eyes are left out, a capture that
/// saves stands out.
#[test]
fn priors() {
    let go = go(6);
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut line = vec![go.start()];
    while go.result(&line).is_none() {
        let (mut seen, mut all) = (Vec::new(), 0.0);
        GoGuide::default().priors(&go, &line, &mut |mv, prior| {
            assert!(!seen.contains(&mv) && !go.forbidden_by_history(&line, mv));
            assert!((0.0..=1.0).contains(&prior.value) && prior.visits >= 0.0);
            seen.push(mv);
            all += prior.probability;
        });
        assert!((all - 1.0).abs() < 1e-4 && seen.iter().any(|mv| mv.is_pass()), "{all}");
        let mut legal = Vec::new();
        go.each_move(&line[line.len() - 1], |mv| legal.push(mv));
        assert!(seen.iter().all(|mv| legal.contains(mv)));
        let mut next = line[line.len() - 1];
        let mv = go.random_move(&next, &mut rng).filter(|&mv| !go.forbidden_by_history(&line, mv));
        go.play(&mut next, mv.unwrap_or(Move::PASS));
        line.push(next);
    }
    let position = read(&go, "1X1X2/XXX1O1/6/1XXO2/XOO3/1XXO2 X - 0 0 0");
    let (mut values, mut eyes) = (Vec::new(), 0);
    GoGuide::default().priors(&go, &[position], &mut |mv, prior| {
        let text = go.format_move(&position, mv, 0);
        eyes += usize::from(text == "A6");
        values.push((text, prior.value * prior.visits));
    });
    let best = values.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("moves");
    assert_eq!((best.0.as_str(), eyes), ("D2", 0), "{values:?}");
}

/// Ladders: position, a stone, and whether the side to move takes its string, or saves it if it is its own.
#[test]
fn ladders() {
    for (size, text, stone, comes_true) in [
        // Across the board: to the edge, to a breaker, past one that is off the way, and stopped before one.
        (9, "9/9/9/9/9/2X6/1XOO5/2XX5/9 X", "C3", true),
        (9, "9/9/6O2/9/9/2X6/1XOO5/2XX5/9 X", "C3", false),
        (9, "9/1O7/9/9/9/2X6/1XOO5/2XX5/9 X", "C3", true),
        (9, "9/9/6O2/9/9/2X1X4/1XOO5/2XX5/9 X", "C3", true),
        // The same for the side that runs.
        (9, "9/9/9/9/9/2X6/1XO6/2XX5/9 O", "C3", false),
        (9, "9/9/6O2/9/9/2X6/1XO6/2XX5/9 O", "C3", true),
        (9, "9/1O7/9/9/9/2X6/1XO6/2XX5/9 O", "C3", false),
        // In the corner there is no room; three liberties are no ladder.
        (5, "5/5/5/1X3/O4 X", "A1", true),
        (5, "5/5/2O2/1X3/5 X", "C3", false),
        // The hunter's stone in atari is taken; with a liberty more it is not.
        (5, "5/5/1XO2/1OX2/1XO2 O", "B2", true),
        (5, "5/5/1XO2/1OX2/1X3 O", "B2", false),
    ] {
        let go = go(size);
        let position = read(&go, &format!("{text} - 0 0 0"));
        let place = place(&go, &go.start(), stone);
        let own = position.has_stone(place, go.side_to_move(&position));
        let found = if own {
            ladder::can_escape(&go, &position, place)
        } else {
            ladder::can_catch(&go, &position, place)
        };
        assert_eq!(found, comes_true, "{stone} of {text}");
    }
}

/// The stack of a thread, or of a browser's, holds the longest reading: a ladder on 19 lines, from one corner to the other.
#[test]
fn ladders_are_read_on_a_small_stack() {
    const BYTES: usize = 192 << 10;
    let read = || {
        let go = Go::<UpTo19>::new(19).expect("a size");
        let rows = ["19"; 15].into_iter().chain(["2X16", "1XOO15", "2XX15", "19"]);
        let text = format!("{} X - 0 0 0", rows.collect::<Vec<_>>().join("/"));
        let position = go.parse_position(&text).expect("a position");
        let stone = go.place_at(2, 16);
        assert!(position.has_stone(stone, Side::Second));
        let reads = capture::Budget { moves: 400, quiet: 0 };
        (ladder::can_catch(&go, &position, stone), capture::catching(&go, &position, stone, reads).is_some())
    };
    let found = std::thread::Builder::new().stack_size(BYTES).spawn(read).expect("a thread").join();
    assert_eq!(found.expect("it ends"), (true, true));
}

/// The same by the rules alone: the side that runs tries every move, and the hunter every one that leaves a liberty.
mod naive {
    use super::*;

    pub fn catches(go: &Go<UpTo9>, position: &Position<UpTo9>, stone: usize) -> bool {
        match position.liberties::<3>(stone) {
            (_, 0 | 1) => true,
            (_, 2) => each_after(go, position)
                .any(|after| after.last_liberty(stone).is_some() && !escapes(go, &after, stone)),
            _ => false,
        }
    }

    pub fn escapes(go: &Go<UpTo9>, position: &Position<UpTo9>, stone: usize) -> bool {
        each_after(go, position)
            .any(|after| after.last_liberty(stone).is_none() && !catches(go, &after, stone))
    }

    /// The positions after every move that fills no own eye.
    fn each_after(go: &Go<UpTo9>, position: &Position<UpTo9>) -> impl Iterator<Item = Position<UpTo9>> {
        let (mut all, side) = (Vec::new(), go.side_to_move(position));
        go.each_move(position, |mv| {
            if go.amaf_index(mv).is_some_and(|place| position.is_sensible(place, side)) {
                let mut after = *position;
                go.play(&mut after, mv);
                all.push(after);
            }
        });
        all.into_iter()
    }
}

#[test]
fn ladders_agree_with_naive_reading() {
    let go = go(6);
    let mut rng = Pcg64Mcg::seed_from_u64(6);
    let mut found = [0; 4];
    for plies in (8..30).cycle().take(300) {
        let mut position = go.start();
        go.playout(&mut position, &mut rng, plies);
        let side = go.side_to_move(&position);
        for point in 0..36 {
            let stone = go.place_at(point % 6, point / 6);
            if position.string(stone) != stone || position.is_empty(stone) {
                continue;
            }
            let (own, liberties) = (position.has_stone(stone, side), position.liberties::<3>(stone).1);
            let (fast, slow) = match (own, liberties) {
                (false, 2) => {
                    (ladder::can_catch(&go, &position, stone), naive::catches(&go, &position, stone))
                }
                (true, 1) => {
                    (ladder::can_escape(&go, &position, stone), naive::escapes(&go, &position, stone))
                }
                _ => continue,
            };
            assert_eq!(fast, slow, "{stone} of {}", go.format_position(&position));
            found[2 * usize::from(own) + usize::from(fast)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}

/// The features of a move: position, stones before, move, and its place in some group.
#[test]
fn features_of_moves() {
    let [shape, capture, danger, atari, line, near, before] = [0, 1, 2, 3, 4, 5, 6];
    for (text, last, point, group, feature) in [
        ("5/5/5/5/5 X", [None; 2], "C3", shape, 0),
        ("5/5/5/5/5 X", [None; 2], "C3", line, 3),
        ("5/5/5/5/5 X", [None; 2], "E3", line, 1),
        ("5/5/5/5/5 X", [None; 2], "E3", near, 0),
        // Beside, at the corner, a jump, far.
        ("5/5/2O2/5/5 X", [Some("C3"), None], "C4", near, 1),
        ("5/5/2O2/5/5 X", [Some("C3"), None], "D4", near, 2),
        ("5/5/2O2/5/5 X", [Some("C3"), None], "C5", near, 3),
        ("5/5/2O2/1X3/5 X", [Some("C3"), Some("B2")], "B3", before, 1),
        // A stone, two of them, and one that frees an own string.
        ("5/5/1X3/XO3/1X3 X", [None; 2], "C2", capture, 1),
        ("5/5/1XX2/XOO2/1XX2 X", [None; 2], "D2", capture, 2),
        ("5/2O2/1OX2/XO3/1XO2 X", [None; 2], "C2", capture, 0),
        ("5/5/X4/OXO2/1O3 X", [None; 2], "A1", capture, 3),
        ("5/5/1X3/1O3/OX3 X", [None; 2], "C1", danger, 3),
        // Into atari with one stone, with three; out of it, and out of it in vain.
        ("5/5/5/1O3/2O2 X", [None; 2], "B1", danger, 2),
        ("5/5/5/OOO2/XX3 X", [None; 2], "C1", danger, 1),
        ("5/5/2X2/1XO2/2X2 O", [None; 2], "D2", danger, 3),
        ("5/5/5/1XX2/1XO2 O", [None; 2], "D1", danger, 4),
        ("5/5/2X2/1XO2/2X2 O", [None; 2], "A5", danger, 0),
        // No atari, one that does not catch, one that catches a stone, and two.
        ("5/5/2O2/1X3/5 X", [None; 2], "C4", atari, 0),
        ("5/2X2/1XO2/5/5 X", [None; 2], "D3", atari, 1),
        ("5/5/2X2/1XO2/5 X", [None; 2], "D2", atari, 2),
        ("5/5/5/XXX2/1OO2 X", [None; 2], "D1", atari, 3),
    ] {
        let go = go(5);
        let position = read(&go, &format!("{text} - 0 0 0"));
        let at = |point: &str| place(&go, &go.start(), point);
        let found = features::features(&go, &position, at(point), last.map(|last| last.map(at)));
        assert_eq!(usize::from(found[group]), feature, "group {group} of {point} in {text}: {found:?}");
    }
}

/// Turning and mirroring the board changes the features of no move.
#[test]
fn features_have_no_direction() {
    let go = go(6);
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    for plies in 1..60 {
        let (mut position, mut turned) = (go.start(), go.start());
        for _ in 0..plies {
            let mv = go.random_move(&position, &mut rng).expect("a pass is always legal");
            go.play(&mut position, mv);
            let image = go.amaf_index(mv).map(|place| {
                let (column, row) = go.column_and_row(place);
                position.move_at(go.place_at(5 - row, column))
            });
            go.play(&mut turned, image.unwrap_or(Move::PASS));
        }
        for point in (0..36).map(|point| (point % 6, point / 6)) {
            let [one, other] = [go.place_at(point.0, point.1), go.place_at(5 - point.1, point.0)];
            if position.is_empty(one) {
                let [found, image] = [(&position, one), (&turned, other)]
                    .map(|(position, place)| features::features(&go, position, place, [None; 2]));
                assert_eq!(found, image, "{point:?} of {}", go.format_position(&position));
            }
        }
    }
}

/// What a trainer adds up is the logarithm of what the guide multiplies.
#[test]
fn strengths_are_of_weights() {
    let mut weights: Vec<f64> =
        (0..features::ROWS).map(|row| f64::from(row as u32 % 7) / 10.0 - 0.3).collect();
    let mut first = 0;
    for count in features::GROUPS {
        weights[first] = 0.0;
        first += count;
    }
    assert_eq!(first, features::ROWS);
    let strengths = features::Strengths::of_weights(&weights);
    for move_features in [[0; 7], [5, 0, 2, 0, 1, 0, 13], [1, 3, 4, 3, 5, 13, 1]] {
        let sum: f64 = features::rows(&move_features).map(|row| weights[row as usize]).sum();
        let strength = f64::from(strengths.of(&move_features));
        assert!((strength.ln() - sum).abs() < 1e-5, "{move_features:?}: {strength}");
    }
}

/// What is written of strengths is read, and what is broken is refused.
#[test]
fn strengths_are_read() {
    let shipped = &*features::STRENGTHS;
    let all = shipped.0.iter().flatten();
    assert!(all.clone().all(|strength| strength.is_finite() && *strength > 0.0));
    assert!(all.filter(|&&strength| strength != 1.0).count() > 100);
    let again = features::Strengths::read(&shipped.write()).expect("what was written");
    assert_eq!(again.write(), shipped.write());
    for text in ["7 0 1.0", "0 9999 1.0", "0 1", "0 1 x", "zero"] {
        assert_eq!(features::Strengths::read(text), None, "{text}");
    }
}
