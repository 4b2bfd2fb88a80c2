//! Many games stepped in one call.

use crate::error::wrong;
use crate::shares::Shares;
use numpy::{
    Element, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
    ndarray::Dimension,
};
use pyo3::prelude::*;
use std::sync::Arc;
use wanqi_play::environment;

/// Many games of one kind in progress. Whatever is told has a row for each game, and no call holds the interpreter's lock.
///
/// >>> batch = wanqi.Game("connect4").batch(1024, seed=1)
/// >>> actions = batch.sample()
/// >>> rewards, ended = batch.step(actions)
#[pyclass(module = "wanqi")]
pub struct Batch {
    pub games: Shares,
    pub environment: Arc<dyn environment::Environment>,
}

/// Rewards, and which games have ended.
type Stepped<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>);

/// The numbers of an array that was given or is new.
fn slice<'a, T: Element, D: Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
    wanted: usize,
) -> PyResult<&'a mut [T]> {
    let numbers = array.as_slice_mut()?;
    if numbers.len() != wanted {
        return Err(wrong(format!("out has {} numbers, not {wanted}", numbers.len())));
    }
    Ok(numbers)
}

#[pymethods]
impl Batch {
    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Plays an action in each game.
    ///
    /// Args:
    ///     actions: int64, shape (n,). Of games that have ended (without auto_reset) it is ignored.
    ///
    /// Returns:
    ///     rewards: float32, shape (n, 2): what either side has won by this action, 1, -1 or 0.
    ///     ended: bool, shape (n,): whether the game has ended by it. With auto_reset it has begun anew already.
    ///
    /// Raises:
    ///     WanqiError: If an action is not legal; then nothing was played.
    fn step<'py>(&mut self, py: Python<'py>, actions: PyReadonlyArray1<'py, i64>) -> PyResult<Stepped<'py>> {
        let (actions, n) = (actions.as_slice()?, self.games.len());
        if actions.len() != n {
            return Err(wrong(format!("{} actions for {n} games", actions.len())));
        }
        let (rewards, ended) = (PyArray2::zeros(py, [n, 2], false), PyArray1::zeros(py, n, false));
        {
            let (mut rewards, mut ended) = (rewards.readwrite(), ended.readwrite());
            let (rewards, ended) = (rewards.as_slice_mut()?, ended.as_slice_mut()?);
            let games = &mut self.games;
            py.detach(|| {
                let actions = games.split(actions);
                games
                    .each(actions, |share, actions| share.choose(actions))
                    .into_iter()
                    .collect::<Result<(), _>>()?;
                let told = games.split_mut(rewards, 2).into_iter().zip(games.split_mut(ended, 1)).collect();
                games.each(told, |share, (rewards, ended)| share.play(rewards, ended));
                Ok(())
            })
            .map_err(|error: wanqi_play::Error| wrong(error))?;
        }
        Ok((rewards, ended))
    }

    /// Which actions are legal: bool, shape (n, num_distinct_actions). Written into `out` if that is given.
    #[pyo3(signature = (out = None))]
    fn legal_actions_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray2<bool>>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let shape = [self.games.len(), self.environment.action_count()];
        let out = out.unwrap_or_else(|| PyArray2::zeros(py, shape, false));
        {
            let mut array = out.readwrite();
            let numbers = slice(&mut array, shape.iter().product())?;
            let (games, actions) = (&mut self.games, shape[1]);
            py.detach(|| games.each(games.split_mut(numbers, actions), |share, out| share.masks(out)));
        }
        Ok(out)
    }

    /// What the sides to move see: float32, shape (n, planes, rows, columns), as State.observation_tensor. Written into `out`
    /// if that is given.
    #[pyo3(signature = (out = None))]
    fn observation_tensor<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray4<f32>>>,
    ) -> PyResult<Bound<'py, PyArray4<f32>>> {
        let [planes, rows, columns] = self.environment.observation_shape();
        let shape = [self.games.len(), planes, rows, columns];
        let out = out.unwrap_or_else(|| PyArray4::zeros(py, shape, false));
        {
            let mut array = out.readwrite();
            let numbers = slice(&mut array, shape.iter().product())?;
            let games = &mut self.games;
            let a_game = planes * rows * columns;
            py.detach(|| games.each(games.split_mut(numbers, a_game), |share, out| share.observe(out)));
        }
        Ok(out)
    }

    /// Whose turns it is: int8, shape (n,), 0 or 1; -1 of games that have ended.
    fn current_players<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let sides = PyArray1::zeros(py, self.games.len(), false);
        {
            let mut array = sides.readwrite();
            let (games, out) = (&mut self.games, array.as_slice_mut()?);
            games.each(games.split_mut(out, 1), |share, out| share.sides(out));
        }
        Ok(sides)
    }

    /// A random legal action of each game: int64, shape (n,); -1 of games that have ended.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = PyArray1::zeros(py, self.games.len(), false);
        {
            let mut array = actions.readwrite();
            let (games, out) = (&mut self.games, array.as_slice_mut()?);
            py.detach(|| games.each(games.split_mut(out, 1), |share, out| share.sample(out)));
        }
        Ok(actions)
    }

    /// Plays so many random moves in each game, and returns how many games have ended.
    fn random_steps(&mut self, py: Python<'_>, steps: u64) -> PyResult<u64> {
        let games = &mut self.games;
        let mut piece =
            |steps| py.detach(|| games.all(|share| share.random_steps(steps)).into_iter().sum::<u64>());
        let mut ended = 0;
        // In pieces, so that Ctrl-C is heard.
        for _ in 0..steps / PIECE {
            ended += piece(PIECE);
            py.check_signals()?;
        }
        Ok(ended + piece(steps % PIECE))
    }

    /// Begins all games anew, or those alone that have ended.
    #[pyo3(signature = (only_ended = false))]
    fn reset(&mut self, only_ended: bool) {
        self.games.all(|share| share.reset(only_ended));
    }

    /// How many actions there are.
    fn num_distinct_actions(&self) -> usize {
        self.environment.action_count()
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let [planes, rows, columns] = self.environment.observation_shape();
        (planes, rows, columns)
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games>", self.games.len())
    }
}

/// Moves of each game between two looks at signals.
const PIECE: u64 = 16;
