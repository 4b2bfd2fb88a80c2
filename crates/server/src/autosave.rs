//! A session whose games are kept.
//!
//! [`Autosave`] stands between a socket and its [`Session`]. Before a state of the game goes out to the page, what it
//! shows is in the library: a killed process loses at most what no page has been told. A page that comes back asks for
//! its game by number.

use crate::adjournment::Adjournment;
use crate::calendar::{days_since_1970, today};
use crate::library_handle::{LibraryClient, LibraryHandle};
use crate::protocol::{Event, Request, RequestError, read};
use crate::searches::SessionMessage;
use crate::session::Session;
use crate::thumbnails;
use crate::tournament::TournamentReport;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use wanqi_play::Spec;
use wanqi_play::host::Instant;
use wanqi_play::record::{GameRecord, NodeId, ROOT};
use wanqi_store::{GameId, Puzzle, StoredGame, Version, shipped_puzzles};

/// The longest text that a page is given to take a game up from, in bytes: a request has room for it.
const MAX_KEEPSAKE_BYTES: usize = 100_000;
/// How long a page that asks how games went on waits for those that have not been looked at yet. Others wait as long for
/// the library.
const INDEX_TIME: Duration = Duration::from_millis(150);

/// A session whose games are kept.
pub struct Autosave {
    /// The game.
    session: Session,
    handle: LibraryHandle,
    client: LibraryClient,
    open: Option<OpenGame>,
}

/// What a page is given to take a game up from, as the library has it in two columns.
#[derive(Serialize, Deserialize)]
struct Keepsake {
    record: GameRecord,
    state: String,
}

/// The game on the table, as it is kept.
#[derive(Default)]
struct OpenGame {
    /// Its number, once it has been kept.
    id: Option<GameId>,
    /// What was told last: the record, and how it was left.
    kept: Option<(GameRecord, String)>,
    /// Whether the page has been told that it is not kept.
    failed: bool,
}

impl Autosave {
    /// A session and where its games go.
    pub fn new(session: Session, handle: LibraryHandle) -> Autosave {
        let client = handle.client();
        Autosave { session, handle, client, open: None }
    }

    /// Answers a request, as [`Session::request`] does, and those to the library.
    pub fn request(&mut self, text: &str) -> Vec<Event> {
        let (id, request) = match read(text) {
            Ok(request) => request,
            Err((id, fault)) => return vec![Event::Error { id, fault }],
        };
        let answer = match request {
            Request::Resume { game, keepsake } => self.resume(game, keepsake.as_deref()),
            Request::Library { search } => {
                let found = self.handle.ask(move |library| library.search(&search));
                found.map(|found| vec![Event::Library { id, found }])
            }
            Request::Thumbnails { games } => {
                thumbnails::draw(&self.handle, id, games).map(|event| vec![event])
            }
            Request::Puzzles { game } => self.puzzles(id, game).map(|event| vec![event]),
            Request::PuzzleTried { puzzle, solved } => {
                let tried =
                    self.handle.ask(move |library| library.puzzle_tried(puzzle, solved, days_since_1970()));
                tried.map(|days| vec![Event::PuzzleTried { id, puzzle, days }])
            }
            Request::Explore => self.explore(id).map(|event| vec![event]),
            Request::DeleteGames { games } => {
                self.handle.delete(games).map(|count| vec![Event::Deleted { id, count }])
            }
            request => {
                let mut events = self.session.ask(id, request);
                self.keep(&mut events, true);
                Ok(events)
            }
        };
        answer.unwrap_or_else(|fault| vec![Event::Error { id, fault }])
    }

    /// The puzzles of today.
    fn puzzles(&self, id: Option<u64>, game: String) -> Result<Event, RequestError> {
        let mut training = self.handle.ask(move |library| {
            let shipped = shipped_puzzles();
            // Those that have come with the program since the library was asked last. A file that can only be read has what it has.
            match library.add_puzzles(shipped) {
                Err(wanqi_store::Error::ReadOnly { .. }) => {}
                added => drop(added?),
            }
            library.training(&game, days_since_1970())
        })?;
        // A puzzle that no game can show is none.
        training.puzzles.retain_mut(|puzzle| {
            let line = shown_line(&puzzle.puzzle);
            line.map(|line| puzzle.puzzle.line = line).is_some()
        });
        Ok(Event::Puzzles { id, training })
    }

