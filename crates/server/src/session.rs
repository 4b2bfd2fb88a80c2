//! A game that answers requests: what stands behind one socket, free of sockets.
//!
//! [`Session::request`] takes a text, [`Session::hear`] what a search thread has sent home; both return the events
//! to pass on. Nothing else happens in between, so that a game is a function of what it has been told.

use crate::protocol::{Event, Fault, Played, Purpose, Request, Seat, State, read};
use crate::rules;
use crate::searches::{Job, News, Searches, Word};
use play::{GameInfo, Limits, Player, Side, Spec, Stop, Table, Thought};
use std::sync::Arc;
use std::time::Duration;

/// The longest that a search may take, whatever its player's own limits.
const LONGEST_SEARCH: Duration = Duration::from_secs(300);
/// The longest that a hint may take.
const LONGEST_HINT: Duration = Duration::from_secs(5);
/// The most moves that a record may have; more than the longest games of chess and Go that people have played.
const LONGEST_RECORD: usize = 2000;
/// Root moves of a thought that are passed on, the best ones.
const MOVES_SHOWN: usize = 8;
/// Plies of a line that are passed on.
const LINE_SHOWN: usize = 24;

/// A game and the people and machines at it.
pub struct Session {
    searches: Searches,
    send: Arc<dyn Fn(Word) + Send + Sync>,
    /// How long a machine takes for a move at least when it plays another.
    pace: Duration,
    game: Option<Game>,
    /// Searches begun so far; each one's number is its place among them.
    begun: u64,
}

/// What there is once a game has been asked for.
struct Game {
    table: Box<dyn Table>,
    /// The rule file that tells the game, where it is none that the app knows.
    rules: Option<String>,
    seats: [Seat; 2],
    /// The machines, while they do not think.
    players: [Option<Box<dyn Player>>; 2],
    /// The machine that gives hints, while it does not think, and its text.
    adviser: Option<(String, Box<dyn Player>)>,
    search: Option<Search>,
    paused: bool,
    resigned: Option<Side>,
}

/// The search under way.
struct Search {
    number: u64,
    purpose: Purpose,
    stop: Stop,
}

impl Session {
    /// A session without a game. `send` carries the words of search threads to whoever calls [`Session::hear`].
    pub fn new(searches: Searches, pace: Duration, send: impl Fn(Word) + Send + Sync + 'static) -> Session {
        Session { searches, send: Arc::new(send), pace, game: None, begun: 0 }
    }

    /// Answers a request. One that cannot be met gets one [`Event::Error`] and changes nothing.
    pub fn request(&mut self, text: &str) -> Vec<Event> {
        match read(text) {
            Ok((id, request)) => {
                self.answer(id, request).unwrap_or_else(|fault| vec![Event::Error { id, fault }])
            }
            Err((id, fault)) => vec![Event::Error { id, fault }],
        }
    }

