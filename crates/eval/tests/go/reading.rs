//! Reading of captures, and problems whose answers are proven.

use super::{go, naive, place, read};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::go::capture::{self, Budget};
use wanqi_eval::go::opening::Opening;
use wanqi_eval::go::{GoGuide, tactics};
use wanqi_game::{Game, Notation, Side};
use wanqi_games::go::{Go, Position, UpTo9, UpTo13, UpTo19};
use wanqi_search::mcts::{Mcts, Options};
use wanqi_search::{Limits, Search};

const LADDERS: Budget = Budget { moves: 2000, quiet: 0 };
const NETS: Budget = Budget { moves: 20_000, quiet: 1 };

/// Position, a string of the other side, and whether it is taken by atari after atari, and by a quiet move too.
#[test]
fn captures() {
    for (size, text, stone, by_atari, quietly) in [
        // One liberty; two in the open; a ladder; a net, where the ladder is broken.
        (5, "5/5/2X2/1XO2/2X2 X", "C2", true, true),
        (5, "5/5/5/1OX2/5 X", "B2", false, false),
        (9, "9/9/9/9/9/2X6/1XOO5/2XX5/9 X", "C3", true, true),
        (9, "9/9/9/5O3/2X6/2XO5/3XX4/9/9 X", "D4", false, true),
        (9, "9/9/9/5O3/9/2XO5/3X5/9/9 X", "D4", false, false),
    ] {
        let go = go(size);
        let position = read(&go, &format!("{text} - 0 0 0"));
        let stone = place(&go, &go.start(), stone);
        for (budget, expected) in [(LADDERS, by_atari), (NETS, quietly)] {
            let found = capture::catching(&go, &position, stone, budget);
            assert_eq!(found.is_some(), expected, "{text} {budget:?}: {found:?}");
        }
    }
}

/// What naive reading catches is caught, by throw-ins too; what is caught stays so, whatever its side answers, anywhere on the
/// board; and what is said to save does.
#[test]
fn no_answer_was_forgotten() {
    let go = go(6);
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let (mut caught, mut saved, mut throw_ins) = (0, 0, 0);
    for plies in (8..28).cycle().take(300) {
        let mut position = go.start();
        go.playout(&mut position, &mut rng, plies);
        let side = go.side_to_move(&position);
        for stone in strings(&go, &position, side.opponent()) {
            let found = capture::catching(&go, &position, stone, LADDERS);
            let is_open = position.liberties::<3>(stone).1 == 2;
            assert!(found.is_some() || !is_open || !naive::catches(&go, &position, stone));
            if let Some(place) = found {
                let after = after(&go, &position, place);
                if !after.has_stone(stone, side.opponent()) {
                    continue;
                }
                throw_ins += u32::from(after.last_liberty(place).is_some());
                let mut answers = vec![capture::passed(&go, &after)];
                go.each_move(&after, |mv| {
                    let sensible = |place| after.is_sensible(place, side.opponent());
                    if go.amaf_index(mv).is_some_and(sensible) {
                        let mut answered = after;
                        go.play(&mut answered, mv);
                        answers.push(answered);
                    }
                });
                for answered in answers {
                    let gone = !answered.has_stone(stone, side.opponent());
                    let still = gone || capture::catching(&go, &answered, stone, LADDERS).is_some();
                    assert!(still, "{stone} of {}", go.format_position(&position));
                    caught += 1;
                }
            }
        }
        for stone in strings(&go, &position, side) {
            if capture::is_threatened(&go, &position, stone, LADDERS) {
                for place in capture::saving(&go, &position, stone, LADDERS) {
                    let after = after(&go, &position, place);
                    assert!(capture::catching(&go, &after, stone, LADDERS).is_none());
                    saved += 1;
                }
            }
        }
    }
    assert!(caught > 1000 && saved > 200 && throw_ins > 10, "{caught}, {saved}, {throw_ins}");
}

/// A stone of each string of a side with two liberties at most.
fn strings(go: &Go<UpTo9>, position: &Position<UpTo9>, side: Side) -> Vec<usize> {
    let places = (0..36).map(|point| go.place_at(point % 6, point / 6));
    let is_short = |&place: &usize| {
        position.has_stone(place, side)
            && position.string(place) == place
            && position.liberties::<3>(place).1 < 3
    };
    places.filter(is_short).collect()
}

