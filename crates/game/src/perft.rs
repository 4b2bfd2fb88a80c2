//! Perft: the number of legal move paths of an exact length. The measure of rules, correctness and speed.
//! <https://www.chessprogramming.org/Perft>

use crate::{Game, Notation};

/// The number of move paths of exactly `depth` plies. A path that ends the game earlier does not count; the
/// past (repetition, superko) is not asked. The last ply is counted, not made.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome(position).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.move_count(position) as u64;
    }
    let mut paths = 0;
    game.each_move(position, |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        paths += perft(game, &next, depth - 1);
    });
    paths
}

/// The number of move paths of exactly `turns` whole turns, as published counts of games with turns of several steps
/// have it: a turn ends when the other side is to move, or with the game.
pub fn perft_turns<G: Game>(game: &G, position: &G::Position, turns: u32) -> u64 {
    if turns == 0 {
        return 1;
    }
    if game.outcome(position).is_some() {
        return 0;
    }
    let side = game.side_to_move(position);
    let mut paths = 0;
    game.each_move(position, |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let ends = game.side_to_move(&next) != side || game.outcome(&next).is_some();
        paths += perft_turns(game, &next, if ends { turns - 1 } else { turns });
    });
    paths
}

/// [`perft`] divided by first move: each move's text, in the game's last notation (the one for programs), and
/// the paths that begin with it. Empty at depth 0 and where the game is over.
pub fn divide<G: Notation>(game: &G, position: &G::Position, depth: u32) -> Vec<(String, u64)> {
    let mut rows = Vec::new();
    divide_while(game, position, depth, &|| true, &mut |text, paths| rows.push((text, paths)));
    rows
}

/// [`perft_turns`] divided by the first turn: its moves' texts, put together by blanks, and the paths that begin with it.
pub fn divide_turns<G: Notation>(game: &G, position: &G::Position, turns: u32) -> Vec<(String, u64)> {
    let mut rows = Vec::new();
    divide_turns_while(game, position, turns, &|| true, &mut |text, paths| rows.push((text, paths)));
    rows
}

/// The same row by row, for as long as it is to go on. False if it was told not to: then rows are missing.
pub fn divide_turns_while<G: Notation>(
    game: &G,
    position: &G::Position,
    turns: u32,
    goes_on: &dyn Fn() -> bool,
    each: &mut dyn FnMut(String, u64),
) -> bool {
    turns == 0 || game.outcome(position).is_some() || first_turns(game, position, "", turns, goes_on, each)
}

/// Goes on with a turn of which some moves have been made. False if it was told not to.
fn first_turns<G: Notation>(
    game: &G,
    position: &G::Position,
    before: &str,
    turns: u32,
    goes_on: &dyn Fn() -> bool,
    each: &mut dyn FnMut(String, u64),
) -> bool {
    let side = game.side_to_move(position);
    let mut whole = true;
    game.each_move(position, |mv| {
        if !whole {
            return;
        }
        let mut next = position.clone();
        game.play(&mut next, mv);
        let text = format!("{before}{}", game.format_move(position, mv, game.notations().len() - 1));
        if game.side_to_move(&next) != side || game.outcome(&next).is_some() {
            match perft_turns_while(game, &next, turns - 1, goes_on) {
                Some(paths) => each(text, paths),
                None => whole = false,
            }
        } else {
            whole = first_turns(game, &next, &(text + " "), turns, goes_on, each);
        }
    });
    whole
}

/// [`perft_turns`], for as long as it is to go on; `None` if it was told not to.
fn perft_turns_while<G: Game>(
    game: &G,
    position: &G::Position,
    turns: u32,
    goes_on: &dyn Fn() -> bool,
) -> Option<u64> {
    if !goes_on() {
        return None;
    }
    if turns <= 1 || game.outcome(position).is_some() {
        return Some(perft_turns(game, position, turns));
    }
    let side = game.side_to_move(position);
    let mut paths = Some(0);
    game.each_move(position, |mv| {
        if let Some(before) = paths {
            let mut next = position.clone();
            game.play(&mut next, mv);
            let ends = game.side_to_move(&next) != side || game.outcome(&next).is_some();
            let left = if ends { turns - 1 } else { turns };
            paths = perft_turns_while(game, &next, left, goes_on).map(|more| before + more);
        }
    });
    paths
}

/// The same as [`divide`] row by row, for as long as it is to go on. False if it was told not to: then rows are missing.
pub fn divide_while<G: Notation>(
    game: &G,
    position: &G::Position,
    depth: u32,
    goes_on: &dyn Fn() -> bool,
    each: &mut dyn FnMut(String, u64),
) -> bool {
    if depth == 0 || game.outcome(position).is_some() {
        return true;
    }
    let notation = game.notations().len() - 1;
    let mut whole = true;
    game.each_move(position, |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        match perft_while(game, &next, depth - 1, goes_on) {
            Some(paths) if whole => each(game.format_move(position, mv, notation), paths),
            _ => whole = false,
        }
    });
    whole
}

/// [`perft`], for as long as it is to go on; `None` if it was told not to.
fn perft_while<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    goes_on: &dyn Fn() -> bool,
) -> Option<u64> {
    /// What is too little to ask in between.
    const SMALL: u32 = 3;
    if !goes_on() {
        return None;
    }
    if depth <= SMALL || game.outcome(position).is_some() {
        return Some(perft(game, position, depth));
    }
    let mut paths = Some(0);
    game.each_move(position, |mv| {
        if let Some(before) = paths {
            let mut next = position.clone();
            game.play(&mut next, mv);
            paths = perft_while(game, &next, depth - 1, goes_on).map(|more| before + more);
        }
    });
    paths
}