    /// Takes in what a search thread has sent. Words of searches that were given up are forgotten.
    pub fn hear(&mut self, word: Word) -> Vec<Event> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let Some(search) = game.search.take_if(|search| search.number == word.search) else {
            return Vec::new();
        };
        match word.news {
            News::Progress(thought) => {
                let purpose = search.purpose.clone();
                game.search = Some(search);
                vec![Event::Thinking { purpose, finished: false, thought: shown(thought) }]
            }
            News::Done(player, thought) => {
                let purpose = search.purpose;
                if purpose.hint {
                    game.adviser = Some((purpose.player.clone(), player));
                } else {
                    game.players[purpose.side.index()] = Some(player);
                }
                let mut events = Vec::new();
                let fault = match thought {
                    Ok(thought) => {
                        let best = thought.best.clone();
                        let fault = game.take_over(&purpose, best).err();
                        events.push(Event::Thinking { purpose, finished: true, thought: shown(thought) });
                        fault
                    }
                    Err(error) => {
                        game.paused |= !purpose.hint;
                        Some(error.into())
                    }
                };
                events.extend(fault.map(|fault| Event::Error { id: None, fault }));
                events.extend(self.go_on());
                events
            }
        }
    }

    fn answer(&mut self, id: Option<u64>, request: Request) -> Result<Vec<Event>, Fault> {
        match request {
            Request::Games => {
                let rules = play::rules::shipped().map(|shipped| &*shipped.info).collect();
                let games = play::games().collect();
                return Ok(vec![Event::Games { games, rules, templates: rules::templates() }]);
            }
            Request::CheckRules { text, language } => {
                let (diagnostics, explanation) = rules::check(&text, language);
                return Ok(vec![Event::RulesChecked { id, diagnostics, explanation }]);
            }
            Request::RuleText { name } => {
                let text = rules::text(&name)?;
                return Ok(vec![Event::RuleText { id, name, text }]);
            }
            Request::New { game, rules, seats, record } => {
                let game = Game::new(&game, rules, seats, record)?;
                let mut events = vec![game.described()];
                self.game = Some(game);
                events.extend(self.go_on());
                return Ok(events);
            }
            _ => {}
        }
        let game = self.game.as_mut().ok_or_else(|| Fault::new("there is no game yet; ask for a new one"))?;
        match request {
            Request::Games | Request::New { .. } | Request::CheckRules { .. } | Request::RuleText { .. } => {}
            Request::Move { text } => game.play(&text)?,
            Request::Hint { player } => {
                let player = match player {
                    Some(player) => player,
                    None => game.strongest()?,
                };
                self.hint(player)?;
            }
            Request::Stop => match &game.search {
                Some(search) => search.stop.stop(),
                None => return Err(Fault::new("nobody is thinking")),
            },
            Request::Undo => game.undo()?,
            Request::Redo => game.redo()?,
            Request::Goto { ply } => game.goto(ply)?,
            Request::Resign => game.resign()?,
            Request::Position { text } => {
                game.table.set_position(&text)?;
                game.give_up_search();
                game.resigned = None;
                game.paused &= game.machines_only();
            }
            Request::Check { text } => {
                let fault = game.table.fork().set_position(&text).err().map(Fault::from);
                return Ok(vec![Event::Checked { id, fault }]);
            }
            Request::Seats { seats } => game.sit(seats)?,
            Request::Pause { on } => {
                game.paused = on;
                if on {
                    game.give_up_search();
                }
            }
        }
        Ok(self.go_on())
    }

    /// Lets the machine think if it is its turn, and says how things stand.
    fn go_on(&mut self) -> Vec<Event> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let side = game.table.side_to_move();
        let mut events = Vec::new();
        if let (Some(name), false, None, None) =
            (&game.seats[side.index()], game.paused, &game.search, game.table.result())
        {
            let purpose = Purpose { hint: false, side, player: name.clone() };
            let player = match game.players[side.index()].take() {
                Some(player) => Ok(player),
                None => player(&*game.table, name),
            };
            let pace = if game.seats.iter().all(Option::is_some) { self.pace } else { Duration::ZERO };
            let started = player.and_then(|player| self.think(purpose, player, LONGEST_SEARCH, pace));
            if let (Err(fault), Some(game)) = (started, &mut self.game) {
                game.paused = true;
                events.push(Event::Error { id: None, fault });
            }
        }
        events.extend(self.game.as_ref().map(|game| Event::State(Box::new(game.state()))));
        events
    }

    fn hint(&mut self, name: String) -> Result<(), Fault> {
        let Some(game) = &mut self.game else { return Ok(()) };
        game.refuse_out_of_turn()?;
        if let Some(result) = game.table.result() {
            return Err(play::Error::Over(result.text).into());
        }
        let player = match game.adviser.take() {
            Some((known, player)) if known == name => player,
            _ => player(&*game.table, &name)?,
        };
        game.give_up_search();
        let purpose = Purpose { hint: true, side: game.table.side_to_move(), player: name };
        self.think(purpose, player, LONGEST_HINT, Duration::ZERO)
    }

    /// Starts a search of the position on the table.
    fn think(
        &mut self,
        purpose: Purpose,
        player: Box<dyn Player>,
        longest: Duration,
        pace: Duration,
    ) -> Result<(), Fault> {
        let Some(game) = &mut self.game else { return Ok(()) };
        self.begun += 1;
        let (number, limits) = (self.begun, Limits::time(longest));
        game.search = Some(Search { number, purpose: purpose.clone(), stop: limits.stop.clone() });
        let job = Job { search: number, purpose, player, table: game.table.fork(), limits, pace };
        let send = Arc::clone(&self.send);
        self.searches.run(job, move |word| send(word)).map_err(|error| {
            game.search = None;
            error.into()
        })
    }
}

