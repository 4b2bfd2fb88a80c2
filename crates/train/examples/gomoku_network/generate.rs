//! Games that an evaluation plays against itself, as records.

use crate::common::{bar, threads};
use crate::record::{self, Played, Record};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;
use wanqi_eval::gomoku::{Lines, Network, ThreatTactics};
use wanqi_game::{Game, Outcome, random};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Limits, Search, Stop};
use wanqi_solve::gomoku::RootProver;
use wanqi_train::in_order;
use wanqi_train::quiet::quiet;

#[derive(Args)]
pub struct Generate {
    /// The file of games; what is there is kept, and games are added until there are enough
    #[arg(long)]
    out: PathBuf,
    /// Games in all
    #[arg(long, default_value_t = 100_000)]
    games: u32,
    /// The rule
    #[arg(long, default_value = "freestyle")]
    rule: RuleName,
    /// Rows and columns of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// The network that plays; the evaluation of the lines alone if left out
    #[arg(long)]
    eval: Option<PathBuf>,
    /// Nodes that a move is searched
    #[arg(long, default_value_t = 200)]
    nodes: u64,
    /// Random stones at the beginning of a game: least and most
    #[arg(long, num_args = 2, default_values_t = [1, 8])]
    opening: Vec<u32>,
    /// Of a hundred moves among the first thirty, so many are random: searches see more bad moves than games
    #[arg(long, default_value_t = 4)]
    by_chance: u32,
    /// The seed of all random choices. One seed gives the same file on any number of threads, killed in between or not
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all there are if left out
    #[arg(long)]
    threads: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum RuleName {
    Freestyle,
    Exact,
    Renju,
}

/// Games that are played before the next ones begin and these are written.
const BATCH: u32 = 256;
/// Plies among which moves are random.
const EARLY: usize = 30;
/// A greater lead teaches nothing of how to get one.
const MAX_SCORE: i32 = 3000;
/// How far from another stone one may lie that is random, diagonals counted as one step.
const NEAR: usize = 2;

impl Generate {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let rule = match self.rule {
            RuleName::Freestyle => Rule::Freestyle,
            RuleName::Exact => Rule::ExactFive,
            RuleName::Renju => Rule::Renju,
        };
        let game = Gomoku::new(self.size, rule)
            .with_context(|| format!("there is no board of size {}", self.size))?;
        let network = self.eval.as_ref().map(|path| {
            let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            Network::read(&bytes).with_context(|| path.display().to_string())
        });
        let network = network.transpose()?;
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.out);
        let mut file = open.with_context(|| format!("cannot open {}", self.out.display()))?;
        let (kept, length) = record::read(&self.out)?;
        file.set_len(length as u64)?;
        file.seek(SeekFrom::End(0))?;

        let progress = bar(self.games.into(), "games");
        let mut begin = kept.len() as u32;
        let mut positions: usize = kept.iter().map(quiet_positions).sum();
        progress.set_position(begin.into());
        progress.reset_eta();
        while begin < self.games && !stop.is_stopped() {
            let count = BATCH.min(self.games - begin);
            let job = |index| self.play(&game, network.as_ref(), begin + index, stop);
            let games = in_order(count, threads(self.threads), job, |_, record| {
                positions += quiet_positions(record);
                progress.inc(1);
                progress.set_message(format!("{positions} positions"));
            });
            if games.len() == count as usize {
                let bytes: Vec<u8> = games.iter().flat_map(Record::to_bytes).collect();
                file.write_all(&bytes).with_context(|| format!("cannot write {}", self.out.display()))?;
                begin += count;
            }
        }
        progress.abandon();
        eprintln!("{begin} games, {positions} quiet positions in {}", self.out.display());
        Ok(())
    }

    /// A game; `None` if it was stopped.
    fn play(&self, game: &Gomoku, network: Option<&Network>, index: u32, stop: &Stop) -> Option<Record> {
        let mut rng = Pcg64Mcg::seed_from_u64(random::word(self.seed, index.into()));
        let (lines, tactics) = (Lines::default(), ThreatTactics::default());
        let (prover, options) = (RootProver::default(), Options { table_mb: 1, ..Options::default() });
        let mut search: Box<dyn Search<Gomoku>> = match network {
            Some(network) => Box::new(Best::with_prover(network.clone(), tactics, prover, options)),
            None => Box::new(Best::with_prover(lines.clone(), tactics, prover, options)),
        };
        let limits = Limits { stop: stop.clone(), ..Limits::nodes(self.nodes) };
        let (least, most) = (self.opening[0], self.opening[1]);
        let opening = (least + random::below(&mut rng, (most + 1).saturating_sub(least).max(1))) as usize;
        let (mut line, mut moves) = (vec![game.start()], Vec::new());
        let outcome = loop {
            if let Some(outcome) = game.result(&line) {
                break outcome;
            }
            let position = &line[line.len() - 1];
            let (mut best, mut score) = (None, None);
            if moves.len() >= opening {
                let report = search.search(game, &line, &limits, &mut |_| {});
                if stop.is_stopped() {
                    return None;
                }
                let side = game.side_to_move(position);
                if let Some(plies) = report.score.decided() {
                    break Outcome::Win(if plies > 0 { side } else { side.opponent() });
                }
                best = report.best;
                let teaches =
                    report.score.value().abs() < MAX_SCORE && quiet(game, &lines, &tactics, &line).is_some();
                score = teaches.then_some(report.score.value() as i16);
            }
            let by_chance =
                best.is_none() || moves.len() < EARLY && random::below(&mut rng, 100) < self.by_chance;
            let chosen = by_chance.then(|| near(game, position, &mut rng)).flatten();
            // A game in which a side has to pass is as good as over.
            let Some(mv) = chosen.or(best).filter(|mv| !mv.is_pass()) else { break Outcome::Draw };
            moves.push(Played { point: (mv.row() * game.size() + mv.column()) as u16, score });
            let mut next = position.clone();
            game.play(&mut next, mv);
            line.push(next);
        };
        Some(Record { game: *game, outcome, moves })
    }
}

fn quiet_positions(record: &Record) -> usize {
    record.moves.iter().filter(|played| played.score.is_some()).count()
}

/// A random stone: the first one away from the edges, later ones near others.
fn near(game: &Gomoku, position: &Position, rng: &mut impl Rng) -> Option<Move> {
    const TRIES: u32 = 400;
    let size = game.size();
    let edge = 3.min((size - 1) / 2);
    let is_first = position.empty() == size * size;
    for _ in 0..TRIES {
        let [row, column] = [(); 2].map(|()| random::below(rng, size as u32) as usize);
        let around = |at: usize| at.saturating_sub(NEAR)..(at + NEAR + 1).min(size);
        let fits = if is_first {
            [row, column].iter().all(|at| (edge..size - edge).contains(at))
        } else {
            around(row).any(|row| around(column).any(|column| position.at(row, column).is_some()))
        };
        if fits && let Some(mv) = game.move_at(position, row, column) {
            return Some(mv);
        }
    }
    None
}
