//! A game that answers requests: what stands behind one socket, free of sockets.
//!
//! [`Session::request`] takes a text, [`Session::on_message`] what a search thread has sent home; both return the events
//! to pass on. Nothing else happens in between, so that a game is a function of what it has been told.

mod again;
mod clock;
mod counting;
mod course;
mod game;
mod navigation;
mod records;
mod review;
mod study;
mod take_along;
mod variations;

pub(crate) use study::drawn;

use crate::adjournment::Adjournment;
use crate::explorer::Explorer;
use crate::lab::Lab;
use crate::learner_handle::LearnerHandle;
use crate::learning::LearningWatch;
use crate::memory;
use crate::protocol::{Event, Purpose, Request, RequestError, State, read};
use crate::rules;
use crate::searches::{self, Job, SearchEvent, Searches, SessionMessage};
use crate::tournament::Tournament;
use game::{Game, Search};
use records::{Pasted, copied, paste};
use std::sync::Arc;
use std::time::Duration;
pub use take_along::Taken;
use wanqi_play::host::Instant;
use wanqi_play::record::{GameRecord, ROOT};
use wanqi_play::{Limits, Player, Thought, message};

/// The longest that a search may take, whatever its player's own limits.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(300);
/// The longest that a hint may take.
const MAX_HINT_TIME: Duration = Duration::from_secs(5);
/// Root moves of a thought that are passed on, the best ones.
const MOVES_SHOWN: usize = 8;
/// Plies of a line that are passed on.
const LINE_SHOWN: usize = 24;

/// A game and the people and machines at it.
pub struct Session {
    /// Where the searches of the game begin, and where those of studies and of the lab.
    searches: searches::Seat,
    studies: searches::Seat,
    send: Arc<dyn Fn(SessionMessage) + Send + Sync>,
    /// How long a machine takes for a move at least when it plays another.
    pace: Duration,
    game: Option<Game>,
    lab: Lab,
    /// Whether somebody looks at the board.
    watched: bool,
    tournament: Tournament,
    learner: LearnerHandle,
    learning: LearningWatch,
    /// Searches begun so far; each one's number is its place among them.
    begun: u64,
}

impl Session {
    /// A session without a game. `send` carries the words of search threads to whoever calls [`Session::on_message`].
    pub fn new(
        searches: &Searches,
        pace: Duration,
        send: impl Fn(SessionMessage) + Send + Sync + 'static,
    ) -> Session {
        let [searches, studies] = searches.seats();
        Session {
            searches,
            studies,
            send: Arc::new(send),
            pace,
            game: None,
            lab: Lab::default(),
            watched: true,
            tournament: Tournament::default(),
            learner: LearnerHandle::default(),
            learning: LearningWatch::default(),
            begun: 0,
        }
    }

    /// The same, and games are learnt by the program's learner.
    #[must_use]
    pub fn with_learner(self, learner: LearnerHandle) -> Session {
        Session { learner, ..self }
    }

    /// Answers a request. One that cannot be met gets one [`Event::Error`] and changes nothing.
    pub fn request(&mut self, text: &str) -> Vec<Event> {
        match read(text) {
            Ok((id, request)) => self.ask(id, request),
            Err((id, fault)) => vec![Event::Error { id, fault }],
        }
    }

    /// Answers a request that has been read.
    pub fn ask(&mut self, id: Option<u64>, request: Request) -> Vec<Event> {
        // What comes after the flag has fallen comes too late.
        let mut events = self.tick();
        match self.answer(id, request) {
            Ok(answer) => events.extend(answer),
            Err(fault) => events = vec![Event::Error { id, fault }],
        }
        events
    }

    /// Lays the game of a record in the place of the one on the table, as it was left.
    ///
    /// # Errors
    /// If it cannot be; the game on the table is as it was.
    pub fn take_up(&mut self, record: GameRecord, left: &Adjournment) -> Result<Vec<Event>, RequestError> {
        let game = Game::adjourned(record, left)?;
        Ok(self.lay(game, Vec::new()))
    }

