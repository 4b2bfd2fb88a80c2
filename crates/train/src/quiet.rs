//! Quiet positions: where a static evaluation can be asked for the truth.

use std::cmp::Reverse;
use wanqi_game::Game;
use wanqi_search::{Evaluator, Limits, Score, Tactics, Walk, Window};

/// Nodes that a quiescence search may take; beyond them a position is too wild to learn from.
const MAX_NODES: u64 = 5_000;

/// The position at the end of the line that a quiescence search expects from the last one of `line`: all captures
/// that pay have been made, and the result of the game is blamed on what is left. `None` if the game ends on the
/// way. In games without tactical moves it is the position itself, unless a threat has to be answered there or its end is
/// known.
/// <https://www.chessprogramming.org/Texel%27s_Tuning_Method>
pub fn quiet<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    game: &G,
    evaluator: &E,
    tactics: &T,
    line: &[G::Position],
) -> Option<G::Position> {
    if !T::PARAMETERS.quiescence {
        let position = line.last()?;
        let mut state = evaluator.state(game, position);
        let proven = evaluator.probe(game, position);
        let asks_for_search = tactics.is_forced(game, &mut state, position)
            || proven.or_else(|| evaluator.static_win(game, &mut state, position)).is_some();
        return (!asks_for_search).then(|| position.clone());
    }
    let mut walk = Walk::begin(game, evaluator, tactics, line, &Limits::nodes(MAX_NODES));
    let (_, position) = follow(&mut walk, Window::FULL);
    if walk.is_over() { None } else { position }
}

/// The value of a position for the side to move, and the quiet position that it comes from, if it is one.
fn follow<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    walk: &mut Walk<G, E, T>,
    mut window: Window,
) -> (Score, Option<G::Position>) {
    if walk.is_over() {
        return (Score::DRAW, None);
    }
    if walk.ply() > 0
        && let Some(score) = walk.finished()
    {
        return (score, None);
    }
    let forced = walk.tactics.is_forced(walk.game, &mut walk.state, &walk.line[walk.line.len() - 1]);
    let mut moves: Vec<(i32, G::Move)> = Vec::new();
    let (mut best, mut quiet) = (-Score::INFINITE, None);
    if forced {
        let legal = walk.moves();
        if legal.is_empty() {
            return (walk.stuck(), None);
        }
        walk.counts.interior += 1;
        moves.extend(legal.into_iter().map(|mv| (0, mv)));
    } else {
        if walk.is_stuck() {
            return (walk.stuck(), None);
        }
        best = walk.evaluate();
        quiet = Some(walk.position().clone());
        if best >= window.beta {
            return (best, quiet);
        }
        window.alpha = window.alpha.max(best);
        let (game, line) = (walk.game, walk.line.as_slice());
        walk.tactics.each_tactical(game, &mut walk.state, &line[line.len() - 1], |mv| {
            if !G::FORBIDS_BY_HISTORY || !game.forbidden_by_history(line, mv) {
                moves.push((0, mv));
            }
        });
    }
    for (move_score, mv) in &mut moves {
        let position = &walk.line[walk.line.len() - 1];
        *move_score = walk.tactics.move_score(walk.game, &mut walk.state, position, *mv);
    }
    moves.sort_by_key(|&(move_score, _)| Reverse(move_score));
    for (move_score, mv) in moves {
        if move_score < 0 && !forced {
            break;
        }
        walk.play(mv);
        let turns = walk.turns();
        let (score, leaf) = follow(walk, window.turned(turns));
        let score = if turns { -score } else { score };
        walk.back();
        if score > best {
            (best, quiet) = (score, leaf);
        }
        window.alpha = window.alpha.max(score);
        if score >= window.beta || walk.is_over() {
            break;
        }
    }
    (best, quiet)
}
