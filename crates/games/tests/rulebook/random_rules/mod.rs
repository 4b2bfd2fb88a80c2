//! Random rule sets, played by tables and by the twin, side by side.

mod dice;

use crate::rng;
use crate::twin::{State, Twin};
use dice::Dice;
use wanqi_game::{Game, Notation, Outcome, Side, conformance};
use wanqi_games::rulebook::model::*;
use wanqi_games::rulebook::{Position, Rulebook};

fn summary_of_twin(rules: &Rules, state: &State) -> String {
    let cells =
        state.cells.iter().map(|cell| cell.map_or(".".into(), |(kind, owner)| format!("{kind}{owner:?}")));
    let hands = if rules.place.from_hand { format!("{:?}", state.hands) } else { String::new() };
    let name = |at: Option<usize>| at.map(|at| rules.board.names[at].as_str()).unwrap_or("").to_string();
    format!(
        "{} {:?} {} {} {} {} {:?}",
        cells.collect::<Vec<_>>().join(" "),
        state.side,
        hands,
        state.step,
        name(state.active),
        name(state.ko),
        state.outcome
    )
}

fn summary(game: &Rulebook, position: &Position) -> String {
    let rules = game.rules();
    let cell =
        |at| game.piece_at(position, at).map_or(".".into(), |(kind, owner)| format!("{kind}{owner:?}"));
    let cells: Vec<String> = (0..rules.board.len()).map(cell).collect();
    let hand = |side: Side| -> Vec<u32> {
        (0..rules.kinds.len()).map(|kind| position.in_hand(side, kind as u8).into()).collect()
    };
    let hands = if rules.place.from_hand { format!("{:?}", Side::BOTH.map(hand)) } else { String::new() };
    let text = game.format_position(position);
    let word = |key: &str| text.split(' ').find_map(|word| word.strip_prefix(key)).unwrap_or("").to_string();
    let step = word("step=");
    format!(
        "{} {:?} {} {} {} {} {:?}",
        cells.join(" "),
        game.side_to_move(position),
        hands,
        if step.is_empty() { "0" } else { &step },
        word("piece="),
        word("ko="),
        game.outcome(position)
    )
}

/// Plays a random game of random rules on both sides; plies and finished games, and how many of those the past ended.
fn play_both(seed: u64) -> [usize; 3] {
    let mut dice = Dice::new(seed);
    let rules = dice.rules();
    let twin = Twin(&rules);
    let mut states = vec![twin.start()];
    // What is decided before it begins is nobody's business.
    if twin.is_decided(&states[0]) {
        return [0; 3];
    }
    let game = Rulebook::new(rules.clone()).unwrap();
    let mut line = vec![game.start()];
    for ply in 0..PLIES {
        let (position, state) = (&line[ply], &states[ply]);
        let context = || {
            format!(
                "seed {seed} ply {ply}: {}\n{:?}\n{:?}\n{:?}\n{:?}",
                game.format_position(position),
                rules.capture,
                rules.turn,
                rules.ends,
                rules.kinds
            )
        };
        assert_eq!(summary(&game, position), summary_of_twin(&rules, state), "{}", context());
        let result = game.result(&line);
        assert_eq!(result, twin.result(&states), "{}", context());
        if game.outcome(position).is_some() {
            return [ply, 1, 0];
        }
        let its = twin.moves(state).into_iter().map(|(act, next)| {
            let forbidden = twin.is_forbidden(&states, act, &next);
            let text = format!(
                "{:?} {:?} {:?} {forbidden} {}",
                act.from(),
                act.to(),
                act.becomes(),
                summary_of_twin(&rules, &next)
            );
            (text, (forbidden, next))
        });
        let mut its: Vec<_> = its.collect();
        let mut mine = Vec::new();
        game.each_move(position, |mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            let becomes = game.becomes(mv).map(usize::from);
            // A shot knows its shooter in the tables, and not in the twin.
            let from = mv.from().filter(|&from| game.piece_at(position, from).is_some() && !game.is_shot(mv));
            let forbidden = game.forbidden_by_history(&line, mv);
            let text =
                format!("{:?} {:?} {:?} {forbidden} {}", from, mv.to(), becomes, summary(&game, &next));
            mine.push((text, next));
        });
        mine.sort_by(|a, b| a.0.cmp(&b.0));
        its.sort_by(|a, b| a.0.cmp(&b.0));
        let texts = |list: Vec<&String>| list.into_iter().map(String::as_str).collect::<Vec<_>>().join("\n");
        let (a, b) =
            (texts(mine.iter().map(|mv| &mv.0).collect()), texts(its.iter().map(|mv| &mv.0).collect()));
        let only = |a: &str, b: &str| {
            a.lines().filter(|line| b.lines().all(|other| other != *line)).collect::<Vec<_>>().join("\n  ")
        };
        assert!(a == b, "tables alone:\n  {}\ntwin alone:\n  {}\n{}", only(&a, &b), only(&b, &a), context());
        if mine.is_empty() {
            assert_eq!(game.outcome_if_stuck(position), twin.stuck(state), "{}", context());
        }
        if result.is_some() {
            return [ply, 1, usize::from(!mine.is_empty())];
        }
        let allowed: Vec<usize> = (0..its.len()).filter(|&i| !its[i].1.0).collect();
        let chosen = allowed[dice.below(allowed.len())];
        states.push(its.swap_remove(chosen).1.1);
        line.push(mine.swap_remove(chosen).1);
    }
    [PLIES, 0, 0]
}

