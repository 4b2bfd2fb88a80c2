//! The game behind a session: who plays, what may be asked of it, and what has been decided beside the board.

use super::clock::Clock;
use super::counting::Counting;
use super::course::Course;
use super::study::Study;
use super::variations::Variations;
use crate::adjournment::Adjournment;
use crate::memory;
use crate::protocol::{ClockRequest, DrawOffer, Event, Played, Purpose, RequestError, Seat, State, Verdict};
use crate::rules;
use std::time::Duration;
use wanqi_play::host::Instant;
use wanqi_play::options::Unit;
use wanqi_play::record::GameRecord;
use wanqi_play::{Count, GameInfo, Player, ResultView, Side, Spec, Stop, Table, View, message};

/// The most moves that a record may have; more than the longest games of chess and Go that people have played.
const MAX_RECORD_MOVES: usize = 2000;
/// The longest that a clock may show at its start.
const MAX_CLOCK_MS: u64 = 24 * 3600 * 1000;
/// So many moves in a row without an advantage, and a machine agrees to a draw.
const MOVES_WITHOUT_HOPE: u32 = 10;
/// Time that is lost between a search's end and the clock.
const OVERHEAD: Duration = Duration::from_millis(60);

/// What there is once a game has been asked for.
pub(super) struct Game {
    pub table: Box<dyn Table>,
    /// The rule file that tells the game, where it is none that the app knows.
    pub rules: Option<String>,
    /// Everything that has been played on the table, and what is said about it.
    pub variations: Variations,
    /// Whether it is being played here, since when, and how it has ended.
    pub course: Course,
    /// The stones that are taken to be dead where the game is counted.
    pub counting: Option<Counting>,
    pub study: Study,
    pub seats: [Seat; 2],
    /// The machines, while they do not think.
    pub players: [Option<Box<dyn Player>>; 2],
    /// The machine that gives hints, while it does not think, and its text.
    pub adviser: Option<(String, Box<dyn Player>)>,
    pub search: Option<Search>,
    pub paused: bool,
    /// Whether the machine that waits makes one move all the same.
    stepping: bool,
    pub verdict: Option<Verdict>,
    pub clock: Option<Clock>,
    pub draw: Option<DrawOffer>,
    /// How many moves in a row each side's machine has seen no advantage for itself.
    pub hopeless: [u32; 2],
    ponder: bool,
    /// The ply whose position has been pondered.
    pub pondered: Option<usize>,
    seed: u64,
}

/// The search under way.
pub(super) struct Search {
    pub number: u64,
    pub purpose: Purpose,
    pub stop: Stop,
}

impl Game {
    pub fn new(
        text: &str,
        rules: Option<String>,
        seats: [Seat; 2],
        record: Option<Played>,
        clock: Option<&ClockRequest>,
        seed: u64,
    ) -> Result<Game, RequestError> {
        // Neither way ever reads a file.
        let table = match &rules {
            Some(rules) => wanqi_play::rules::table(rules::OWN_RULES, rules)?,
            None => wanqi_play::table(&text.parse::<Spec>()?)?,
        };
        let mut game = Game::on(table, rules, seed);
        if let Some(record) = record {
            game.take_up(record)?;
        }
        game.sit(seats)?;
        game.set_clock(clock)?;
        Ok(game)
    }

    /// The game of a record as it was left.
    pub fn adjourned(mut record: GameRecord, left: &Adjournment) -> Result<Game, RequestError> {
        let table = match &record.rules {
            Some(rules) => wanqi_play::rules::table(rules::OWN_RULES, rules)?,
            None => record.table()?,
        };
        let mut game = Game::on(table, record.rules.clone(), 0);
        let (at, end) = (record.path(left.at).len(), record.path(left.end).len());
        record.replay(&mut *game.table, left.end)?;
        for _ in at..end {
            game.table.undo();
        }
        record.game = game.table.spec().to_string();
        game.variations = Variations::of(record)?;
        game.course = Course::adjourned(left, &game.variations.record().headers);
        if let Some(verdict) = left.verdict.clone() {
            game.end(verdict)?;
        }
        game.learn_ending();
        game.sit(left.seats.clone())?;
        game.set_clock(left.clock.as_ref())?;
        game.paused = left.paused;
        Ok(game)
    }

    /// A table with nobody at it.
    pub fn on(table: Box<dyn Table>, rules: Option<String>, seed: u64) -> Game {
        let variations = Variations::new(&*table, rules.as_deref());
        Game {
            table,
            rules,
            variations,
            course: Course::begun(0),
            counting: None,
            study: Study::default(),
            seats: [None, None],
            players: [None, None],
            adviser: None,
            search: None,
            paused: false,
            stepping: false,
            verdict: None,
            clock: None,
            draw: None,
            hopeless: [0, 0],
            ponder: false,
            pondered: None,
            seed,
        }
    }

