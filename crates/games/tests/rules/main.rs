//! The rules, game by game: conformance suite, perft tables, differential runs against a second implementation.

mod chess;
mod chess_differential;
mod chess_notation;
mod connect_four;
mod go;
mod gomoku;
mod jungle;
mod opening;
mod othello;
mod renju;
mod tic_tac_toe;
mod xiangqi;
mod xiangqi_chase;
mod xiangqi_differential;
mod xiangqi_notation;

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::perft::perft;
use wanqi_game::{Depict, Notation, Side, conformance};

/// The generator of a test.
fn rng(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// The conformance suite on 100 random games of at most `longest` plies. `same_key_text` cuts from a position's
/// text what its key does not hold. At least nine in ten games must have come to their end.
fn check_conformance<G: Notation + Depict>(
    game: &G,
    longest: usize,
    same_key_text: impl Fn(&str) -> String,
) -> conformance::Coverage {
    let covered = conformance::check(game, &mut rng(1), 100, longest, same_key_text);
    assert!(covered.finished >= 90, "{covered:?}");
    covered
}

/// Checks a table of `testdata/perft`: one line a position, its text and then the counts of depths 1, 2, …,
/// separated by `;`. `#` begins a comment, and a line without counts is an error. Counts that would bring the
/// game's paths above `budget` are left to `cargo xtask perft`.
fn check_perft<G: Notation>(game: &G, table: &str, mut budget: u64) {
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let text = fields.next().expect("a position");
        let position = game.parse_position(text).expect(text);
        for (depth, count) in (1..).zip(fields) {
            let count: u64 = count.parse().expect("a count");
            if count <= budget {
                assert_eq!(perft(game, &position, depth), count, "{text} at depth {depth}");
                (checked, budget) = (checked + 1, budget - count);
            }
        }
    }
    assert!(checked > 0, "an empty table");
}

/// The lengths of all unbroken lines of a side's pieces, read from the picture of a position: a judge of won
/// games that shares nothing with any game's code.
fn line_lengths<G: Depict>(game: &G, position: &G::Position, side: Side) -> Vec<usize> {
    let (columns, pieces) = (i32::from(game.layout().columns), game.scene(position).pieces);
    let taken: std::collections::HashSet<(i32, i32)> = pieces
        .iter()
        .filter(|piece| piece.side == side)
        .map(|piece| (i32::from(piece.point) % columns, i32::from(piece.point) / columns))
        .collect();
    let mut lengths = Vec::new();
    for &(column, row) in &taken {
        for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let at = |i: i32| taken.contains(&(column + i * right, row + i * down));
            if !at(-1) {
                lengths.push((0..).take_while(|&i| at(i)).count());
            }
        }
    }
    lengths
}
