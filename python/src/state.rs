//! A game in progress, for learners.

use crate::error::wrong;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::Arc;
use wanqi_play::environment;

/// A game in progress, as OpenSpiel has it. Actions are integers below `num_distinct_actions()`.
///
/// >>> state = wanqi.Game("othello").state()
/// >>> while not state.is_terminal():
/// ...     state.apply_action(random.choice(state.legal_actions()))
/// >>> state.returns()
#[pyclass(module = "wanqi")]
pub struct State {
    pub state: Box<dyn environment::State>,
    pub environment: Arc<dyn environment::Environment>,
}

#[pymethods]
impl State {
    /// The legal actions, in the game's own order; none after the end.
    fn legal_actions(&self) -> Vec<u32> {
        self.state.legal_actions()
    }

    /// Which actions are legal: bool, shape (num_distinct_actions,).
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = PyArray1::zeros(py, self.environment.action_count(), false);
        self.state.mask(mask.readwrite().as_slice_mut()?);
        Ok(mask)
    }

    /// Plays an action.
    ///
    /// Raises:
    ///     WanqiError: If it is not legal.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        self.state.apply(action).map_err(wrong)
    }

    /// Whose turn it is, 0 or 1; -4 after the end, as in OpenSpiel.
    fn current_player(&self) -> i32 {
        match self.state.outcome() {
            Some(_) => -4,
            None => self.state.side_to_move().index() as i32,
        }
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.state.outcome().is_some()
    }

    /// What either player has won: 1, -1, or 0 for a draw and while the game goes on.
    fn returns(&self) -> [f64; 2] {
        let value = |side| self.state.outcome().map_or(0.0, |outcome| 2.0 * outcome.value_for(side) - 1.0);
        wanqi_play::Side::BOTH.map(value)
    }

    /// What the side to move sees: float32, shape (planes, rows, columns).
    ///
    /// The planes are the pieces of the side to move, one a kind, and those of the other side; in games of rule files then
    /// those of nobody, how many of each kind that can be held either side has in hand, and which step of its turn it is. In
    /// chess the rooks that may castle, the square where a pawn may be taken in passing and the quiet plies divided by 100
    /// follow, in Go the point of a ko and whether the other side has just passed. The last is 1 if the first side is to move.
    /// The board is never turned, and its points lie as the game numbers them:
    /// in chess the first row is rank 1.
    fn observation_tensor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let tensor = PyArray3::zeros(py, self.environment.observation_shape(), false);
        self.state.observe(tensor.readwrite().as_slice_mut()?);
        Ok(tensor)
    }

    /// Planes, rows and columns of observation_tensor().
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let [planes, rows, columns] = self.environment.observation_shape();
        (planes, rows, columns)
    }

    /// How many actions there are.
    fn num_distinct_actions(&self) -> usize {
        self.environment.action_count()
    }

    /// A legal action as a move, in the notation for people or another of the game's.
    #[pyo3(signature = (action, notation = None))]
    fn action_to_string(&self, action: i64, notation: Option<&str>) -> PyResult<String> {
        let names = self.environment.notations();
        let index = match notation {
            None => 0,
            Some(name) => names.iter().position(|known| *known == name).ok_or_else(|| {
                wrong(format!("there is no notation {name}; there is {}", names.join(", ")))
            })?,
        };
        self.state.action_text(action, index).map_err(wrong)
    }

    /// The action that a move is, in any of the game's notations.
    fn string_to_action(&self, text: &str) -> PyResult<u32> {
        self.state.action_of(text).map_err(wrong)
    }

    /// How many moves have been played.
    fn move_number(&self) -> usize {
        self.state.ply()
    }

    /// The position's text (FEN in chess).
    #[getter]
    fn position(&self) -> String {
        self.state.position()
    }

    /// A copy.
    fn clone(&self) -> State {
        State { state: self.state.fork(), environment: Arc::clone(&self.environment) }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.state.position()
    }

    fn __repr__(&self) -> String {
        format!("<State: {}>", self.state.position())
    }
}