    fn set_clock(&mut self, request: Option<&ClockRequest>) -> Result<(), RequestError> {
        let Some(request) = request else { return Ok(()) };
        if request.base == 0 || request.base.max(request.increment) > MAX_CLOCK_MS {
            return Err(RequestError::new(message!(
                "fault.clock",
                "a clock shows more than nothing and at most 24 hours"
            )));
        }
        self.clock = Some(Clock::new(request, self.table.ply()));
        Ok(())
    }

    fn take_up(&mut self, record: Played) -> Result<(), RequestError> {
        let count = record.moves.len();
        if count > MAX_RECORD_MOVES {
            return Err(RequestError::new(message!(
                "fault.long-record",
                "a record has at most {most} moves, this one has {count}",
                most = MAX_RECORD_MOVES,
                count
            )));
        }
        let ply = record.ply.unwrap_or(count);
        if ply > count {
            return Err(RequestError::new(message!(
                "fault.no-ply",
                "ply {ply} of a record of {count} moves",
                ply,
                count
            )));
        }
        if let Some(first) = record.first {
            let start = self.table.first_position();
            self.table.set_position(&first)?;
            if self.table.first_position() != start {
                self.variations.begin_anew(&*self.table);
            }
        }
        self.course = Course::begun(count);
        if let Some(tree) = record.tree {
            self.variations.take_over(*tree)?;
        }
        for (i, text) in record.moves.iter().enumerate() {
            self.table.play_on(text).map_err(|error| {
                RequestError::new(message!(
                    "fault.in-record",
                    "move {number} of the record: {why}",
                    number = i + 1,
                    why = error.message()
                ))
            })?;
        }
        for _ in ply..count {
            self.table.undo();
        }
        if let Some(verdict) = record.verdict {
            self.end(verdict)?;
        }
        self.paused = record.paused;
        Ok(())
    }

    pub fn described(&self) -> Event {
        Event::Table {
            game: self.table.spec().to_string(),
            spec: self.table.spec().clone(),
            info: Box::new(GameInfo::clone(&self.table.info())),
            rules: self.rules.clone(),
            layout: Box::new(self.table.layout()),
            kinds: self.table.kinds(),
            notations: notations(&*self.table),
        }
    }

    /// What has changed in the record, and how things stand.
    pub fn told(&mut self) -> Vec<Event> {
        let view = self.table.view();
        let followed = self.variations.follow(&*self.table, &view);
        self.propose_count();
        let (count, view) = self.counted(view);
        self.note_end(&view);
        let mut events: Vec<Event> = Vec::new();
        events.extend(followed.err().map(|fault| Event::Error { id: None, fault }));
        events.extend(self.variations.event(&*self.table));
        events.push(Event::State(Box::new(self.state(view, count))));
        events
    }

    fn state(&self, view: View, count: Option<Count>) -> State {
        let (can_undo, can_redo) =
            (self.undone().is_some(), self.verdict.is_none() && view.ply < view.record.len());
        State {
            can_undo,
            can_redo,
            view,
            first: self.table.first_position(),
            node: self.variations.at(),
            headers: self.told_headers(),
            live: self.course.live,
            in_play: self.course.in_play,
            analysing: self.study.request().cloned(),
            watched: self.study.is_watched(),
            seats: self.seats.clone(),
            players: self.seats.each_ref().map(|seat| seat.as_ref().and_then(|text| text.parse().ok())),
            searching: self.search.as_ref().map(|search| search.purpose.clone()),
            paused: self.paused,
            verdict: self.verdict.clone(),
            clock: self.clock.as_ref().map(|clock| clock.state(Instant::now())),
            draw: self.draw,
            count,
            ponder: self.ponder,
            notation: self.table.notations()[self.table.notation()],
        }
    }

    pub fn is_person(&self, side: Side) -> bool {
        self.seats[side.index()].is_none()
    }

    pub fn machines_only(&self) -> bool {
        Side::BOTH.iter().all(|&side| !self.is_person(side))
    }

    /// The side of the person whose turn it is, or of the only person at the board.
    fn person(&self) -> Result<Side, RequestError> {
        let turn = self.table.side_to_move();
        let side = if self.is_person(turn) { turn } else { turn.opponent() };
        if self.is_person(side) {
            return Ok(side);
        }
        Err(RequestError::new(message!(
            "fault.no-person",
            "no person plays, so nobody can give up or offer a draw"
        )))
    }