    /// The game on the table as it is kept: its record, and how it stands. `state` is what was told of it last.
    pub fn adjournment(&self, state: &State) -> Option<(GameRecord, Adjournment)> {
        let game = self.game.as_ref()?;
        // Moves taken back included.
        let end = game.variations.line().last().copied().unwrap_or(ROOT);
        Some((game.whole_record(), Adjournment::of(state, end, game.course.taken_back)))
    }

    /// Whether anything has been played in it here.
    pub fn is_begun(&self) -> bool {
        self.game.as_ref().is_some_and(Game::is_begun)
    }

    /// Puts a game on the table, and says how it stands; `more` is told of it before.
    fn lay(&mut self, mut game: Game, more: Vec<Event>) -> Vec<Event> {
        game.study.watch(self.watched);
        let mut events = vec![game.described()];
        events.extend(more);
        self.game = Some(game);
        events.extend(self.go_on());
        events
    }

    /// The position on the table, to be looked up.
    pub(crate) fn explorer(&self) -> Option<Explorer> {
        let game = self.game.as_ref()?;
        Some(Explorer::of(&*game.table, game.rules.as_deref(), game.variations.at()))
    }

    /// When [`Session::tick`] has something to do, if nothing is heard before.
    pub fn deadline(&self) -> Option<Instant> {
        self.game.as_ref().and_then(Game::deadline)
    }

    /// Looks at the clock: a side whose time is over has lost.
    pub fn tick(&mut self) -> Vec<Event> {
        let now = Instant::now();
        let Some(game) = self.game.as_mut().filter(|game| game.deadline().is_some_and(|flag| flag <= now))
        else {
            return Vec::new();
        };
        match game.look_at_clock() {
            Ok(()) => self.go_on(),
            Err(fault) => vec![Event::Error { id: None, fault }],
        }
    }

    /// Takes in what a search thread has sent. Words of searches that were given up are forgotten.
    pub fn on_message(&mut self, message: SessionMessage) -> Vec<Event> {
        let late = self.tick();
        if let SearchEvent::Lab(event) = message.event {
            return [late, self.lab.on_message(message.search, event)].concat();
        }
        if let SearchEvent::Tournament(report) = message.event {
            return [late, self.tournament.on_message(message.search, report)].concat();
        }
        if let SearchEvent::Learn(report) = message.event {
            return [late, self.learning.on_message(message.search, report)].concat();
        }
        if !late.is_empty() {
            return late;
        }
        let Some(game) = &mut self.game else { return Vec::new() };
        if game.study.owns(message.search) {
            return self.on_study_event(message.event);
        }
        let Some(search) = game.search.take_if(|search| search.number == message.search) else {
            return Vec::new();
        };
        match message.event {
            SearchEvent::Progress(thought) => {
                let purpose = search.purpose.clone();
                game.search = Some(search);
                if purpose.ponder {
                    return Vec::new();
                }
                vec![Event::Thinking { purpose, finished: false, thought: shown(thought) }]
            }
            SearchEvent::Done(player, thought) => {
                let purpose = search.purpose;
                if purpose.hint {
                    game.adviser = Some((purpose.player.clone(), player));
                } else {
                    game.players[purpose.side.index()] = Some(player);
                }
                let mut events = Vec::new();
                let fault = match thought {
                    Ok(_) if purpose.ponder => None,
                    Ok(thought) => {
                        let best = thought.best.clone();
                        if !purpose.hint {
                            let hopeless = &mut game.hopeless[purpose.side.index()];
                            let hopes =
                                thought.value.win_probability().is_some_and(|probability| probability > 0.5);
                            *hopeless = if hopes { 0 } else { *hopeless + 1 };
                        }
                        let fault = game.take_over(&purpose, best).err();
                        events.push(Event::Thinking { purpose, finished: true, thought: shown(thought) });
                        fault
                    }
                    Err(error) => {
                        game.paused |= !purpose.hint && !purpose.ponder;
                        Some(error.into())
                    }
                };
                events.extend(fault.map(|fault| Event::Error { id: None, fault }));
                events.extend(self.go_on());
                events
            }
            SearchEvent::Lab(_) | SearchEvent::Tournament(_) | SearchEvent::Learn(_) => Vec::new(),
        }
    }