    /// Looks the position on the table up in the library.
    fn explore(&self, id: Option<u64>) -> Result<Event, RequestError> {
        let explorer = self.session.explorer().ok_or_else(|| RequestError::new("there is no game yet"))?;
        let keys = explorer.keys();
        let (found, pending) = self.handle.ask(move |library| {
            let pending = library.index_openings(INDEX_TIME)?;
            let found: Result<Vec<_>, _> = keys.into_iter().map(|key| library.opening_moves(key)).collect();
            Ok((found?, pending))
        })?;
        Ok(explorer.told(id, found, pending))
    }

    /// Takes in what a search thread has sent, as [`Session::on_message`] does.
    pub fn on_message(&mut self, message: SessionMessage) -> Vec<Event> {
        let mut events = self.session.on_message(message);
        self.keep(&mut events, false);
        events
    }

    /// When [`Autosave::tick`] has something to do, if nothing is heard before.
    pub fn deadline(&self) -> Option<Instant> {
        self.session.deadline()
    }

    /// Looks at the clock, as [`Session::tick`] does.
    pub fn tick(&mut self) -> Vec<Event> {
        let mut events = self.session.tick();
        self.keep(&mut events, false);
        events
    }

    /// Takes a game up again as it was left: the library's, or where that has none of this number or another game, the
    /// one that the page has brought.
    fn resume(&mut self, game: Option<GameId>, keepsake: Option<&str>) -> Result<Vec<Event>, RequestError> {
        let brought: Option<Keepsake> = keepsake.and_then(|text| serde_json::from_str(text).ok());
        let resumed = match game {
            Some(game) => self.resume_kept(game, brought.as_ref()),
            None => Err(RequestError::new("there is no game to take up")),
        };
        match (resumed, brought) {
            (Err(_), Some(Keepsake { record, state })) => self.lay(None, record, state),
            (resumed, _) => resumed,
        }
    }

    fn resume_kept(&mut self, game: GameId, brought: Option<&Keepsake>) -> Result<Vec<Event>, RequestError> {
        let StoredGame { record, state, version } = self.handle.ask(move |library| library.load(game))?;
        if brought.is_some_and(|brought| !is_same_game(&record, &brought.record)) {
            // The page has had this number from another library.
            return Err(RequestError::new(format!("game {} of the library is another", game.0)));
        }
        self.lay(Some((game, version)), record, state.unwrap_or_default())
    }

    /// Lays a game on the table as it was left, or as far as that can be, or as its record has it.
    fn lay(
        &mut self,
        place: Option<(GameId, Version)>,
        record: GameRecord,
        state: String,
    ) -> Result<Vec<Event>, RequestError> {
        let left = Adjournment::read(&state, &record).unwrap_or_else(|| Adjournment::elsewhere(&record));
        let mut laid = Err(RequestError::new("there is nothing to take up"));
        for left in left.or_less(&record) {
            laid = self.session.take_up(record.clone(), &left);
            if laid.is_ok() {
                break;
            }
        }
        let mut events = laid?;
        self.close();
        if let Some((id, version)) = place {
            self.handle.take(self.client, id, version);
        }
        let id = place.map(|(id, _)| id);
        let kept = id.map(|_| (record, state));
        self.open = Some(OpenGame { id, kept, ..OpenGame::default() });
        events.insert(0, Event::Kept { game: id });
        self.keep_state(&mut events, true);
        Ok(events)
    }

    /// Sees to it that what the events show is kept before they go out. `asked`: whether the page has asked for them.
    fn keep(&mut self, events: &mut Vec<Event>, asked: bool) {
        self.keep_puzzles(events);
        self.keep_tournament(events);
        if events.iter().any(|event| matches!(event, Event::Table { .. })) {
            self.close();
            self.open = Some(OpenGame::default());
            events.insert(0, Event::Kept { game: None });
        }
        self.keep_state(events, asked);
    }

    /// Keeps the games of a tournament that have ended.
    fn keep_tournament(&self, events: &mut [Event]) {
        for event in events {
            let Event::Tournament { report, .. } = event else { continue };
            let TournamentReport::Played { record, kept, .. } = &mut **report else { continue };
            let mut record = GameRecord::clone(record);
            record.headers.date = today();
            *kept = self.handle.ask(move |library| library.add(&record, None)).ok();
        }
    }

