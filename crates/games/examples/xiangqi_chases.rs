//! Writes cycles of moves at xiangqi, and who loses by them, for `xtask/peers/xiangqi_chases.py` to judge:
//! `cargo run --release -p wanqi-games --example xiangqi_chases -- CYCLES SEED`.
//!
//! Kings and up to eight pieces lie on a board by chance; after a move there, each side goes to and fro with one piece until
//! the position has occurred three times. One such line of moves a line, semicolons between: the FEN, the moves, and `RED` or
//! `BLACK` for who loses, or `NOBODY`. Of those where nobody does only a few are written.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::io::{self, BufWriter, Write};
use wanqi_game::{Game, Notation, Outcome, Side};
use wanqi_games::xiangqi::{Move, Position, Repetition, Xiangqi};

/// Lines that are tried from one board.
const TRIES: u32 = 40;
/// One in so many is written of those where nobody loses.
const DRAWS: usize = 20;
/// A move that leads there, and what goes to and fro twice.
const PLIES: usize = 1 + 2 * 4;

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(Ok(cycles)), Some(Ok(seed))) = (numbers.next(), numbers.next()) else {
        eprintln!("expected CYCLES SEED");
        std::process::exit(2);
    };
    let game = Xiangqi::new().with_repetition(Repetition::Asian);
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut written = 0;
    while written < cycles {
        let Ok(start) = game.parse_position(&board(&mut rng)) else { continue };
        for _ in 0..TRIES {
            let Some((moves, outcome)) = to_and_fro(&game, start, &mut rng) else { continue };
            let loser = match outcome {
                Outcome::Win(Side::First) => "BLACK",
                Outcome::Win(Side::Second) => "RED",
                Outcome::Draw if below(&mut rng, DRAWS) == 0 => "NOBODY",
                Outcome::Draw => continue,
            };
            writeln!(out, "{};{moves};{loser}", game.format_position(&start))?;
            written += 1;
        }
    }
    out.flush()
}

fn below(rng: &mut Pcg64Mcg, count: usize) -> usize {
    (rng.next_u64() % count as u64) as usize
}

/// A board as a FEN, which may be none that can be played.
fn board(rng: &mut Pcg64Mcg) -> String {
    const PIECES: [char; 9] = ['R', 'R', 'C', 'C', 'N', 'N', 'P', 'A', 'B'];
    let mut ranks = [['1'; 9]; 10];
    ranks[below(rng, 3)][3 + below(rng, 3)] = 'k';
    ranks[9 - below(rng, 3)][3 + below(rng, 3)] = 'K';
    for side in Side::BOTH {
        for _ in 0..1 + below(rng, 4) {
            let piece = PIECES[below(rng, PIECES.len())];
            let point = &mut ranks[below(rng, 10)][below(rng, 9)];
            if *point == '1' {
                *point = if side == Side::First { piece } else { piece.to_ascii_lowercase() };
            }
        }
    }
    let rank = |rank: &[char; 9]| {
        let mut text: String = rank.iter().collect();
        // Runs of empty points, the longest first.
        (2..=9).rev().for_each(|run| text = text.replace(&"1".repeat(run), &run.to_string()));
        text
    };
    let ranks: Vec<String> = ranks.iter().map(rank).collect();
    format!("{} {} - - 0 1", ranks.join("/"), ["w", "b"][below(rng, 2)])
}

/// A random move and one to and fro of either side, twice, as texts, and the result; `None` if they cannot be made.
fn to_and_fro(game: &Xiangqi, start: Position, rng: &mut Pcg64Mcg) -> Option<(String, Outcome)> {
    let mut line = vec![start];
    let (mut moves, mut texts) = (Vec::<Move>::new(), Vec::new());
    for ply in 0..PLIES {
        let position = line[line.len() - 1];
        let mut quiet = Vec::new();
        game.each_move(&position, |mv| {
            if position.piece_on(mv.to()).is_none() {
                quiet.push(mv);
            }
        });
        let mv = if ply < 3 {
            *quiet.get(below(rng, quiet.len().max(1)))?
        } else {
            let back = moves[ply - 2];
            *quiet.iter().find(|mv| (mv.from(), mv.to()) == (back.to(), back.from()))?
        };
        moves.push(mv);
        texts.push(game.format_move(&position, mv, 2));
        let mut next = position;
        game.play(&mut next, mv);
        line.push(next);
    }
    Some((texts.join(" "), game.result(&line)?))
}