    fn answer(&mut self, id: Option<u64>, request: Request) -> Result<Vec<Event>, RequestError> {
        match request {
            Request::Games => {
                let rules = wanqi_play::rules::shipped().map(|shipped| &*shipped.info).collect();
                let games = wanqi_play::games().collect();
                return Ok(vec![Event::Games {
                    games,
                    rules,
                    templates: rules::templates(),
                    players: memory::players(),
                }]);
            }
            Request::CheckRules { text, language } => {
                let (diagnostics, explanation) = rules::check(&text, language);
                let picture = explanation.as_ref().and_then(|_| rules::picture(&text).map(Box::new));
                return Ok(vec![Event::RulesChecked { id, diagnostics, explanation, picture }]);
            }
            Request::RuleText { name } => {
                let text = rules::text(&name)?;
                return Ok(vec![Event::RuleText { id, name, text }]);
            }
            Request::Tournament { ask } => {
                return self.tournament.answer(id, ask, &self.studies, &self.send);
            }
            Request::Learn { ask } => {
                return self.learning.answer(id, ask, &self.learner, &self.studies, &self.send);
            }
            Request::Lab { at: Some(place), ask } => {
                return self.lab.answer(id, place.table()?, ask, &self.studies, &self.send);
            }
            Request::Resume { .. }
            | Request::Library { .. }
            | Request::DeleteGames { .. }
            | Request::Thumbnails { .. }
            | Request::Puzzles { .. }
            | Request::PuzzleTried { .. }
            | Request::Explore => {
                return Err(RequestError::new("no games are kept here"));
            }
            Request::New { game, rules, seats, record, clock, seed } => {
                let game = Game::new(&game, rules, seats, record, clock.as_ref(), seed)?;
                return Ok(self.lay(game, Vec::new()));
            }
            Request::ReadRecord { ref text } if self.game.is_none() => {
                if let Pasted::Game(read, problems) = paste(text, None)? {
                    return Ok(self.lay(*read, vec![Event::RecordRead { id, problems }]));
                }
            }
            Request::Watch { on } => {
                self.watched = on;
                if let Some(game) = &mut self.game {
                    game.study.watch(on);
                }
                return Ok(self.go_on());
            }
            _ => {}
        }
        let game =
            self.game.as_mut().ok_or_else(|| RequestError::new("there is no game yet; ask for a new one"))?;
        match request {
            Request::Games | Request::New { .. } | Request::CheckRules { .. } | Request::RuleText { .. } => {}
            Request::Watch { .. } => {}
            Request::Resume { .. } | Request::Library { .. } | Request::DeleteGames { .. } => {}
            Request::Thumbnails { .. } | Request::Tournament { .. } | Request::Learn { .. } => {}
            Request::Puzzles { .. } | Request::PuzzleTried { .. } | Request::Explore => {}
            Request::Lab { ask, .. } => {
                return self.lab.answer(id, game.table.fork(), ask, &self.studies, &self.send);
            }
            Request::Rematch { seed } => {
                let game = game.rematch(seed)?;
                return Ok(self.lay(game, Vec::new()));
            }
            Request::PlayFromHere { seats, clock, seed } => {
                let game = game.play_from_here(seats, clock.as_ref(), seed)?;
                return Ok(self.lay(game, Vec::new()));
            }
            Request::Move { text } => game.play(&text)?,
            Request::Hint { player } => {
                let player = match player {
                    Some(player) => player,
                    None => game.analyst()?,
                };
                self.hint(player)?;
            }
            Request::Stop => match &game.search {
                Some(search) => search.stop.stop(),
                None => return Err(RequestError::new(message!("fault.nobody-thinks", "nobody is thinking"))),
            },
            Request::Undo => game.undo()?,
            Request::Redo => game.redo()?,
            Request::Goto { ply } => game.goto(ply)?,
            Request::Resign => game.resign()?,
            Request::Position { text } => game.set_position(&text)?,
            Request::Check { text } => {
                let fault = game.table.fork().set_position(&text).err().map(RequestError::from);
                return Ok(vec![Event::Checked { id, fault }]);
            }
            Request::SetUp { pieces, side } => {
                let mut table = game.table.fork();
                let text = table.set_up(&pieces, side);
                // Castling is possible only where king and rook stand, and so on.
                let read = table.set_position_leniently(&text);
                let text = if read.is_ok() { table.first_position() } else { text };
                return Ok(vec![Event::SetUp { id, text, fault: read.err().map(RequestError::from) }]);
            }
            Request::Seats { seats } => game.sit(seats)?,
            Request::Pause { on } => {
                game.paused = on;
                if on {
                    game.give_up_search();
                }
            }
            Request::Step => game.step()?,
            Request::Ponder { on } => game.ponder(on),
            Request::OfferDraw => game.offer_draw()?,
            Request::AnswerDraw { accept } => game.answer_draw(accept)?,
            Request::Dead { point } => game.mark_dead(point)?,
            Request::AcceptCount => game.accept_count()?,
            Request::Notation { name } => game.set_notation(&name)?,
            Request::Visit { node } => game.visit(node)?,
            Request::Promote { node, main } => game.variations.promote(node, main)?,
            Request::Line { moves } => {
                game.follow_line(&moves)?;
            }
            Request::Delete { node } => {
                let stay = game.variations.delete(node)?;
                game.visit(stay)?;
            }
            Request::Annotate(said) => game.variations.annotate(said)?,
            Request::Analyse(request) => game.study.analyse(request),
            Request::Review(request) => {
                let line = game.variations.line().to_vec();
                let event = game.study.review(&request, line)?;
                return Ok(event.into_iter().chain(self.go_on()).collect());
            }
            Request::Retry { text } => {
                let before = game.variations.at();
                let after = game.follow_line(&[text])?;
                game.study.retry(before, after)?;
            }
            Request::Look(look) => {
                let (scene, trace) = look.from(&*game.table)?;
                return Ok(vec![Event::Looked { id, scene: Box::new(scene), trace }]);
            }
            Request::TakeAlong { nodes } => {
                let (positions, texts) = (take_along::positions(game, &nodes)?, take_along::texts(game));
                return Ok(vec![Event::TakenAlong { positions, texts }]);
            }
            Request::ReadRecord { text } => match paste(&text, Some(game))? {
                Pasted::Position => game.set_position(&text)?,
                Pasted::Game(read, problems) => {
                    return Ok(self.lay(*read, vec![Event::RecordRead { id, problems }]));
                }
            },
            Request::WriteRecord { format } => {
                return Ok(vec![Event::RecordWritten { id, text: copied(game, format)? }]);
            }
        }
        Ok(self.go_on())
    }