    /// Keeps the puzzles that a review has found.
    fn keep_puzzles(&self, events: &mut Vec<Event>) {
        let origin = self.open.as_ref().and_then(|open| open.id);
        let found = |event: &Event| match event {
            Event::PuzzleFound { puzzle } => Some(Puzzle { origin, ..puzzle.clone() }),
            _ => None,
        };
        let puzzles: Vec<Puzzle> = events.iter().filter_map(found).collect();
        if puzzles.is_empty() {
            return;
        }
        if let Err(fault) = self.handle.ask(move |library| library.add_puzzles(puzzles)) {
            events.push(Event::Error { id: None, fault });
        }
    }

    fn keep_state(&mut self, events: &mut Vec<Event>, asked: bool) {
        let place = events.iter().rposition(|event| matches!(event, Event::State(_)));
        let (Some(place), Some(open)) = (place, &mut self.open) else { return };
        let Event::State(state) = &events[place] else { return };
        let Some((record, left)) = self.session.adjournment(state) else { return };
        if open.kept.as_ref().is_some_and(|(kept, _)| kept.first != record.first) {
            // Another first position is another game.
            if let Some(id) = open.id {
                self.handle.leave(self.client, id);
            }
            *open = OpenGame::default();
        }
        if !asked && open.id.is_some_and(|id| !self.handle.has(self.client, id)) {
            // It is open at another socket now: what this one's machine plays on is nobody's game.
            return;
        }
        let kept = (record, left.written());
        if open.kept.as_ref() == Some(&kept) && !open.failed {
            return;
        }
        // Where somebody looks at a game that is kept is no loss if it cannot be.
        let is_look = open.kept.as_ref().is_some_and(|(record, _)| *record == kept.0);
        // A game that nobody has moved in is not worth a line of the library.
        if self.session.is_begun() || open.id.is_some() {
            match self.handle.save(self.client, open.id, kept.0.clone(), kept.1.clone()) {
                Ok(id) => {
                    let told = open.id.replace(id) == Some(id) && !open.failed;
                    open.failed = false;
                    if !told {
                        events.insert(place, Event::Kept { game: Some(id) });
                    }
                }
                Err(fault) => {
                    if !open.failed && !is_look {
                        open.failed = true;
                        events.insert(place, Event::Kept { game: None });
                        events.push(Event::Error { id: None, fault });
                    }
                }
            }
        }
        events.insert(place, Event::Keepsake { text: keepsake(&kept.0, &left) });
        open.kept = Some(kept);
    }

    fn close(&mut self) {
        if let Some(id) = self.open.take().and_then(|open| open.id) {
            self.handle.leave(self.client, id);
        }
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        self.close();
    }
}

/// The text that a page may take a game up from.
fn keepsake(record: &GameRecord, left: &Adjournment) -> Option<String> {
    let written = |record: &GameRecord, left: &Adjournment| {
        let keepsake = Keepsake { record: record.clone(), state: left.written() };
        serde_json::to_string(&keepsake).ok().filter(|text| text.len() <= MAX_KEEPSAKE_BYTES)
    };
    written(record, left).or_else(|| {
        // Without variations there may be room; the nodes of a line are numbered from 1.
        let mut line = GameRecord::new(&*record.game);
        line.rules.clone_from(&record.rules);
        line.first.clone_from(&record.first);
        line.headers = record.headers.clone();
        line.add_line(ROOT, &record.moves_to(left.end)).ok()?;
        let place = |node: NodeId| NodeId(record[node].ply() as u32);
        written(&line, &Adjournment { at: place(left.at), end: place(left.end), ..left.clone() })
    })
}

/// Whether two records are of the same game, one of them perhaps further on: they begin alike.
fn is_same_game(one: &GameRecord, other: &GameRecord) -> bool {
    let first_moves = |record: &GameRecord| -> Vec<String> {
        record[ROOT].children().iter().map(|&child| record[child].text().to_owned()).collect()
    };
    let (moves, others) = (first_moves(one), first_moves(other));
    (&one.game, &one.rules, &one.first) == (&other.game, &other.rules, &other.first)
        && (others.is_empty() || moves.iter().any(|text| others.contains(text)))
}

/// The moves of a puzzle in the notation for people; `None` if they cannot be played.
fn shown_line(puzzle: &Puzzle) -> Option<Vec<String>> {
    let mut table = wanqi_play::table(&puzzle.game.parse::<Spec>().ok()?).ok()?;
    table.set_position(&puzzle.position).ok()?;
    let mut line = Vec::new();
    for text in &puzzle.line {
        table.play_on(text).ok()?;
        line.push(table.last_move(0)?);
    }
    Some(line)
}
