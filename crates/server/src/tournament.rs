//! A tournament in the page: every player meets every other, and each game can be watched.
//!
//! A session has one tournament at a time. It is played on a thread of its own, one game after the other, in one of the
//! places for studies: it keeps nobody's game waiting. What has been told when it is stopped stays.

use crate::lab::Send;
use crate::memory;
use crate::protocol::{Event, RequestError, parts};
use crate::searches::{SearchEvent, Seat, SessionMessage};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use wanqi_play::host::Instant;
use wanqi_play::record::{Ending, GameRecord, ROOT};
use wanqi_play::{Layout, Limits, Message, Player, ResultView, Scene, Spec, Stop, Table, message};
use wanqi_store::GameId;

/// How many players may meet.
const PLAYERS: std::ops::RangeInclusive<usize> = 2..=10;
/// The most games of each pair.
const MAX_ROUNDS: usize = 20;
/// The time for a move of a player that has no limit of its own, in milliseconds.
const MILLIS: std::ops::RangeInclusive<u64> = 10..=30_000;
/// A longer game is a draw.
const MAX_PLIES: usize = 600;
/// Plies by chance at the beginning: the same for both games of a pair, so that no two pairs of games are alike.
const OPENING: usize = 2;
/// The time between two positions that are told, at least.
const INTERVAL: Duration = Duration::from_millis(60);

/// What is asked of a tournament.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentRequest {
    /// Begins one, in the place of the one under way.
    Begin {
        /// The game and its options.
        #[serde(deserialize_with = "parts::text")]
        game: String,
        /// The players, as texts or in parts.
        #[serde(deserialize_with = "parts::texts")]
        players: Vec<String>,
        /// Games of each pair: colours change from one to the next.
        rounds: usize,
        /// The time for a move of players without a limit of their own, in milliseconds.
        millis: u64,
        /// Of the openings.
        #[serde(default)]
        seed: u64,
    },
    /// Ends the one under way.
    Stop,
}

/// What is told of a tournament.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "report", rename_all = "snake_case")]
pub enum TournamentReport {
    /// It begins, answered at once.
    Begun {
        /// The game and its options.
        game: String,
        /// The board without pieces.
        layout: Box<Layout>,
        /// The players' texts.
        players: Vec<String>,
        /// The games in their order: who plays the first and the second side, by place among the players.
        games: Vec<[usize; 2]>,
    },
    /// A game goes on; at most some twenty times a second.
    Moved {
        /// Which game.
        game: usize,
        /// Plies made.
        ply: usize,
        /// The last move.
        text: String,
        /// The pieces.
        scene: Box<Scene>,
        /// The points of the last move.
        trace: Vec<u16>,
    },
    /// A game has ended.
    Played {
        /// Which game.
        game: usize,
        /// The pieces at its end.
        scene: Box<Scene>,
        /// The points of the last move.
        trace: Vec<u16>,
        /// Its plies.
        plies: usize,
        /// How it ended.
        result: ResultView,
        /// Under which number it is in the library, if it is kept.
        kept: Option<GameId>,
        /// The game, to be kept.
        #[serde(skip)]
        record: Box<GameRecord>,
    },
    /// Its end; `fault` says why if it could not be played to it.
    Done {
        /// What went wrong, if anything.
        fault: Option<Message>,
    },
}

impl TournamentReport {
    /// Whether nothing is lost if it never arrives: what comes after it tells as much.
    pub(crate) fn may_be_missed(&self) -> bool {
        matches!(self, TournamentReport::Moved { .. })
    }
}

/// The tournament of a session.
#[derive(Debug, Default)]
pub(crate) struct Tournament {
    run: Option<(u64, Stop)>,
    /// Tournaments begun so far; each one's number is its place among them.
    begun: u64,
}

/// What is to be played.
struct Plan {
    table: Box<dyn Table>,
    players: Vec<Spec>,
    games: Vec<[usize; 2]>,
    millis: u64,
    seed: u64,
}

