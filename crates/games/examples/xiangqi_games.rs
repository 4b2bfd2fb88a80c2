//! Writes random games of xiangqi for `xtask/peers/xiangqi_judge.py` to judge:
//! `cargo run --release -p wanqi-games --example xiangqi_games -- GAMES SEED`.
//!
//! One position a line, tabs between: its FEN, `check` or `-`, the legal moves as `h2e2:C2=5` with spaces between,
//! and the move that is played or, at the end of a game, its result for the side to move.

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::io::{self, BufWriter, Write};
use wanqi_game::{Game, Notation, Outcome, Side};
use wanqi_games::xiangqi::{Position, Xiangqi};

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(Ok(games)), Some(Ok(seed))) = (numbers.next(), numbers.next()) else {
        eprintln!("expected GAMES SEED");
        std::process::exit(2);
    };
    let (game, mut rng) = (Xiangqi::new(), Pcg64Mcg::seed_from_u64(seed));
    let mut out = BufWriter::new(io::stdout().lock());
    for _ in 0..games {
        let mut line = vec![game.start()];
        loop {
            let position = line[line.len() - 1];
            let check = if position.in_check() { "check" } else { "-" };
            write!(out, "{}\t{check}\t{}\t", game.format_position(&position), moves(&game, &position))?;
            match game.result(&line) {
                Some(outcome) => {
                    writeln!(out, "{}", for_side(outcome, position.side_to_move()))?;
                    break;
                }
                None => {
                    let mv = game.random_move(&position, &mut rng).expect("an unfinished game has a move");
                    writeln!(out, "{}", game.format_move(&position, mv, 2))?;
                    let mut next = position;
                    game.play(&mut next, mv);
                    line.push(next);
                }
            }
        }
    }
    out.flush()
}

fn moves(game: &Xiangqi, position: &Position) -> String {
    let mut texts = Vec::new();
    game.each_move(position, |mv| {
        texts.push(format!("{}:{}", game.format_move(position, mv, 2), game.format_move(position, mv, 1)));
    });
    texts.join(" ")
}

fn for_side(outcome: Outcome, side: Side) -> &'static str {
    match outcome {
        Outcome::Draw => "draw",
        Outcome::Win(winner) if winner == side => "win",
        Outcome::Win(_) => "loss",
    }
}