    /// Lets the machine think if it is its turn, and says how things stand.
    fn go_on(&mut self) -> Vec<Event> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let mut events = Vec::new();
        if let Some(purpose) = game.wanted() {
            let player = game.player_for(&purpose);
            // People follow machines that play each other; by the clock these have no time to lose.
            let pace = if game.machines_only() && !game.has_clock() { self.pace } else { Duration::ZERO };
            let allotted = game.allotted(purpose.side).filter(|_| !purpose.ponder);
            let limits = Limits {
                soft: allotted.and_then(|allotted| allotted.soft),
                time: Some(allotted.map_or(MAX_SEARCH_TIME, |allotted| allotted.hard.min(MAX_SEARCH_TIME))),
                ..Limits::default()
            };
            let started = player.and_then(|player| self.think(purpose, player, limits, pace));
            if let (Err(fault), Some(game)) = (started, &mut self.game) {
                game.paused = true;
                events.push(Event::Error { id: None, fault });
            }
        }
        if let Some(game) = &mut self.game {
            game.run_clock();
            events.extend(game.told());
        }
        events.extend(self.study());
        events
    }

    /// Takes in what the search of a study has sent.
    fn on_study_event(&mut self, event: SearchEvent) -> Vec<Event> {
        let Some(game) = &mut self.game else { return Vec::new() };
        match event {
            SearchEvent::Progress(thought) => game.study.progress(thought).into_iter().collect(),
            SearchEvent::Done(player, thought) => {
                let ended = game.study.end(&*game.table, &mut game.variations, player, thought);
                let mut events = ended.unwrap_or_else(|fault| vec![Event::Error { id: None, fault }]);
                events.extend(game.told());
                events.extend(self.study());
                events
            }
            SearchEvent::Lab(_) | SearchEvent::Tournament(_) | SearchEvent::Learn(_) => Vec::new(),
        }
    }

    /// Starts the search that the study of the game needs next.
    fn study(&mut self) -> Vec<Event> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let Ok(strongest) = game.analyst() else { return Vec::new() };
        let number = self.begun + 1;
        let step = game.study.step(&*game.table, &mut game.variations, &strongest, number);
        let started = step.and_then(|(job, events)| {
            if let Some(job) = job {
                self.begun = number;
                let send = Arc::clone(&self.send);
                self.studies.run(job, move |message| send(message))?;
            }
            Ok(events)
        });
        let mut events = started.unwrap_or_else(|fault| {
            game.study = study::Study::default();
            game.study.watch(self.watched);
            vec![Event::Error { id: None, fault }]
        });
        // A finished game at the end of a review is judged without a search, after which all would be told.
        if events.iter().any(|event| matches!(event, Event::Review(_) | Event::Retried(_))) {
            events.splice(0..0, game.told());
        }
        events
    }

    fn hint(&mut self, name: String) -> Result<(), RequestError> {
        let Some(game) = &mut self.game else { return Ok(()) };
        game.refuse_out_of_turn()?;
        if let Some(result) = game.table.result() {
            return Err(wanqi_play::Error::Over(result.text).into());
        }
        let player = match game.adviser.take() {
            Some((known, player)) if known == name => player,
            _ => game.player(&name)?,
        };
        game.give_up_search();
        let purpose = Purpose { hint: true, ponder: false, side: game.table.side_to_move(), player: name };
        self.think(purpose, player, Limits::time(MAX_HINT_TIME), Duration::ZERO)
    }

    /// Starts a search of the position on the table.
    fn think(
        &mut self,
        purpose: Purpose,
        player: Box<dyn Player>,
        limits: Limits,
        pace: Duration,
    ) -> Result<(), RequestError> {
        let Some(game) = &mut self.game else { return Ok(()) };
        self.begun += 1;
        let number = self.begun;
        game.search = Some(Search { number, purpose: purpose.clone(), stop: limits.stop.clone() });
        let job = Job { search: number, purpose, player, table: game.table.fork(), limits, pace };
        let send = Arc::clone(&self.send);
        self.searches.run(job, move |message| send(message)).map_err(|error| {
            game.search = None;
            error.into()
        })
    }
}

/// A thought as far as a page shows it: in Go there are hundreds of root moves, twenty times a second.
pub(crate) fn shown(mut thought: Thought) -> Thought {
    thought.moves.truncate(MOVES_SHOWN);
    thought.line.truncate(LINE_SHOWN);
    thought.moves.iter_mut().for_each(|root| root.line.truncate(LINE_SHOWN));
    thought
}
