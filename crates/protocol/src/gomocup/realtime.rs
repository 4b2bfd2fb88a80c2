//! What Yixin's board shows of a search on the board itself: `MESSAGE REALTIME`, asked for by `INFO show_detail 1`.

use super::board::read_move;
use super::command::Point;
use wanqi_play::{Thought, Value};

/// What has been shown of a search.
pub(super) struct RealTime {
    columns: u8,
    rows: u8,
    depth: u32,
    best: Option<Point>,
    /// The move that is being looked at.
    current: Option<Point>,
    lost: Vec<Point>,
}

impl RealTime {
    /// Nothing yet, on a board of so many columns and rows.
    pub fn new([columns, rows]: [u8; 2]) -> RealTime {
        RealTime { columns, rows, depth: 0, best: None, current: None, lost: Vec::new() }
    }

    /// What is shown of a single point: `POS`, `DONE` or `LOST`.
    pub fn of_point(what: &str, point: Point) -> String {
        format!("MESSAGE REALTIME {what} {point}")
    }

    /// What is new: `REFRESH` with a new depth, `POS` and `DONE` for the move that is looked at and the one that has been,
    /// `BEST`, `VAL` and `PV` for the best, `LOST` for moves that lose.
    pub fn messages(&mut self, thought: &Thought) -> Vec<String> {
        let mut said = Vec::new();
        let mut say = |what: String| said.push(format!("MESSAGE REALTIME {what}"));
        if let Some((mv, _)) = &thought.current {
            if let Some(done) = self.current.take() {
                say(format!("DONE {done}"));
            }
            self.current = read_move(mv, self.rows);
            self.current.iter().for_each(|point| say(format!("POS {point}")));
            return said;
        }
        if thought.depth > self.depth {
            (self.depth, self.current) = (thought.depth, None);
            say("REFRESH".into());
        }
        for one in thought.moves.iter().filter(|one| one.value.decided().is_some_and(|plies| plies < 0)) {
            if let Some(point) = read_move(&one.text, self.rows).filter(|point| !self.lost.contains(point)) {
                self.lost.push(point);
                say(format!("LOST {point}"));
            }
        }
        let best = thought.best.as_ref().and_then(|mv| read_move(mv, self.rows));
        if best.is_some() && best != self.best {
            best.iter().for_each(|point| say(format!("BEST {point}")));
            self.best = best;
        }
        say(format!("VAL {}", value(thought.value)));
        let line: Vec<String> = thought
            .line
            .iter()
            .filter_map(|mv| read_move(mv, self.rows))
            .map(|point| self.name(point))
            .collect();
        say(format!("PV {}", line.join(" ")));
        said
    }

    /// A point as it stands at the edge of Yixin's board, which tells the row first.
    fn name(&self, Point { x: row, y: column }: Point) -> String {
        format!("{}{}", char::from(b'A' + column), self.columns.saturating_sub(row))
    }
}

/// Hundredths; a win is worth 10,000 less its distance in plies.
pub(super) fn value(value: Value) -> i32 {
    const WIN: i32 = 10_000;
    const MAX_PLIES: i32 = 1_000;
    match value.decided() {
        Some(plies) if plies > 0 => WIN - plies.min(MAX_PLIES),
        Some(plies) => plies.saturating_neg().min(MAX_PLIES) - WIN,
        None => value.centipawns().clamp(MAX_PLIES - WIN, WIN - MAX_PLIES),
    }
}
