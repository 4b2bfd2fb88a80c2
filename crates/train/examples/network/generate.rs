//! Games that an evaluation plays against itself, as records.

use crate::common::{bar, threads};
use crate::measure::Evaluation;
use crate::record::{LENGTH, Record};
use anyhow::{Context, Result};
use clap::Args;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use wanqi_game::{Game, Outcome};
use wanqi_games::chess::{Chess, Move, Position};
use wanqi_search::{Limits, Report, Stop};
use wanqi_train::{GameSettings, in_order, play_game};

#[derive(Args)]
pub struct Generate {
    /// The file of positions; what is there is kept, and games are added until there are enough
    #[arg(long)]
    out: PathBuf,
    /// Games in all
    #[arg(long, default_value_t = 100_000)]
    games: u32,
    /// The evaluation that plays: piece-square, positional, or the file of a network
    #[arg(long, default_value = "positional")]
    eval: String,
    /// Nodes that a move is searched
    #[arg(long, default_value_t = 150)]
    nodes: u64,
    /// Random plies at the beginning of a game: least and most
    #[arg(long, num_args = 2, default_values_t = [6, 14])]
    opening: Vec<u32>,
    /// The greatest lead after them, in hundredths of a pawn, with which a game is worth playing. The network must know
    /// what pieces are worth where one side has lost some: searches see more such positions than games
    #[arg(long, default_value_t = 1500)]
    lead: i32,
    /// The seed of all random choices. One seed gives the same file on any number of threads, killed in between or not
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all there are if left out
    #[arg(long)]
    threads: Option<usize>,
}

/// Games that are played before the next ones begin and these are written.
const BATCH: u32 = 64;
/// A lead that wins if both sides' searches see it for so many plies.
const WON: (i32, u32) = (2500, 4);
/// A lead below which a game is drawn if both sides' searches see no more for so many plies, late in the game.
const DRAWN: (i32, u32, usize) = (10, 16, 80);
/// A greater lead teaches nothing of how to get one.
const MAX_SCORE: i32 = 3000;

impl Generate {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let evaluation: Evaluation = self.eval.parse()?;
        let (mut file, first) = self.open()?;
        let limits = Limits { stop: stop.clone(), ..Limits::nodes(self.nodes) };
        let settings = GameSettings { opening: self.opening[0]..=self.opening[1], limits, max_plies: 400 };
        let progress = bar(self.games.into(), "games");
        progress.set_position(first.into());
        progress.reset_eta();
        let mut positions = file.metadata()?.len() / LENGTH as u64;
        let mut begin = first;
        while begin < self.games && !stop.is_stopped() {
            let count = BATCH.min(self.games - begin);
            let job = |index| self.play(&evaluation, &settings, begin + index);
            let games = in_order(count, threads(self.threads), job, |_, records| {
                positions += records.len() as u64;
                progress.inc(1);
                progress.set_message(format!("{positions} positions"));
            });
            if games.len() == count as usize {
                let bytes: Vec<u8> = games.into_iter().flatten().flat_map(Record::to_bytes).collect();
                file.write_all(&bytes).with_context(|| format!("cannot write {}", self.out.display()))?;
                begin += count;
            }
        }
        progress.abandon();
        eprintln!("{begin} games in {}", self.out.display());
        Ok(())
    }

    /// The file, and the first game that is not whole in it: the last one may have been cut off.
    fn open(&self) -> Result<(File, u32)> {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.out);
        let mut file = open.with_context(|| format!("cannot open {}", self.out.display()))?;
        let mut end = file.metadata()?.len() / LENGTH as u64;
        let mut first = None;
        while end > 0 {
            let mut bytes = [0; LENGTH];
            file.seek(SeekFrom::Start((end - 1) * LENGTH as u64))?;
            file.read_exact(&mut bytes)?;
            let record = Record::from_bytes(&bytes)
                .with_context(|| format!("record {} of {} is no position", end - 1, self.out.display()))?;
            if first.is_some_and(|game| record.game < game) {
                break;
            }
            first = Some(record.game);
            end -= 1;
        }
        file.set_len(end * LENGTH as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((file, first.unwrap_or(0)))
    }

    /// The records of a game; `None` if it was stopped.
    fn play(&self, evaluation: &Evaluation, settings: &GameSettings, index: u32) -> Option<Vec<Record>> {
        let mut search = evaluation.search(1);
        let (mut records, mut won, mut drawn, mut plies) = (Vec::new(), 0, 0, 0);
        let mut observe = |line: &[Position], report: &Report<Move>| {
            let position = &line[line.len() - 1];
            let score = report.score.value();
            if plies == 0 && score.abs() > self.lead {
                return ControlFlow::Break(Outcome::Draw);
            }
            plies += 1;
            won = if score.abs() >= WON.0 { won + 1 } else { 0 };
            if won >= WON.1 {
                let side = Chess.side_to_move(position);
                return ControlFlow::Break(Outcome::Win(if score > 0 { side } else { side.opponent() }));
            }
            drawn = if score.abs() <= DRAWN.0 { drawn + 1 } else { 0 };
            if drawn >= DRAWN.1 && line.len() >= DRAWN.2 {
                return ControlFlow::Break(Outcome::Draw);
            }
            let is_quiet = position.checkers() == 0
                && report.best.is_some_and(|mv| !position.is_capture(mv) && mv.promotion().is_none());
            if is_quiet && score.abs() <= MAX_SCORE {
                records.push(Record::new(position, score as i16, index));
            }
            ControlFlow::Continue(())
        };
        let outcome = play_game(&Chess, settings, self.seed, index, &mut *search, &mut observe)?;
        Some(records.into_iter().map(|record| record.ended(outcome)).collect())
    }
}