/// Longer games are not played to their end.
const PLIES: usize = 40;

#[test]
fn tables_play_as_the_twin_does() {
    let mut sum = [0; 3];
    for seed in 0..1400 {
        let played = play_both(seed);
        (0..3).for_each(|i| sum[i] += played[i]);
    }
    let [plies, finished, by_the_past] = sum;
    assert!(plies > 5000 && finished > 300 && by_the_past > 50, "{sum:?}");
}

#[test]
fn conformance_of_random_rules() {
    for seed in 0..300 {
        let rules = Dice::new(seed).rules();
        if !Twin(&rules).is_decided(&Twin(&rules).start()) {
            let game = Rulebook::new(rules).unwrap();
            conformance::check(&game, &mut rng(seed), 3, 30, crate::without_counters);
        }
    }
}

/// Who swaps, and who does not, have before them the same game with the sides exchanged.
#[test]
fn a_swap_only_exchanges_the_sides() {
    let mut swaps = 0;
    for seed in 0..2000 {
        let mut rules = Dice::new(seed).rules();
        rules.turn.swap = true;
        rules.turn.opening.clear();
        // What goes to a side by name cannot be exchanged.
        rules.ends.count = rules.ends.count.map(|count| Count { komi: 0.0, ..count });
        rules.ends.no_moves[1] = rules.ends.no_moves[0];
        rules.ends.lines.iter_mut().for_each(|line| line.sides = [true; 2]);
        // Not every game is the same for both sides on some turning of the board.
        let Ok(game) = Rulebook::new(rules) else { continue };
        let mut opened = game.start();
        let (first, mut moves) = (game.side_to_move(&opened), Vec::new());
        while game.side_to_move(&opened) == first && game.outcome(&opened).is_none() {
            moves.clear();
            game.each_move(&opened, |mv| moves.push(mv));
            match moves.as_slice() {
                [] => break,
                some => game.play(&mut opened, some[seed as usize % some.len()]),
            }
        }
        let mut swap = None;
        if game.outcome(&opened).is_none() {
            game.each_move(&opened, |mv| {
                swap = swap.or((game.format_move(&opened, mv, 0) == "swap").then_some(mv));
            });
        }
        let Some(swap) = swap else { continue };
        swaps += 1;
        let mut swapped = opened.clone();
        game.play(&mut swapped, swap);
        let sorted = |(mut counts, outcomes): (Vec<usize>, [usize; 4])| {
            counts.sort_unstable();
            (counts, outcomes)
        };
        let [before, after] = [opened, swapped].map(|position| sorted(replies(&game, &position, swap)));
        let exchanged = [after.1[1], after.1[0], after.1[2], after.1[3]];
        assert_eq!((before.0, before.1), (after.0, exchanged), "seed {seed}: {:?}", game.rules());
    }
    assert!(swaps > 100, "{swaps} swaps");
}

/// For each move but a swap how many moves answer it, and how many of them win for each side, draw, or go on.
fn replies(
    game: &Rulebook,
    position: &Position,
    swap: wanqi_games::rulebook::Move,
) -> (Vec<usize>, [usize; 4]) {
    let (mut counts, mut outcomes) = (Vec::new(), [0; 4]);
    game.each_move(position, |mv| {
        if mv == swap {
            return;
        }
        let mut next = position.clone();
        game.play(&mut next, mv);
        let outcome = game.outcome(&next);
        outcomes[match outcome {
            Some(Outcome::Win(side)) => side.index(),
            Some(Outcome::Draw) => 2,
            None => 3,
        }] += 1;
        counts.push(if outcome.is_none() { game.move_count(&next) } else { 0 });
    });
    (counts, outcomes)
}
