//! What an engine thinks about: a move to play or to tell, or an analysis that goes on until the next line.

use super::analysis::{AnalysisDialect, AnalysisReporter, AnalysisRequest};
use super::command::{Request, answer};
use super::params::Params;
use super::vertex::told_places;
use super::{Gtp, Reply, said};
use crate::engine::Job;
use crate::{kata, options};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wanqi_play::{Allotted, Error, Limits, Side, Spec, StoneStatus, Table, Thought};
use wanqi_search::host::Instant;

/// What the engine is busy with.
pub(super) enum UnderWay {
    /// A move that is to be played.
    Move { side: Side, chosen: Arc<Mutex<Option<Chosen>>> },
    /// A move that is to be told, unless another line comes first; then this is set.
    Cancellable(Arc<AtomicBool>),
    /// Anything else that comes to an end by itself.
    Reply,
    /// An analysis, which goes on until the next line.
    Analysis,
}

/// What became of a search for a move.
pub(super) struct Chosen {
    /// The move; `None` if the game is given up.
    pub mv: Option<String>,
    pub lost: bool,
    pub took: Duration,
}

/// What a move is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To be played.
    Game,
    /// To be told, the same whatever was asked before.
    Regression,
    /// To be told as it would be played; the next line may cancel it or not.
    Search { cancellable: bool },
    /// To be played, every dead stone being taken before a pass.
    Cleanup,
}

/// Time for a move where there are no clocks and the player has no limits of its own.
const TIME: Duration = Duration::from_secs(5);
/// A game is given up when it has been lost for so many own moves in a row, each found in so many simulations.
const LOST_FOR: u32 = 3;
const LOST_VISITS: u64 = 500;

impl Gtp {
    /// What is wanted of an analysis, by a player that has something to tell.
    pub(super) fn wanted(&self, request: &Request) -> Result<AnalysisRequest, String> {
        let player = options::spec(self.board.table(), self.player.as_ref(), &self.settings);
        if player.map_err(|error| error.to_string())?.name != "mcts" {
            return Err("the player counts no visits: give gtp --player mcts".into());
        }
        Ok(AnalysisRequest::read(AnalysisDialect::of(&request.name), self.board.letters(), request)?)
    }

    /// Begins a search. What it finds it says itself.
    pub(super) fn think<P, A>(&mut self, job: Job<P, A>) -> Result<(), String>
    where
        P: FnMut(&Thought) -> (Vec<String>, bool) + Send + 'static,
        A: FnOnce(Result<Thought, Error>) -> Vec<String> + Send + 'static,
    {
        // A player that has failed is gone with its thread.
        if !self.engine.is_idle() {
            self.seat().map_err(|error| error.to_string())?;
        }
        self.engine.think(job).map_err(|error| error.to_string())
    }

    /// The time for a side's move.
    fn allot(&self, side: Side) -> Option<Allotted> {
        let bounded = self.player.as_ref().is_some_and(Spec::is_bounded) || self.params.is_bounded();
        let clock = self.clocks.allot(side).or_else(|| (!bounded).then(|| Allotted::all_of(TIME)));
        self.params.within(clock)
    }

    pub(super) fn genmove(
        &mut self,
        id: Option<u32>,
        side: Side,
        purpose: Purpose,
        wanted: Option<AnalysisRequest>,
    ) -> Reply {
        let table = match self.board.facing(side) {
            Ok(table) => table,
            // Referees of other games than Go ask until both sides have passed.
            Err(Error::Over(_)) => return said("pass"),
            Err(_) => return Err("it is the other side's turn".into()),
        };
        let mut root_moves = wanted.as_ref().and_then(|wanted| wanted.places(&*table));
        if purpose == Purpose::Cleanup && self.has_dead(side.opponent()) {
            let legal = table.legal_moves(0);
            let stones: Vec<usize> = (0..legal.len()).filter(|&place| legal[place] != "pass").collect();
            root_moves = (!stones.is_empty()).then_some(stones);
        }
        if root_moves.is_none() && wins_by_passing(&*table) {
            if matches!(purpose, Purpose::Game | Purpose::Cleanup) {
                self.board.play(side, "pass").map_err(|error| error.to_string())?;
            }
            if wanted.is_none() {
                return said("pass");
            }
            (self.say)(answer(id, Ok(String::new())).trim_end().into());
            (self.say)("play pass\n".into());
            return Ok(None);
        }
        if purpose == Purpose::Regression {
            // The same position is to be answered alike, whatever was asked before.
            self.engine.forget();
        }
        let allotted = self.allot(side);
        let chosen = Arc::new(Mutex::new(None));
        let hears = Arc::clone(&chosen);
        let params = self.params.clone();
        let may_resign = purpose == Purpose::Game && self.board.is_go() && params.resigns;
        let lost_for = self.lost_for[side.index()];
        let cancelled = Arc::new(AtomicBool::new(false));
        let (is_cancelled, spent) = (Arc::clone(&cancelled), Arc::clone(&self.spent));
        let (began, letters) = (Instant::now(), self.board.letters());
        let nodes = params.nodes();
        let analysed = wanted.is_some();
        let mut teller = wanted.map(|wanted| AnalysisReporter::new(wanted, &*table));
        let progress = move |thought: &Thought| {
            (teller.iter_mut().filter_map(|teller| teller.line(thought)).collect(), false)
        };
        let answered = move |thought: Result<Thought, Error>| {
            let found = thought.and_then(|thought| {
                let best = thought.best.clone().ok_or_else(|| Error::Player("it has no move".into()))?;
                Ok((best, is_lost(&thought, &params)))
            });
            let took = began.elapsed();
            *spent.lock().unwrap_or_else(PoisonError::into_inner) += took;
            let (mv, lost) = match found {
                Ok(found) => found,
                Err(error) if analysed => return vec![format!("play pass # {error}\n")],
                Err(error) => return vec![answer(id, Err(error.to_string()))],
            };
            let resigns = may_resign && lost && lost_for + 1 >= LOST_FOR;
            let told = match (is_cancelled.load(Ordering::Relaxed), resigns) {
                (true, _) => "cancelled".into(),
                (false, true) => "resign".into(),
                (false, false) => letters.write(&mv),
            };
            let mv = Some(mv).filter(|_| !resigns);
            *hears.lock().unwrap_or_else(PoisonError::into_inner) = Some(Chosen { mv, lost, took });
            vec![if analysed { format!("play {told}\n") } else { answer(id, Ok(told)) }]
        };
        if analysed {
            (self.say)(answer(id, Ok(String::new())).trim_end().into());
        }
        // Who counts no visits has no limit of them.
        let root_moves = told_places(&*table, root_moves);
        let (limits, _) = self.engine.keepable(Limits { root_moves, nodes, ..Limits::default() });
        self.think(Job { table, limits, allotted, held: false, progress, answer: answered })?;
        self.under_way = Some(match purpose {
            Purpose::Regression | Purpose::Search { cancellable: false } => UnderWay::Reply,
            Purpose::Search { cancellable: true } => UnderWay::Cancellable(cancelled),
            Purpose::Game | Purpose::Cleanup => UnderWay::Move { side, chosen },
        });
        Ok(None)
    }