fn after(go: &Go<UpTo9>, position: &Position<UpTo9>, place: usize) -> Position<UpTo9> {
    let mut after = *position;
    go.play(&mut after, position.move_at(place));
    after
}

/// What is said beside the last stone: position, last stone, and the moves with their value and visits.
#[test]
fn moves_beside_the_last_stone() {
    for (text, last, expected) in [
        // To be taken, now or by a ladder; run with in vain; nothing.
        ("5/5/2X2/1XO2/2X2 X", "C2", vec![("D2", 1.0, 15.0)]),
        ("5/5/2X2/1XO2/5 X", "C2", vec![("D2", 1.0, 15.0), ("C1", 1.0, 15.0)]),
        ("5/5/5/1XX2/1XO2 O", "B1", vec![("D1", 0.0, 20.0)]),
        ("5/5/5/5/5 X", "C3", vec![]),
    ] {
        let go = go(5);
        let position = read(&go, &format!("{text} - 0 0 0"));
        let found = tactics::near(&go, &position, place(&go, &go.start(), last));
        let found: Vec<(String, f32, f32)> = found
            .iter()
            .map(|reading| {
                let mv = position.move_at(reading.place);
                (go.format_move(&position, mv, 0), reading.value, reading.visits)
            })
            .collect();
        let found: Vec<_> = found.iter().map(|(mv, value, visits)| (mv.as_str(), *value, *visits)).collect();
        assert!(
            found.iter().all(|mv| expected.contains(mv)) && found.is_empty() == expected.is_empty(),
            "{text}: {found:?}"
        );
    }
}

/// Corners come first, then sides; small boards and middle games have no opening.
#[test]
fn openings() {
    let go = Go::<UpTo19>::new(19).expect("a size");
    let best = |text: &str| {
        let position = go.parse_position(text).expect(text);
        let opening = Opening::of(&go, &position).expect("few stones");
        let places = (0..361).map(|point| (point % 19, point / 19));
        let all = places.filter_map(|at| opening.value(at).map(|value| (value, at)));
        all.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a move").1
    };
    let lines = |(column, row): (usize, usize)| {
        let line = |at: usize| 1 + at.min(18 - at);
        (line(column).min(line(row)), line(column).max(line(row)))
    };
    let empty = ["19"; 19].join("/");
    assert!([(3, 4), (4, 4)].contains(&lines(best(&format!("{empty} X - 0 0 0")))));
    let mut rows = ["19"; 19];
    (rows[3], rows[15]) = ("3X11O3", "3O11X3");
    let sides = lines(best(&format!("{} X - 0 0 0", rows.join("/"))));
    assert!(sides.0 == 3 || sides.0 == 4, "{sides:?}");
    let mut line = vec![go.start()];
    let mut search = Mcts::informed(Options::default(), GoGuide::default());
    for ply in 0..10 {
        let report = search.search(&go, &line, &Limits::nodes(300), &mut |_| ());
        let mv = report.best.expect("a move");
        let at = lines(go.column_and_row(go.amaf_index(mv).expect("no pass")));
        assert!((3..=5).contains(&at.0) && (ply >= 4 || at.1 <= 5), "ply {ply}: {at:?}");
        let mut next = line[line.len() - 1];
        go.play(&mut next, mv);
        line.push(next);
    }
    let small = super::go(9);
    assert!(Opening::of(&small, &small.start()).is_none());
}

/// Problems that `examples/go_problems` has made and proven: 300 playouts solve nearly all of them.
#[test]
fn problems() {
    let text = include_str!("../../../../testdata/go/problems.txt");
    let (mut solved, mut all) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [_, size, _, answers, komi, position] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let go = Go::<UpTo13>::new(size.parse().expect("a size")).expect("a size");
        let go = go.with_komi(komi.parse().expect("a number")).expect("a komi");
        let root = go.parse_position(position).expect(position);
        for answer in answers.split(' ') {
            go.parse_move(&root, answer).expect("a legal answer");
        }
        let mut search = Mcts::informed(Options::default(), GoGuide::default());
        let report = search.search(&go, &[root], &Limits::nodes(300), &mut |_| ());
        let found = report.best.map(|mv| go.format_move(&root, mv, 0)).unwrap_or_default();
        solved += u32::from(answers.split(' ').any(|answer| answer == found));
        all += 1;
    }
    assert!(all == 240 && solved >= 220, "{solved} of {all}");
}