    pub fn refuse_if_over(&self) -> Result<(), RequestError> {
        self.table.result().map_or(Ok(()), |result| Err(wanqi_play::Error::Over(result.text).into()))
    }

    /// What the machines have to think about now, if anything.
    pub fn wanted(&self) -> Option<Purpose> {
        if self.search.is_some() || self.table.result().is_some() {
            return None;
        }
        let side = self.table.side_to_move();
        let (hint, other) = (false, side.opponent());
        match (&self.seats[side.index()], &self.seats[other.index()]) {
            (Some(player), _) if !self.paused || self.stepping => {
                Some(Purpose { hint, ponder: false, side, player: player.clone() })
            }
            (None, Some(player))
                if self.ponder && !self.paused && self.pondered != Some(self.table.ply()) =>
            {
                Some(Purpose { hint, ponder: true, side: other, player: player.clone() })
            }
            _ => None,
        }
    }

    /// The machine for a purpose, fetched from its seat or made.
    pub fn player_for(&mut self, purpose: &Purpose) -> Result<Box<dyn Player>, RequestError> {
        if purpose.ponder {
            self.pondered = Some(self.table.ply());
        }
        match self.players[purpose.side.index()].take() {
            Some(player) => Ok(player),
            None => self.player(&purpose.player),
        }
    }

    /// Time for a move of the side by the clock.
    pub fn allotted(&self, side: Side) -> Option<wanqi_play::Allotted> {
        let clock = self.clock.as_ref()?;
        let (remaining, increment) = (clock.left(side, Instant::now()), clock.increment());
        let moves = self.table.info().moves;
        Some(wanqi_play::Clock { remaining, increment, moves_to_go: None }.allot(OVERHEAD, moves))
    }

    pub fn has_clock(&self) -> bool {
        self.clock.is_some()
    }

    /// Lets the clock of whoever is to move run; called once everything else has been done.
    pub fn run_clock(&mut self) {
        let side = self.table.side_to_move();
        // The game begins with the first move, and no time is lost before it.
        let waits = self.paused || self.table.ply() == 0 || self.table.result().is_some();
        if let Some(clock) = &mut self.clock {
            clock.run((!waits).then_some(side), Instant::now());
        }
    }

    /// When the flag of the running clock falls.
    pub fn deadline(&self) -> Option<Instant> {
        self.clock.as_ref().and_then(Clock::deadline)
    }

    /// Ends the game if somebody's time is over.
    pub fn look_at_clock(&mut self) -> Result<(), RequestError> {
        match self.clock.as_ref().and_then(|clock| clock.fallen(Instant::now())) {
            Some(side) => self.end(Verdict::OutOfTime { side }),
            None => Ok(()),
        }
    }

    /// Tells the search under way to end, and will not hear of it again.
    pub fn give_up_search(&mut self) {
        self.stepping = false;
        if let Some(search) = self.search.take() {
            search.stop.stop();
        }
    }

    /// The same, except that a machine that ponders comes back to its seat with what it has found.
    fn end_search(&mut self) {
        match &self.search {
            Some(search) if search.purpose.ponder => search.stop.stop(),
            _ => self.give_up_search(),
        }
    }

    pub fn refuse_out_of_turn(&self) -> Result<(), RequestError> {
        let side = self.table.side_to_move();
        if self.table.result().is_some() || self.is_person(side) {
            return Ok(());
        }
        let layout = self.table.layout();
        Err(RequestError::new(message!(
            "fault.machines-turn",
            "it is {side}'s turn, and the machine plays {same}",
            side = layout.side(side),
            same = layout.side(side)
        )))
    }

    pub fn play(&mut self, text: &str) -> Result<(), RequestError> {
        self.refuse_out_of_turn()?;
        self.make(text)?;
        self.end_search();
        // Whoever moves expects an answer, even where the machine was told to wait or has failed before.
        self.paused = false;
        Ok(())
    }

    /// Makes the move that a search has found, if it is the machine's turn.
    pub fn take_over(&mut self, purpose: &Purpose, best: Option<String>) -> Result<(), RequestError> {
        if purpose.hint || purpose.ponder {
            return Ok(());
        }
        self.stepping = false;
        let played = match best {
            Some(best) => self.make(&best),
            None => Err(RequestError::new(message!(
                "fault.found-no-move",
                "{player} found no move",
                player = purpose.player.to_string()
            ))),
        };
        self.paused |= played.is_err();
        played
    }

    fn make(&mut self, text: &str) -> Result<(), RequestError> {
        let side = self.table.side_to_move();
        self.table.play_turn(text)?;
        self.replace_taken_back();
        let ply = self.table.ply();
        if let Some(clock) = &mut self.clock {
            clock.moved(side, ply, Instant::now());
        }
        (self.draw, self.pondered, self.counting) = (None, None, None);
        Ok(())
    }