impl Game {
    fn new(
        text: &str,
        rules: Option<String>,
        seats: [Seat; 2],
        record: Option<Played>,
    ) -> Result<Game, Fault> {
        // Neither way ever reads a file.
        let table = match &rules {
            Some(rules) => play::rules::table(rules::OWN_RULES, rules)?,
            None => play::table(&text.parse::<Spec>()?)?,
        };
        let players = [None, None];
        let (search, adviser) = (None, None);
        let mut game = Game {
            table,
            rules,
            seats: [None, None],
            players,
            adviser,
            search,
            paused: false,
            resigned: None,
        };
        if let Some(record) = record {
            game.take_up(record)?;
        }
        game.sit(seats)?;
        Ok(game)
    }

    fn take_up(&mut self, record: Played) -> Result<(), Fault> {
        let count = record.moves.len();
        if count > LONGEST_RECORD {
            return Err(Fault::new(format!(
                "a record has at most {LONGEST_RECORD} moves, this one has {count}"
            )));
        }
        let ply = record.ply.unwrap_or(count);
        if ply > count {
            return Err(Fault::new(format!("ply {ply} of a record of {count} moves")));
        }
        if let Some(first) = record.first {
            self.table.set_position(&first)?;
        }
        for (i, text) in record.moves.iter().enumerate() {
            self.table
                .play(text)
                .map_err(|error| Fault::new(format!("move {} of the record: {error}", i + 1)))?;
        }
        for _ in ply..count {
            self.table.undo();
        }
        if let Some(side) = record.resigned {
            self.table.resign(side)?;
        }
        (self.resigned, self.paused) = (record.resigned, record.paused);
        Ok(())
    }

    fn described(&self) -> Event {
        Event::Table {
            game: self.table.spec().to_string(),
            info: Box::new(GameInfo::clone(&self.table.info())),
            rules: self.rules.clone(),
            layout: Box::new(self.table.layout()),
            notations: self.table.notations().to_vec(),
        }
    }

    fn state(&self) -> State {
        let view = self.table.view();
        let (can_undo, can_redo) =
            (self.undone().is_some(), self.resigned.is_none() && view.ply < view.record.len());
        State {
            can_undo,
            can_redo,
            view,
            first: self.table.first_position(),
            seats: self.seats.clone(),
            searching: self.search.as_ref().map(|search| search.purpose.clone()),
            paused: self.paused,
            resigned: self.resigned,
        }
    }

    fn is_person(&self, side: Side) -> bool {
        self.seats[side.index()].is_none()
    }

    fn machines_only(&self) -> bool {
        Side::BOTH.iter().all(|&side| !self.is_person(side))
    }