    /// Whether some of a side's stones on the board are dead.
    fn has_dead(&self, side: Side) -> bool {
        let mut strings = self.board.statuses().into_iter();
        strings.any(|string| string.side == side && string.status == StoneStatus::Dead)
    }

    pub(super) fn analyze(&mut self, id: Option<u32>, wanted: AnalysisRequest) -> Reply {
        let side = wanted.side.unwrap_or_else(|| self.board.table().side_to_move());
        let table = self.board.facing(side).map_err(|error| error.to_string())?;
        let root_moves = told_places(&*table, wanted.places(&*table));
        let limits = Limits { root_moves, ..Limits::default() };
        let mut teller = AnalysisReporter::new(wanted.clone(), &*table);
        let last = AnalysisReporter::new(wanted, &*table);
        (self.say)(answer(id, Ok(String::new())).trim_end().into());
        let progress = move |thought: &Thought| (teller.line(thought).into_iter().collect(), false);
        let answered = move |thought: Result<Thought, Error>| {
            let line = thought.ok().and_then(|thought| last.last_line(&thought));
            line.into_iter().chain([String::new()]).collect()
        };
        self.under_way = Some(UnderWay::Analysis);
        self.think(Job { table, limits, allotted: None, held: true, progress, answer: answered })?;
        Ok(None)
    }

    /// The best moves with their chances in percent, as GoGui shows pairs of a point and a text.
    pub(super) fn chances(&mut self, id: Option<u32>) -> Reply {
        const MOVES: usize = 10;
        let side = self.board.table().side_to_move();
        let table = self.board.facing(side).map_err(|error| error.to_string())?;
        let letters = self.board.letters();
        let answered = move |thought: Result<Thought, Error>| {
            let told = thought.map(|thought| {
                let pair = |one: &wanqi_play::ThoughtMove| {
                    format!("{} {:.0}", letters.write(&one.text), 100.0 * kata::win_probability(one))
                };
                let stones = thought.lines(MOVES).filter(|one| one.text != "pass");
                stones.map(pair).collect::<Vec<_>>().join(" ")
            });
            vec![answer(id, told.map_err(|error| error.to_string()))]
        };
        let root_moves = told_places(&*table, None);
        let (allotted, limits) = (self.allot(side), Limits { root_moves, ..Limits::default() });
        let progress = |_: &Thought| (Vec::new(), false);
        self.think(Job { table, limits, allotted, held: false, progress, answer: answered })?;
        self.under_way = Some(UnderWay::Reply);
        Ok(None)
    }
}

/// Whether a pass ends the game, every stone being alive, with the win of the side to move: then there is nothing to think
/// about.
fn wins_by_passing(table: &dyn Table) -> bool {
    let (side, mut after) = (table.side_to_move(), table.fork());
    after.play("pass").is_ok()
        && after.result().is_some_and(|result| result.winner.map(usize::from) == Some(side.index()))
}

/// Whether there is hardly a chance left.
fn is_lost(thought: &Thought, params: &Params) -> bool {
    let visits: u64 = thought.moves.iter().map(|one| one.visits).sum();
    let is_lost = |best| params.is_lost(kata::win_probability(best));
    visits >= LOST_VISITS && thought.moves.first().is_some_and(is_lost)
}
