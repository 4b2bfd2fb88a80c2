//! Which moves do not lose, as Yixin's board asks for them. Every move is thought about by itself, so that those are told of too
//! that a search for the best one leaves out.

use super::command::Point;
use super::realtime::{RealTime, value};
use super::thinking::{Chosen, UnderWay};
use super::{Gomocup, OK, Reply};
use std::sync::{Arc, Mutex, PoisonError};
use wanqi_play::{Limits, Player, Stop};
use wanqi_search::host::Instant;

impl Gomocup {
    /// Begins to think about every move: which of them lose, and which defend.
    pub(super) fn think_of_defences(&mut self) -> Reply {
        self.settings.check()?;
        self.seat()?;
        let board = self.board()?.clone();
        let table = board.table().map_err(|error| error.to_string())?;
        if let Some(result) = table.result() {
            return Err(format!("the game is over: {}", result.text));
        }
        let legal = table.legal_moves(0);
        let places = board.root_moves(&*table).unwrap_or_else(|| (0..legal.len()).collect());
        let moves: Vec<(usize, Point)> =
            places.into_iter().filter_map(|place| Some((place, board.read(&legal[place])?))).collect();
        let (time, limits) = self.budget();
        let is_shown = self.settings.real_time;
        let chosen = Arc::new(Mutex::new(Chosen::default()));
        let (hears, say) = (Arc::clone(&chosen), Arc::clone(&self.say));
        let work = move |player: &mut dyn Player, stop: &Stop| {
            let began = Instant::now();
            let show = |what: &str, point: Point| {
                if is_shown {
                    say(RealTime::of_point(what, point));
                }
            };
            let mut seen = Seen::default();
            for (at, &(place, point)) in moves.iter().enumerate() {
                if stop.is_stopped() {
                    break;
                }
                let share = time.saturating_sub(began.elapsed()) / (moves.len() - at) as u32;
                let limits = Limits {
                    root_moves: Some(vec![place]),
                    time: Some(share),
                    stop: stop.clone(),
                    ..limits.clone()
                };
                let (limits, _) = player.keeps().only("the player", limits);
                show("POS", point);
                if let Ok(thought) = player.think(&*table, &limits, &mut |_| {}) {
                    let loses = thought.value.decided().is_some_and(|plies| plies < 0);
                    if loses {
                        show("LOST", point);
                    }
                    seen.depth = seen.depth.max(thought.depth);
                    seen.moves.push((value(thought.value), point, loses));
                }
                show("DONE", point);
            }
            say(seen.told(moves.len()));
            let best = seen.best().or(moves.first().map(|&(_, point)| point));
            *hears.lock().unwrap_or_else(PoisonError::into_inner) =
                Chosen { told: best.into_iter().collect(), took: began.elapsed(), ..Chosen::default() };
            say(best.map_or("ERROR there is no move".into(), |point| point.to_string()));
        };
        self.engine.work(work).map_err(|error| error.to_string())?;
        self.under_way = Some(UnderWay { endless: false, chosen });
        OK
    }
}

/// What is known of moves.
#[derive(Default)]
struct Seen {
    /// The deepest look.
    depth: u32,
    /// What each is worth, and whether it loses for certain.
    moves: Vec<(i32, Point, bool)>,
}

impl Seen {
    /// The best, the first of several.
    fn best(&self) -> Option<Point> {
        let most = self.moves.iter().map(|&(value, ..)| value).max()?;
        self.moves.iter().find(|&&(value, ..)| value == most).map(|&(_, point, _)| point)
    }

    /// In words, of so many moves that were to be looked at.
    fn told(&self, all: usize) -> String {
        let open = || self.moves.iter().filter(|(.., loses)| !loses).map(|(_, point, _)| point.to_string());
        let (count, defences) = (self.moves.len(), open().collect::<Vec<_>>());
        let lost = count - defences.len();
        let rest = match all - count {
            0 => String::new(),
            rest => format!("; {rest} were not looked at"),
        };
        match (lost, defences.len()) {
            (0, _) => format!("MESSAGE no move loses as far as depth {} sees{rest}", self.depth),
            (lost, 0) => format!("MESSAGE all {lost} moves lose{rest}"),
            (lost, defend) => {
                format!("MESSAGE {lost} moves lose, {defend} defend: {}{rest}", defences.join(" "))
            }
        }
    }
}
