//! What engines think.

use pyo3::prelude::*;
use wanqi_play::{Bound, ScoreUnit, Value};

/// What a position is worth to the side to move.
#[pyclass(module = "wanqi", frozen, skip_from_py_object)]
#[derive(Clone)]
pub struct Score(Value);

#[pymethods]
impl Score {
    /// What people of the game count in: "pawns", "points", "discs", or "probability".
    #[getter]
    fn unit(&self) -> &'static str {
        match self.0.unit() {
            ScoreUnit::Centipawns => "pawns",
            ScoreUnit::Centipoints => "points",
            ScoreUnit::Centidiscs => "discs",
            ScoreUnit::Probability => "probability",
        }
    }

    /// The lead in that unit, or the win probability from 0 to 1 where the unit is "probability"; None of a proven win that
    /// is not counted.
    #[getter]
    fn value(&self) -> Option<f64> {
        match self.0.unit() {
            ScoreUnit::Probability => self.0.win_probability(),
            _ => self.0.lead(),
        }
    }

    /// The chance to win, from 0 to 1, a draw counting half; None where nobody has told.
    #[getter]
    fn win_probability(&self) -> Option<f64> {
        self.0.win_probability()
    }

    /// In how many plies the side to move wins, negative if it loses, where that is proven.
    #[getter]
    fn decided(&self) -> Option<i32> {
        self.0.decided()
    }

    /// In how many moves it mates, negative if it is mated, in games that are told so.
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.0.mate()
    }

    /// Whether it is known for certain, to the last disc.
    #[getter]
    fn solved(&self) -> bool {
        self.0.is_solved()
    }

    /// The same for the other side.
    fn __neg__(&self) -> Score {
        Score(-self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Score: {}>", self.0)
    }
}

/// A move at the root, and what the engine thinks of it.
#[pyclass(module = "wanqi", frozen, get_all, skip_from_py_object)]
#[derive(Clone)]
pub struct Line {
    /// The move, in the notation of the board.
    r#move: String,
    /// What it is worth to who makes it.
    score: Score,
    /// "exact", "lower" or "upper": what was shown of the score; None of a mean of visits.
    bound: Option<&'static str>,
    /// Visits by a Monte-Carlo search, otherwise 0.
    visits: u64,
    /// Plies that it was looked ahead in full.
    depth: u32,
    /// The expected moves, this one first.
    moves: Vec<String>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<Line: {} {}>", self.score.0, self.moves.join(" "))
    }
}

/// What an engine thinks of a position.
#[pyclass(module = "wanqi", frozen, get_all, skip_from_py_object)]
#[derive(Clone)]
pub struct Thought {
    /// The best move, in the notation of the board; None if it has none yet.
    best: Option<String>,
    /// What the position is worth to the side to move.
    score: Score,
    /// The expected moves, the best first.
    moves: Vec<String>,
    /// The best lines, the best first, as far as the engine tells moves apart.
    lines: Vec<Line>,
    /// Plies that were looked ahead in full.
    depth: u32,
    /// Plies of the longest line that was looked at.
    seldepth: u32,
    /// Positions that were looked at.
    nodes: u64,
    /// Random games.
    playouts: u64,
    /// Time taken.
    seconds: f64,
}

impl Thought {
    /// A thought with so many of its lines.
    pub fn told(thought: &wanqi_play::Thought, lines: usize) -> Thought {
        let line = |one: &wanqi_play::ThoughtMove| Line {
            r#move: one.text.clone(),
            score: Score(one.value),
            bound: one.bound.map(|bound| match bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            }),
            visits: one.visits,
            depth: one.depth,
            moves: one.line.clone(),
        };
        Thought {
            best: thought.best.clone(),
            score: Score(thought.value),
            moves: thought.line.clone(),
            lines: thought.lines(lines).map(line).collect(),
            depth: thought.depth,
            seldepth: thought.seldepth,
            nodes: thought.work.interior + thought.work.leaves,
            playouts: thought.work.playouts,
            seconds: thought.work.millis as f64 / 1000.0,
        }
    }
}

#[pymethods]
impl Thought {
    fn __repr__(&self) -> String {
        let best = self.best.as_deref().unwrap_or("none");
        format!("<Thought: {best} {}, depth {}>", self.score.0, self.depth)
    }
}
