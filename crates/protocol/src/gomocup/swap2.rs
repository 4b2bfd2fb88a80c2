//! Swap2: one side puts three stones, the other takes a colour, or puts two more and leaves the choice. Whoever chooses
//! takes the side that stands better, which is never worse than to leave the choice; whoever begins makes both alike.

use super::board::GomocupBoard;
use super::command::Point;
use super::thinking::{Chosen, UnderWay};
use super::{Gomocup, OK, Reply};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wanqi_play::{Limits, Player, Stop, Thought};
use wanqi_search::host::Instant;

/// Three stones each to begin with, as steps from the middle of the board to the right and down: black, white, black. Near
/// the middle Black is ahead; the further apart and the nearer to an edge, the less. Which of them is the most even one is
/// for the search to say.
const OPENINGS: [[(i8, i8); 3]; 8] = [
    [(0, 0), (1, 1), (4, 0)],
    [(0, 0), (0, -1), (-3, 3)],
    [(0, -5), (1, -4), (3, 0)],
    [(-5, -5), (-4, -4), (2, 2)],
    [(0, -7), (2, -7), (0, -6)],
    [(-6, 0), (-5, 1), (-6, 3)],
    [(5, -6), (4, -5), (-4, 5)],
    [(-7, 1), (-7, -1), (-6, 2)],
];

impl Gomocup {
    /// Answers after so many stones of an opening.
    pub(super) fn swap2(&mut self, points: &[Point]) -> Result<(), String> {
        self.settings.check()?;
        let mut board = self.board()?.clone();
        board.set_line(points)?;
        if ![0, 3, 5].contains(&points.len()) {
            return Err(format!("swap2 asks after 0, 3 or 5 stones, not after {}", points.len()));
        }
        self.negotiate(board, None)
    }

    /// The same as Yixin's board asks: by steps, of the position that is on the board, or before there is any stone.
    pub(super) fn swap2_of_yixin(&mut self, step: usize) -> Reply {
        self.settings.check()?;
        let mut board = self.board()?.clone();
        if step == 1 {
            board.clear();
        }
        let (stones, expected) = (board.stones(), [0, 3, 5][step - 1]);
        if stones != expected {
            return Err(format!("YXSWAP2STEP{step} asks after {expected} stones, not after {stones}"));
        }
        self.negotiate(board, Some(step))?;
        OK
    }

    fn negotiate(&mut self, board: GomocupBoard, step: Option<usize>) -> Result<(), String> {
        self.seat()?;
        self.board = Some(board.clone());
        let (time, limits) = self.budget();
        let chosen = Arc::new(Mutex::new(Chosen::default()));
        let (hears, say) = (Arc::clone(&chosen), Arc::clone(&self.say));
        let work = move |player: &mut dyn Player, stop: &Stop| {
            let began = Instant::now();
            let mut judge = Judge { player, limits, stop: stop.clone() };
            let (text, points) = match board.is_empty() {
                true => judge.open(&board, time),
                false => judge.choose(&board, time),
            };
            let (text, points) = told(step, text, points);
            *hears.lock().unwrap_or_else(PoisonError::into_inner) =
                Chosen { points, took: began.elapsed(), ..Chosen::default() };
            text.lines().for_each(|line| say(line.into()));
        };
        self.engine.work(work).map_err(|error| error.to_string())?;
        self.under_way = Some(UnderWay { endless: false, chosen });
        Ok(())
    }
}

/// What is said, and the stones that are put: Yixin's board hears a line a stone, and asks for the move of who stays White by
/// itself.
fn told(step: Option<usize>, text: String, points: Vec<Point>) -> (String, Vec<Point>) {
    match step {
        _ if text.starts_with("ERROR ") => (text, points),
        None => (text, points),
        Some(1) => {
            let stone = |(i, Point { x, y }): (usize, &Point)| format!("MESSAGE SWAP2 MOVE{} {x} {y}", i + 1);
            (points.iter().enumerate().map(stone).collect::<Vec<_>>().join("\n"), points)
        }
        Some(step) => {
            let swaps = if text == "SWAP" { "YES" } else { "NO" };
            (format!("MESSAGE SWAP2 SWAP{} {swaps}", step - 1), Vec::new())
        }
    }
}

/// Who looks at openings.
struct Judge<'a> {
    player: &'a mut dyn Player,
    limits: Limits,
    stop: Stop,
}

impl Judge<'_> {
    /// Three stones after which neither side stands much better.
    fn open(&mut self, board: &GomocupBoard, time: Duration) -> (String, Vec<Point>) {
        let openings: Vec<Vec<Point>> =
            OPENINGS.iter().filter_map(|opening| placed(opening, board.extent())).collect();
        let share = time / openings.len().max(1) as u32;
        let mut best: Option<(f64, &Vec<Point>)> = None;
        for opening in &openings {
            let mut after = board.clone();
            if after.set_line(opening).is_err() {
                continue;
            }
            let thought = self.think(&after, share);
            let probability = thought.and_then(|thought| thought.value.win_probability());
            let lead = probability.map_or(f64::INFINITY, |probability| (probability - 0.5).abs());
            if best.is_none_or(|(least, _)| lead < least) {
                best = Some((lead, opening));
            }
        }
        match best {
            Some((_, opening)) => {
                let texts: Vec<String> = opening.iter().map(Point::to_string).collect();
                (texts.join(" "), opening.clone())
            }
            None => ("ERROR no opening fits on the board".into(), Vec::new()),
        }
    }

    /// White's move if White, whose turn it is, stands no worse; else Black's side is taken.
    fn choose(&mut self, board: &GomocupBoard, time: Duration) -> (String, Vec<Point>) {
        let thought = self.think(board, time);
        let best = thought.as_ref().and_then(|thought| {
            let stands = thought.value.win_probability()? >= 0.5;
            thought.best.as_deref().filter(|_| stands)
        });
        match best {
            Some(mv) => match board.read(mv) {
                Some(point) => (point.to_string(), vec![point]),
                None => ("SWAP".into(), Vec::new()),
            },
            _ => ("SWAP".into(), Vec::new()),
        }
    }

    fn think(&mut self, board: &GomocupBoard, time: Duration) -> Option<Thought> {
        let limits = Limits { time: Some(time), stop: self.stop.clone(), ..self.limits.clone() };
        self.player.think(&*board.table().ok()?, &limits, &mut |_| {}).ok()
    }
}

/// An opening on a board of so many columns and rows, if it fits.
fn placed(opening: &[(i8, i8); 3], [columns, rows]: [u8; 2]) -> Option<Vec<Point>> {
    let at = |step: i8, count: u8| (count / 2).checked_add_signed(step).filter(|&at| at < count);
    opening.iter().map(|&(right, down)| Some(Point { x: at(right, columns)?, y: at(down, rows)? })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_three_points_and_some_fit_on_every_board() {
        for opening in &OPENINGS {
            let points = placed(opening, [15, 15]).expect("all fit on 15 lines");
            let distinct = |i: usize| !points[..i].contains(&points[i]);
            assert!((0..3).all(distinct), "{opening:?}");
        }
        for (columns, rows) in (8..=20).flat_map(|columns| (8..=20).map(move |rows| (columns, rows))) {
            let fits = |opening| placed(opening, [columns, rows]).is_some();
            assert!(OPENINGS.iter().any(fits), "{columns} {rows}");
        }
    }
}