impl Tournament {
    /// Begins or ends a tournament.
    pub fn answer(
        &mut self,
        id: Option<u64>,
        ask: TournamentRequest,
        searches: &Seat,
        send: &Send,
    ) -> Result<Vec<Event>, RequestError> {
        let TournamentRequest::Begin { game, players, rounds, millis, seed } = ask else {
            if let Some((_, stop)) = &self.run {
                stop.stop();
            }
            return Ok(Vec::new());
        };
        if !PLAYERS.contains(&players.len()) {
            let (least, most) = (PLAYERS.start(), PLAYERS.end());
            return Err(RequestError::new(message!(
                "fault.tournament-players",
                "a tournament has {least} to {most} players",
                least = *least,
                most = *most
            )));
        }
        let table = wanqi_play::table(&game.parse()?)?;
        let players: Vec<Spec> = players.iter().map(|player| player.parse()).collect::<Result<_, _>>()?;
        for spec in &players {
            memory::player(&*table, spec.clone())?;
        }
        let games = round_robin(players.len(), rounds.clamp(1, MAX_ROUNDS));
        let begun = TournamentReport::Begun {
            game: table.spec().to_string(),
            layout: Box::new(table.layout()),
            players: players.iter().map(Spec::to_string).collect(),
            games: games.clone(),
        };
        let millis = millis.clamp(*MILLIS.start(), *MILLIS.end());
        self.give_up();
        self.begun += 1;
        let (number, stop, send) = (self.begun, Stop::default(), Arc::clone(send));
        let (plan, theirs) = (Plan { table, players, games, millis, seed }, stop.clone());
        searches.spawn(&stop, move || {
            let tell = |report| {
                let event = SearchEvent::Tournament(Box::new(report));
                send(SessionMessage { search: number, event });
            };
            let played = catch_unwind(AssertUnwindSafe(|| plan.play(&theirs, &tell)));
            let played = played.unwrap_or_else(|_| {
                Err(RequestError::new(message!(
                    "fault.player-gave-up",
                    "a player gave up for no known reason"
                )))
            });
            tell(TournamentReport::Done { fault: played.err().map(|fault| fault.what) });
        })?;
        self.run = Some((number, stop));
        Ok(vec![Event::Tournament { id, report: Box::new(begun) }])
    }

    /// Takes in what the thread of a tournament has sent; what comes from one that was given up is forgotten.
    pub fn on_message(&mut self, number: u64, report: Box<TournamentReport>) -> Vec<Event> {
        if self.run.as_ref().is_none_or(|(current, _)| *current != number) {
            return Vec::new();
        }
        if matches!(*report, TournamentReport::Done { .. }) {
            self.run = None;
        }
        vec![Event::Tournament { id: None, report }]
    }

    fn give_up(&mut self) {
        if let Some((_, stop)) = self.run.take() {
            stop.stop();
        }
    }
}

impl Drop for Tournament {
    fn drop(&mut self) {
        self.give_up();
    }
}

/// Who meets whom: every pair once in every round, colours changed from one round to the next.
fn round_robin(players: usize, rounds: usize) -> Vec<[usize; 2]> {
    let pairs = |round: usize| {
        (0..players).flat_map(move |one| {
            (one + 1..players)
                .map(move |other| if round.is_multiple_of(2) { [one, other] } else { [other, one] })
        })
    };
    (0..rounds).flat_map(pairs).collect()
}

