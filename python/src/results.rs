//! Outcomes, and what came of many games.

use crate::error::wrong;
use pyo3::prelude::*;
use wanqi_play::matches::Tally;
use wanqi_play::{PlayoutReport, ResultView};

/// How a game ended.
#[pyclass(module = "wanqi", frozen, eq, skip_from_py_object)]
#[derive(Clone, PartialEq)]
pub struct Outcome {
    /// The winner: 0 for the side that moves first, 1 for the other, None for a draw.
    #[pyo3(get)]
    winner: Option<u8>,
    /// In words: "White wins by checkmate".
    #[pyo3(get)]
    text: String,
}

impl From<ResultView> for Outcome {
    fn from(result: ResultView) -> Outcome {
        Outcome { winner: result.winner, text: result.text.to_string() }
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.text)
    }

    fn __str__(&self) -> &str {
        &self.text
    }
}

/// What came of random games.
#[pyclass(module = "wanqi", frozen, get_all)]
pub struct Playouts {
    /// Games that came to an end.
    games: u64,
    /// Games cut off at the bound of plies; they count nowhere else.
    discarded: u64,
    /// Wins of the first and the second side.
    wins: (u64, u64),
    /// Draws.
    draws: u64,
    /// Plies of the games that came to an end.
    plies: u64,
    /// By how many points the first side was ahead on average, komi included; None where no points are counted.
    mean_margin: Option<f64>,
    /// Time taken.
    seconds: f64,
}

impl From<PlayoutReport> for Playouts {
    fn from(report: PlayoutReport) -> Playouts {
        let PlayoutReport {
            games,
            discarded,
            wins: [first, second],
            draws,
            plies,
            mean_margin,
            seconds,
            margin: _,
        } = report;
        Playouts { games, discarded, wins: (first, second), draws, plies, mean_margin, seconds }
    }
}

#[pymethods]
impl Playouts {
    fn __repr__(&self) -> String {
        let Playouts { games, wins: (first, second), draws, .. } = self;
        format!("<Playouts: {games} games, {first} and {second} won, {draws} drawn>")
    }
}

/// What is proven of a position.
#[pyclass(module = "wanqi", frozen, get_all)]
pub struct Solution {
    /// How: "endgame" (Othello), "threats" (gomoku) or "search", every line looked at.
    method: &'static str,
    /// Whether it is known who wins if both sides play their best.
    solved: bool,
    /// 0 or 1; None for a draw, and where nothing is proven.
    winner: Option<u8>,
    /// Discs that the side to move leads by at the end, at least, where they are counted.
    least: Option<i32>,
    /// Discs that it leads by, at most.
    most: Option<i32>,
    /// Plies in which the winner has won at the latest, where that is told.
    plies: Option<u32>,
    /// Plies of a win at gomoku that is seen and not proven.
    seen: Option<u32>,
    /// Best moves of both sides as far as they are known, in the notation of the board.
    moves: Vec<String>,
    /// Positions that were looked at.
    nodes: u64,
    /// Time taken.
    seconds: f64,
}

impl From<wanqi_play::solving::Solution> for Solution {
    fn from(told: wanqi_play::solving::Solution) -> Solution {
        let wanqi_play::solving::Solution {
            method,
            solved,
            winner,
            least,
            most,
            plies,
            seen,
            line: moves,
            nodes,
            seconds,
        } = told;
        Solution { method, solved, winner, least, most, plies, seen, moves, nodes, seconds }
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let value = match (self.solved, self.winner) {
            (false, _) => "unproven".to_owned(),
            (true, None) => "a draw".to_owned(),
            (true, Some(winner)) => format!("{winner} wins"),
        };
        format!("<Solution: {value}, {} positions>", self.nodes)
    }
}

/// What a match has come to, for the first of the two players.
#[pyclass(module = "wanqi", frozen, get_all)]
pub struct MatchResult {
    /// Games won.
    wins: u32,
    /// Games drawn.
    draws: u32,
    /// Games lost.
    losses: u32,
    /// How much stronger it is, in Elo; None where the games do not say.
    elo: Option<f64>,
    /// The interval that holds it with a certainty of 95 per cent.
    elo_interval: Option<(f64, f64)>,
    /// Games that either has lost by failing and not on the board.
    forfeits: u32,
}

impl From<&Tally> for MatchResult {
    fn from(tally: &Tally) -> MatchResult {
        let elo = tally.elo();
        MatchResult {
            wins: tally.score.wins,
            draws: tally.score.draws,
            losses: tally.score.losses,
            elo: elo.map(|elo| elo.difference),
            elo_interval: elo.map(|elo| (elo.low, elo.high)),
            forfeits: tally.forfeits(),
        }
    }
}

#[pymethods]
impl MatchResult {
    /// Points of all that there were: 1 for a win, 0.5 for a draw.
    ///
    /// Raises:
    ///     WanqiError: If no game was played.
    #[getter]
    fn score(&self) -> PyResult<f64> {
        let games = self.wins + self.draws + self.losses;
        if games == 0 {
            return Err(wrong("no game was played"));
        }
        Ok((f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(games))
    }

    fn __repr__(&self) -> String {
        format!("<MatchResult: +{} ={} -{}>", self.wins, self.draws, self.losses)
    }
}
