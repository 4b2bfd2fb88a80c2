//! A game as it would be on a board that is turned or mirrored: what is known of the one is known of the other.

use std::collections::HashMap;
use wanqi_game::depict::Step;
use wanqi_game::{Depict, Notation};
use wanqi_search::legal_moves;

/// A position on a board that is turned or mirrored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turned {
    /// Its key, as [`Table::position_key`](crate::Table::position_key) tells it.
    pub key: u64,
    /// What the legal moves become, in their order and in the notation for programs.
    pub moves: Vec<String>,
}

/// The last of some positions turned in all ways that the rules do not notice, with these legal moves; `record` has the
/// moves between them. No position is turned itself: the game is played again, each move where its points are carried.
pub(crate) fn turned<G: Notation + Depict>(
    game: &G,
    line: &[G::Position],
    record: &[Option<G::Move>],
    legal: &[G::Move],
) -> Vec<Turned> {
    let notation = game.notations().len() - 1;
    let turn = |carried: Vec<u16>| {
        // What begins with something that lies otherwise once it is turned cannot be played again so.
        let (first, here) = (line.first()?, line.last()?);
        let mut there = vec![first.clone()];
        if !is_alike(game, first, &carried) {
            return None;
        }
        for (position, mv) in line[..line.len() - 1].iter().zip(record) {
            let clicks = clicks(game, position, (*mv)?, |point| carried[usize::from(point)]);
            let mv = *by_clicks(game, &there).get(&clicks)?;
            let mut next = there.last()?.clone();
            game.play(&mut next, mv);
            there.push(next);
        }
        let (found, last) = (by_clicks(game, &there), there.last()?);
        let text = |&mv: &G::Move| {
            let mv = found.get(&clicks(game, here, mv, |point| carried[usize::from(point)]))?;
            Some(game.format_move(last, *mv, notation))
        };
        Some(Turned { key: game.key(last), moves: legal.iter().map(text).collect::<Option<_>>()? })
    };
    game.symmetry().carried(&game.layout()).into_iter().filter_map(turn).collect()
}

/// What tells a move from all others: the points that are clicked, and the names of choices.
type Clicks = Vec<Result<u16, String>>;

fn clicks<G: Depict>(game: &G, position: &G::Position, mv: G::Move, carry: impl Fn(u16) -> u16) -> Clicks {
    let click = |step| match step {
        Step::Point(any) => Ok(carry(any[0])),
        Step::Choice { name, .. } => Err(name),
    };
    game.steps(position, mv).into_iter().map(click).collect()
}

/// The legal moves of the last position by their clicks.
fn by_clicks<G: Depict>(game: &G, line: &[G::Position]) -> HashMap<Clicks, G::Move> {
    let Some(position) = line.last() else { return HashMap::new() };
    legal_moves(game, line).into_iter().map(|mv| (clicks(game, position, mv, |point| point), mv)).collect()
}

/// Whether a position stays as it is when its points are carried: its pieces, and where moves may be made.
fn is_alike<G: Depict>(game: &G, position: &G::Position, carried: &[u16]) -> bool {
    let pieces = game.scene(position).pieces;
    let same = pieces.iter().all(|piece| {
        let point = carried[usize::from(piece.point)];
        pieces
            .iter()
            .any(|other| (other.point, other.side, other.letter) == (point, piece.side, piece.letter))
    });
    let found = by_clicks(game, std::slice::from_ref(position));
    let carry = |point: u16| carried[usize::from(point)];
    same && found.values().all(|&mv| found.contains_key(&clicks(game, position, mv, carry)))
}