impl Plan {
    fn play(&self, stop: &Stop, tell: &dyn Fn(TournamentReport)) -> Result<(), RequestError> {
        let mut players: Vec<(Box<dyn Player>, Limits)> = Vec::new();
        for spec in &self.players {
            let time = (!spec.is_bounded()).then(|| Duration::from_millis(self.millis));
            let limits = Limits { time, stop: stop.clone(), ..Limits::default() };
            players.push((memory::player(&*self.table, spec.clone())?, limits));
        }
        let pairs = self.players.len() * (self.players.len() - 1) / 2;
        for (game, &sides) in self.games.iter().enumerate() {
            for side in sides {
                players[side].0.forget();
            }
            // The two games of a pair that follow one another begin alike.
            let opening = (game / (2 * pairs) * pairs + game % pairs) as u64;
            let table = begin(&*self.table, self.seed.wrapping_add(opening));
            let Some((table, result)) = play(table, sides, &mut players, stop, &|table| {
                let view = table.view();
                let (scene, text) = (Box::new(view.scene), table.last_move(0).unwrap_or_default());
                tell(TournamentReport::Moved { game, ply: view.ply, text, scene, trace: view.trace });
            }) else {
                break;
            };
            let view = table.view();
            tell(TournamentReport::Played {
                game,
                scene: Box::new(view.scene),
                trace: view.trace,
                plies: view.ply,
                record: Box::new(self.record(&*table, sides, result.clone())),
                result,
                kept: None,
            });
        }
        Ok(())
    }

    /// A game of it, to be kept.
    fn record(&self, table: &dyn Table, sides: [usize; 2], result: ResultView) -> GameRecord {
        let mut record = GameRecord::new(table.spec().to_string());
        // There is room: a game has at most so many plies as a line may have.
        let _ = record.add_line(ROOT, &table.played(table.notations().len() - 1));
        record.headers.players = sides.map(|side| self.players[side].to_string());
        record.headers.event = "Tournament".into();
        record.headers.result = Some(Ending::from(result));
        record
    }
}

/// A table after some plies by chance.
pub(crate) fn begin(start: &dyn Table, seed: u64) -> Box<dyn Table> {
    let mut table = start.fork();
    // SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
    let mut state = seed;
    for _ in 0..OPENING {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^= word >> 31;
        let moves = table.legal_moves(0);
        let chosen = moves.get((word % moves.len().max(1) as u64) as usize);
        if chosen.is_none_or(|text| table.play(text).is_err()) {
            break;
        }
    }
    // A game that is over by chance was none.
    if table.result().is_some() { start.fork() } else { table }
}

/// Plays a game to its end, and gives its table and how it ended; `None` if it was stopped.
fn play(
    mut table: Box<dyn Table>,
    sides: [usize; 2],
    players: &mut [(Box<dyn Player>, Limits)],
    stop: &Stop,
    watch: &dyn Fn(&dyn Table),
) -> Option<(Box<dyn Table>, ResultView)> {
    let mut told: Option<Instant> = None;
    loop {
        // It rests here while others have its place.
        if stop.checkpoint() {
            return None;
        }
        if told.is_none_or(|told| told.elapsed() >= INTERVAL) {
            told = Some(Instant::now());
            watch(&*table);
        }
        if let Some(result) = table.result() {
            return Some((table, result));
        }
        if table.ply() >= MAX_PLIES {
            let text = message!("result.draw-after", "A draw after {plies} plies", plies = MAX_PLIES);
            return Some((table, ResultView::new(wanqi_play::Outcome::Draw, text, Vec::new())));
        }
        let side = table.side_to_move();
        let (player, limits) = &mut players[sides[side.index()]];
        let thought = player.think(&*table, limits, &mut |_| {});
        if stop.is_stopped() {
            return None;
        }
        let moved = thought.and_then(|thought| {
            let none = || wanqi_play::Error::Player("it has no move".into());
            table.play(&thought.best.ok_or_else(none)?)
        });
        if let Err(error) = moved {
            // Whoever fails loses.
            let outcome = wanqi_play::Outcome::Win(side.opponent());
            let side = table.layout().side(side);
            let text = message!("result.forfeits", "{side} forfeits: {why}", side, why = error.message());
            return Some((table, ResultView::new(outcome, text, Vec::new())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::round_robin;

    #[test]
    fn everybody_meets_everybody_and_colours_change() {
        assert_eq!(round_robin(2, 3), [[0, 1], [1, 0], [0, 1]]);
        let games = round_robin(4, 2);
        assert_eq!(games.len(), 12);
        for one in 0..4 {
            for other in (0..4).filter(|&other| other != one) {
                assert_eq!(games.iter().filter(|&&game| game == [one, other]).count(), 1, "{one} {other}");
            }
        }
    }
}