    /// One move of the machine that waits.
    pub fn step(&mut self) -> Result<(), RequestError> {
        self.refuse_if_over()?;
        if !self.paused || self.is_person(self.table.side_to_move()) {
            return Err(RequestError::new(message!("fault.no-machine", "no machine waits")));
        }
        self.stepping = true;
        Ok(())
    }

    pub fn ponder(&mut self, on: bool) {
        self.ponder = on;
        if self.search.as_ref().is_some_and(|search| search.purpose.ponder) {
            self.end_search();
        }
    }

    pub fn resign(&mut self) -> Result<(), RequestError> {
        let side = self.person()?;
        self.end(Verdict::Resigned { side })
    }

    /// Ends the game in a way that the board does not show.
    pub fn end(&mut self, verdict: Verdict) -> Result<(), RequestError> {
        self.forget_taken_back()?;
        match &verdict {
            Verdict::Counted { dead } => {
                let count = self.table.counted(dead).ok_or_else(|| {
                    RequestError::new(message!("fault.nothing-counted", "nothing is counted here"))
                })?;
                self.table.end(count.result);
            }
            Verdict::Resigned { side } => self.table.resign(*side)?,
            Verdict::OutOfTime { side } => {
                self.refuse_if_over()?;
                let result = ResultView::on_time(side.opponent(), &self.table.layout());
                self.table.end(result);
            }
            Verdict::Agreed => {
                self.refuse_if_over()?;
                self.table.end(ResultView::agreement());
            }
        }
        self.give_up_search();
        (self.verdict, self.draw) = (Some(verdict), None);
        Ok(())
    }

    pub fn offer_draw(&mut self) -> Result<(), RequestError> {
        self.refuse_if_over()?;
        let side = self.person()?;
        if self.is_person(side.opponent()) {
            self.draw = Some(DrawOffer { side, declined: false });
            return Ok(());
        }
        // A machine takes what it has not hoped to better for a while.
        if self.hopeless[side.opponent().index()] >= MOVES_WITHOUT_HOPE {
            return self.end(Verdict::Agreed);
        }
        self.draw = Some(DrawOffer { side, declined: true });
        Ok(())
    }

    pub fn answer_draw(&mut self, accept: bool) -> Result<(), RequestError> {
        let Some(offer) = self.draw.filter(|offer| !offer.declined) else {
            return Err(RequestError::new("no draw is offered"));
        };
        if accept {
            return self.end(Verdict::Agreed);
        }
        self.draw = Some(DrawOffer { declined: true, ..offer });
        Ok(())
    }

    pub fn set_notation(&mut self, name: &str) -> Result<(), RequestError> {
        let names = self.table.notations();
        let wrong = || RequestError::new(format!("a notation is one of {}", names.join(", ")));
        let index = names.iter().position(|&known| known == name).ok_or_else(wrong)?;
        self.table.set_notation(index);
        Ok(())
    }

    pub fn sit(&mut self, seats: [Seat; 2]) -> Result<(), RequestError> {
        let mut players = [None, None];
        for side in Side::BOTH {
            let (seat, old) = (&seats[side.index()], &self.seats[side.index()]);
            if let Some(text) = seat.as_ref().filter(|_| seat != old) {
                players[side.index()] = Some(self.player(text)?);
            }
        }
        self.give_up_search();
        for side in Side::BOTH {
            let index = side.index();
            if seats[index] != self.seats[index] {
                (self.players[index], self.hopeless[index]) = (players[index].take(), 0);
            }
        }
        // Whoever takes a seat wants the game to go on.
        self.paused &= seats == self.seats;
        self.seats = seats;
        self.counting = None;
        Ok(())
    }

    /// Who analyses the game.
    pub fn analyst(&self) -> Result<String, RequestError> {
        Ok(self.table.info().analyst()?.to_string())
    }

    /// A player from its text. Where it makes random choices and names no seed, they follow from the game's.
    pub fn player(&self, text: &str) -> Result<Box<dyn Player>, RequestError> {
        let mut spec: Spec = text.parse()?;
        for option in self.table.player_options(&spec.name) {
            if self.seed != 0 && option.unit() == Some(Unit::Seed) && option.given(&spec).is_none() {
                option.give(&mut spec, self.seed.to_string());
            }
        }
        memory::player(&*self.table, spec)
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        self.give_up_search();
    }
}

/// The names of a table's notations, each once.
fn notations(table: &dyn Table) -> Vec<&'static str> {
    let mut names = Vec::new();
    for &name in table.notations() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