    /// Tells the search under way to end, and will not hear of it again.
    fn give_up_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.stop();
        }
    }

    fn refuse_out_of_turn(&self) -> Result<(), Fault> {
        let side = self.table.side_to_move();
        if self.table.result().is_some() || self.is_person(side) {
            return Ok(());
        }
        let name = &self.table.layout().sides[side.index()].name;
        Err(Fault::new(format!("it is {name}'s turn, and the machine plays {name}")))
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        self.refuse_out_of_turn()?;
        self.table.play(text)?;
        self.give_up_search();
        // Whoever moves expects an answer, even where the machine was told to wait or has failed before.
        self.paused = false;
        Ok(())
    }

    /// Makes the move that a search has found, if it is the machine's turn.
    fn take_over(&mut self, purpose: &Purpose, best: Option<String>) -> Result<(), Fault> {
        if purpose.hint {
            return Ok(());
        }
        let played = match best {
            Some(best) => self.table.play(&best).map_err(Fault::from),
            None => Err(Fault::new(format!("{} found no move", purpose.player))),
        };
        self.paused |= played.is_err();
        played
    }

    /// The table after taking back a turn; `None` if there is none to take back.
    fn undone(&self) -> Option<Box<dyn Table>> {
        let mut table = self.table.fork();
        while table.undo() {
            if self.machines_only() || self.is_person(table.side_to_move()) {
                return Some(table);
            }
        }
        None
    }

    fn undo(&mut self) -> Result<(), Fault> {
        self.table = self.undone().ok_or_else(|| Fault::new("there is no move to take back"))?;
        self.give_up_search();
        self.resigned = None;
        self.paused |= self.machines_only();
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Fault> {
        if !self.table.redo() {
            return Err(Fault::new("there is no move to make again"));
        }
        self.give_up_search();
        self.paused |= self.machines_only();
        while !self.machines_only() && !self.is_person(self.table.side_to_move()) && self.table.redo() {}
        Ok(())
    }

    fn goto(&mut self, ply: usize) -> Result<(), Fault> {
        let view = self.table.view();
        let count = view.record.len();
        if ply > count {
            return Err(Fault::new(format!("the record has {count} moves, so no ply {ply}")));
        }
        if ply == view.ply && self.resigned.is_none() {
            return Ok(());
        }
        self.give_up_search();
        if self.resigned.take().is_some() {
            self.table.undo();
        }
        for _ in ply..view.ply {
            self.table.undo();
        }
        for _ in view.ply..ply {
            self.table.redo();
        }
        self.paused = !self.is_person(self.table.side_to_move());
        Ok(())
    }

    fn resign(&mut self) -> Result<(), Fault> {
        let turn = self.table.side_to_move();
        let side = if self.is_person(turn) { turn } else { turn.opponent() };
        if !self.is_person(side) {
            return Err(Fault::new("no person plays, so nobody can give up"));
        }
        self.table.resign(side)?;
        self.give_up_search();
        self.resigned = Some(side);
        Ok(())
    }

    fn sit(&mut self, seats: [Seat; 2]) -> Result<(), Fault> {
        let mut players = [None, None];
        for side in Side::BOTH {
            let (seat, old) = (&seats[side.index()], &self.seats[side.index()]);
            if let Some(text) = seat.as_ref().filter(|_| seat != old) {
                players[side.index()] = Some(player(&*self.table, text)?);
            }
        }
        self.give_up_search();
        for side in Side::BOTH {
            let index = side.index();
            if seats[index] != self.seats[index] {
                self.players[index] = players[index].take();
            }
        }
        // Whoever takes a seat wants the game to go on.
        self.paused &= seats == self.seats;
        self.seats = seats;
        Ok(())
    }

    /// The player of the game's highest level.
    fn strongest(&self) -> Result<String, Fault> {
        let level = self
            .table
            .info()
            .levels
            .last()
            .ok_or_else(|| Fault::new("the game has no levels; name a player"))?;
        Ok(level.player.to_owned())
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        self.give_up_search();
    }
}

fn player(table: &dyn Table, text: &str) -> Result<Box<dyn Player>, Fault> {
    Ok(table.player(&text.parse()?)?)
}

/// A thought as far as a page shows it: in Go there are hundreds of root moves, twenty times a second.
fn shown(mut thought: Thought) -> Thought {
    thought.moves.truncate(MOVES_SHOWN);
    thought.line.truncate(LINE_SHOWN);
    thought.moves.iter_mut().for_each(|root| root.line.truncate(LINE_SHOWN));
    thought
}
