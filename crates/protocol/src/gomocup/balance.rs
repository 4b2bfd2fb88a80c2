//! Moves that leave neither side ahead, as Yixin's board asks for them: one, or one of either side. All that may be are looked
//! at for a moment, the better half of them twice as long, and so on: successive halving (Karnin, Koren and Somekh, *Almost
//! Optimal Exploration in Multi-Armed Bandits*, 2013).

use super::board::GomocupBoard;
use super::command::{Point, Request};
use super::thinking::{Chosen, UnderWay};
use super::{Gomocup, OK, Reply};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wanqi_play::{Limits, Player, Stop};
use wanqi_search::host::Instant;

/// First moves that second ones are looked for after.
const FIRST_MOVES: usize = 12;
/// Points this far from a stone, or from the middle of an empty board, may be a move.
const REACH: u8 = 4;
/// The first look at a move.
const FIRST_NODES: u64 = 200;
/// What a won game is worth, in hundredths.
const WON: i32 = 30_000;

impl Gomocup {
    /// Looks for a move, or for one of either side, after which the side to move now is `BIAS` hundredths ahead, or nobody.
    pub(super) fn balance(&mut self, stones: usize, request: &Request) -> Reply {
        let bias = if request.arguments.is_empty() { 0 } else { request.number::<i32>()? };
        self.settings.check()?;
        self.seat()?;
        let board = self.board()?.clone();
        if let Some(result) = board.table().map_err(|error| error.to_string())?.result() {
            return Err(format!("the game is over: {}", result.text));
        }
        let (time, limits) = self.budget();
        let chosen = Arc::new(Mutex::new(Chosen::default()));
        let (hears, say) = (Arc::clone(&chosen), Arc::clone(&self.say));
        let work = move |player: &mut dyn Player, stop: &Stop| {
            let began = Instant::now();
            let mut scale = Scales { player, limits, stop: stop.clone(), board, bias, until: began + time };
            let found = match stones {
                1 => scale.narrow(scale.after(&[]), 1),
                _ => {
                    let firsts = scale.narrow(scale.after(&[]), FIRST_MOVES);
                    let pairs = firsts.iter().flat_map(|(first, _)| scale.after(first)).collect();
                    scale.narrow(pairs, 1)
                }
            };
            let told = found.into_iter().next();
            let said = match &told {
                Some((points, value)) => {
                    let points: Vec<String> = points.iter().map(Point::to_string).collect();
                    say(format!("MESSAGE balance {} value {value}", points.join(" ")));
                    points.join(" ")
                }
                None => "ERROR no move leaves the game open".into(),
            };
            *hears.lock().unwrap_or_else(PoisonError::into_inner) = Chosen {
                told: told.map_or(Vec::new(), |(points, _)| points),
                took: began.elapsed(),
                ..Chosen::default()
            };
            say(said);
        };
        self.engine.work(work).map_err(|error| error.to_string())?;
        self.under_way = Some(UnderWay { endless: false, chosen });
        OK
    }
}

/// Who weighs positions.
struct Scales<'a> {
    player: &'a mut dyn Player,
    limits: Limits,
    stop: Stop,
    board: GomocupBoard,
    bias: i32,
    until: Instant,
}

impl Scales<'_> {
    /// Lines one move longer than this one, of moves that do not lie far from everything.
    fn after(&self, line: &[Point]) -> Vec<Vec<Point>> {
        let Some(board) = self.laid(line) else { return Vec::new() };
        let Ok(table) = board.table() else { return Vec::new() };
        let legal = table.legal_moves(0);
        let points =
            legal.iter().filter_map(|mv| board.read(mv)).filter(|&point| board.is_near(point, REACH));
        points.map(|point| line.iter().copied().chain([point]).collect()).collect()
    }

    /// The board after a line; `None` if it cannot be played.
    fn laid(&self, line: &[Point]) -> Option<GomocupBoard> {
        let mut board = self.board.clone();
        line.iter().try_for_each(|&point| board.put(point)).ok()?;
        Some(board)
    }

    /// The so many lines that come nearest to what is wanted, the nearest first, and what they are worth to the side that
    /// moves first. Half the time that is left is spent.
    fn narrow(&mut self, lines: Vec<Vec<Point>>, count: usize) -> Vec<(Vec<Point>, i32)> {
        let rounds = (lines.len() / count.max(1)).max(1).ilog2() + 1;
        let time = self.until.saturating_duration_since(Instant::now()).mul_f64(0.9) / rounds;
        let mut left: Vec<(Vec<Point>, i32)> = lines.into_iter().map(|line| (line, WON)).collect();
        let mut nodes = FIRST_NODES;
        for round in 0..rounds {
            let began = Instant::now();
            let share = time / left.len().max(1) as u32;
            let mut weighed = Vec::new();
            for (line, before) in std::mem::take(&mut left) {
                let late = self.stop.is_stopped() || began.elapsed() >= time;
                let value = match round {
                    // Where there is no time for all, those that come first must do.
                    0 if late && weighed.len() >= count => None,
                    // Nor for another look: the one before.
                    1.. if late => Some(before),
                    _ => self.value(&line, share, nodes),
                };
                weighed.extend(value.map(|value| (line, value)));
            }
            weighed.sort_by_key(|(_, value)| value.saturating_sub(self.bias).saturating_abs());
            weighed.truncate((weighed.len() / 2).max(count));
            (left, nodes) = (weighed, nodes.saturating_mul(4));
        }
        left.truncate(count);
        left
    }

    /// What a line is worth to the side that moves first, in hundredths; `None` if it ends the game.
    fn value(&mut self, line: &[Point], time: Duration, nodes: u64) -> Option<i32> {
        let table = self.laid(line)?.table().ok()?;
        let nodes = self.limits.nodes.map_or(nodes, |most| nodes.min(most));
        let limits =
            Limits { time: Some(time), nodes: Some(nodes), stop: self.stop.clone(), ..self.limits.clone() };
        let (limits, _) = self.player.keeps().only("the player", limits);
        let value = self.player.think(&*table, &limits, &mut |_| {}).ok()?.value;
        let value = match value.decided() {
            Some(plies) if plies > 0 => WON - plies.min(WON / 2),
            Some(plies) => plies.saturating_neg().min(WON / 2) - WON,
            None => value.centipawns(),
        };
        Some(if line.len() % 2 == 1 { -value } else { value })
    }
}
