//! A library in memory, for where there is no SQLite: in a browser. It answers what the one in a file answers; whatever changes
//! is handed on as a key and a text, to be kept where the browser keeps things, and read from there at the next start.

mod training;

use crate::files::UNREAD;
use crate::kept::name;
use crate::openings::opening;
use crate::{
    Error, GameId, GameQuery, OpeningKey, OpeningMove, ResultFilter, Saving, SearchResults, Sort, StoredGame,
    Summary, Version,
};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;
use training::Puzzles;
use wanqi_play::host::{self, Instant};
use wanqi_play::record::{GameRecord, ROOT};

/// Keeps a text under a key, or nothing any more.
pub type Keep = Box<dyn FnMut(&str, Option<&str>) + Send>;

/// Before the number of a game, in its key.
const GAME: &str = "game/";

/// The games that are kept.
pub struct Library {
    games: BTreeMap<GameId, KeptGame>,
    puzzles: Puzzles,
    /// The last number that was given.
    last: i64,
    keep: Keep,
    read_only: bool,
}

/// A game in memory.
struct KeptGame {
    stored: StoredGame,
    summary: Summary,
    /// How it begins, once it has been looked at.
    opening: Option<Vec<(OpeningKey, String)>>,
}

/// A game as its text has it.
#[derive(Serialize, Deserialize)]
struct Written {
    record: GameRecord,
    #[serde(default)]
    state: Option<String>,
    changed: i64,
}

impl KeptGame {
    fn new(id: GameId, Written { record, state, changed }: Written) -> KeptGame {
        let (headers, ending) = (&record.headers, record.headers.result.as_ref());
        let won = ending.map(|ending| match ending.winner {
            Some(0) => ResultFilter::First,
            Some(_) => ResultFilter::Second,
            None => ResultFilter::Draw,
        });
        let summary = Summary {
            id,
            game: name(&record.game).to_owned(),
            players: headers.players.clone(),
            date: headers.date.clone(),
            event: headers.event.clone(),
            won,
            result: ending.map_or_else(String::new, |ending| ending.text.clone()),
            plies: record.line_from(ROOT).len() as u64,
            unread: headers.others.get(UNREAD).cloned().unwrap_or_default(),
            changed,
        };
        let stored = StoredGame { record, state, version: Version(changed) };
        KeptGame { stored, summary, opening: None }
    }

    /// Whether it was begun here and given up.
    fn is_abandoned(&self) -> bool {
        self.summary.won.is_none() && self.stored.state.is_some() && self.summary.plies <= 2
    }
}

impl Library {
    /// The library that these keys and texts are of; `keep` is told whatever changes. Texts that cannot be read are passed over,
    /// and stay where they are.
    pub fn of(texts: impl IntoIterator<Item = (String, String)>, keep: Keep) -> Library {
        let (mut games, mut puzzles, mut others) = (BTreeMap::new(), Puzzles::default(), Vec::new());
        for (key, text) in texts {
            if let Some(number) = key.strip_prefix(GAME) {
                let (Ok(number), Ok(written)) = (number.parse(), serde_json::from_str(&text)) else {
                    continue;
                };
                games.insert(GameId(number), KeptGame::new(GameId(number), written));
            } else {
                others.push((key, text));
            }
        }
        // How a puzzle went is known before the puzzle: "tried/" comes after "puzzle/".
        others.sort_by(|(a, _), (b, _)| b.cmp(a));
        others.iter().for_each(|(key, text)| puzzles.read(key, text));
        // Numbers unlike those of a library before this one, which a page may still ask for.
        let begin = i64::try_from(host::since_1970().as_millis()).unwrap_or(0);
        let last = games.keys().map(|id| id.0).max().unwrap_or(begin);
        Library { games, puzzles, last, keep, read_only: false }
    }

    /// Whether games can only be read.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// From now on nothing can be kept: the browser refuses it, or another tab has the library.
    pub fn make_read_only(&mut self) {
        self.read_only = true;
    }

    fn refuse_if_read_only(&self) -> Result<(), Error> {
        if self.read_only { Err(Error::Unkept) } else { Ok(()) }
    }

    /// Keeps a new game, and gives it a number.
    ///
    /// # Errors
    /// If games can only be read.
    pub fn add(&mut self, record: &GameRecord, state: Option<&str>) -> Result<GameId, Error> {
        Ok(self.write_all(&[Saving { place: None, record, state }])?[0].0)
    }

    /// Keeps several games, and gives their numbers and versions.
    ///
    /// # Errors
    /// If games can only be read.
    pub fn write_all(&mut self, games: &[Saving]) -> Result<Vec<(GameId, Version)>, Error> {
        self.refuse_if_read_only()?;
        Ok(games.iter().map(|game| self.write(game)).collect())
    }

    fn write(&mut self, game: &Saving) -> (GameId, Version) {
        let place = game
            .place
            .filter(|(id, read)| self.games.get(id).is_some_and(|kept| kept.stored.version == *read));
        let id = place.map_or(GameId(self.last + 1), |(id, _)| id);
        self.last = self.last.max(id.0);
        let now = i64::try_from(host::since_1970().as_millis()).unwrap_or(i64::MAX);
        // The time of a change is its version: two in the same millisecond are told apart.
        let changed = place.map_or(now, |(_, read)| now.max(read.0 + 1));
        let written = Written { record: game.record.clone(), state: game.state.map(str::to_owned), changed };
        let text = serde_json::to_string(&written).expect("a record has only strings for keys");
        (self.keep)(&format!("{GAME}{}", id.0), Some(&text));
        self.games.insert(id, KeptGame::new(id, written));
        (id, Version(changed))
    }

    /// A game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn load(&self, id: GameId) -> Result<StoredGame, Error> {
        self.games.get(&id).map(|kept| kept.stored.clone()).ok_or(Error::NoGame(id.0))
    }

    /// The games that are searched for, those changed last first.
    ///
    /// # Errors
    /// Never.
    pub fn search(&self, search: &GameQuery) -> Result<SearchResults, Error> {
        let all: Vec<&KeptGame> = self.games.values().filter(|game| search.asks_for(&game.summary)).collect();
        let mut shown: Vec<&KeptGame> =
            all.iter().copied().filter(|game| !search.hide_abandoned || !game.is_abandoned()).collect();
        shown.sort_by(|a, b| search.order(&a.summary, &b.summary));
        let (total, abandoned) = (shown.len() as u64, (all.len() - shown.len()) as u64);
        let (skip, most) = (search.offset as usize, search.limit.min(GameQuery::MAX) as usize);
        let games = shown.into_iter().skip(skip).take(most).map(|game| game.summary.clone()).collect();
        Ok(SearchResults { games, total, abandoned })
    }

    /// The numbers of all games that are searched for, whatever its `limit`, the oldest first.
    ///
    /// # Errors
    /// Never.
    pub fn ids(&self, search: &GameQuery) -> Result<Vec<GameId>, Error> {
        let shown = |game: &KeptGame| !search.hide_abandoned || !game.is_abandoned();
        let found = self.games.iter().filter(|(_, game)| search.asks_for(&game.summary) && shown(game));
        Ok(found.map(|(&id, _)| id).collect())
    }

    /// Deletes games, and says how many of them there were.
    ///
    /// # Errors
    /// If games can only be read.
    pub fn delete(&mut self, ids: &[GameId]) -> Result<usize, Error> {
        self.refuse_if_read_only()?;
        let mut deleted = 0;
        for id in ids {
            if self.games.remove(id).is_some() {
                (self.keep)(&format!("{GAME}{}", id.0), None);
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    /// Looks at how games begin that have not been looked at as they are now, for about so long; says how many are left.
    ///
    /// # Errors
    /// Never.
    pub fn index_openings(&mut self, time: Duration) -> Result<u64, Error> {
        let began = Instant::now();
        for game in self.games.values_mut().filter(|game| game.opening.is_none()) {
            if began.elapsed() >= time {
                break;
            }
            game.opening = Some(opening(&game.stored.record));
        }
        Ok(self.games.values().filter(|game| game.opening.is_none()).count() as u64)
    }

    /// The moves that games went on with from a position, those of most games first.
    ///
    /// # Errors
    /// Never.
    pub fn opening_moves(&self, key: OpeningKey) -> Result<Vec<OpeningMove>, Error> {
        let mut moves: Vec<OpeningMove> = Vec::new();
        for game in self.games.values() {
            // A game that comes to a position twice counts once for each move.
            let mut played: Vec<&String> = Vec::new();
            for (at, text) in game.opening.iter().flatten() {
                if *at != key || played.contains(&text) {
                    continue;
                }
                played.push(text);
                let place = moves.iter().position(|known| known.text == *text).unwrap_or_else(|| {
                    moves.push(OpeningMove { text: text.clone(), games: 0, first: 0, second: 0, draws: 0 });
                    moves.len() - 1
                });
                let found = &mut moves[place];
                found.games += 1;
                match game.summary.won {
                    Some(ResultFilter::First) => found.first += 1,
                    Some(ResultFilter::Second) => found.second += 1,
                    Some(ResultFilter::Draw) => found.draws += 1,
                    Some(ResultFilter::Unfinished) | None => {}
                }
            }
        }
        moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.text.cmp(&b.text)));
        Ok(moves)
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("games", &self.games.len()).finish_non_exhaustive()
    }
}

impl GameQuery {
    /// Whether a game is searched for, abandoned or not.
    fn asks_for(&self, game: &Summary) -> bool {
        let within = |part: &str, text: &str| text.to_lowercase().contains(&part.to_lowercase());
        let won = match self.won {
            None => true,
            Some(ResultFilter::Unfinished) => game.won.is_none(),
            won => game.won == won,
        };
        won && (self.game.is_empty() || self.game == game.game)
            && game.players.iter().any(|player| within(&self.player, player))
            && within(&self.event, &game.event)
            && game.plies >= u64::from(self.min_plies)
            && (self.since.is_empty() || game.date >= self.since)
            // `2026` is before `2026-11`, and `~` after every character of a date.
            && (self.until.is_empty() || (!game.date.is_empty() && game.date <= format!("{}~", self.until)))
    }

    fn order(&self, a: &Summary, b: &Summary) -> Ordering {
        let players = |game: &Summary| game.players.each_ref().map(|player| player.to_ascii_lowercase());
        let winner = |game: &Summary| game.won.map_or(3, |won| won as u8);
        let last_first = (b.changed, b.id).cmp(&(a.changed, a.id));
        let order = match self.sort {
            Sort::Changed => last_first,
            Sort::Game => a.game.cmp(&b.game),
            Sort::Players => players(a).cmp(&players(b)),
            Sort::Date => b.date.cmp(&a.date),
            Sort::Result => (winner(a), &a.result).cmp(&(winner(b), &b.result)),
            Sort::Plies => b.plies.cmp(&a.plies),
        };
        // What is equal comes by its last change, whichever way round.
        if self.reverse { order.reverse() } else { order }.then(last_first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{ReadContext, read};
    use std::collections::HashMap;
    use std::sync::{Arc, Mutex};

    type Texts = Arc<Mutex<HashMap<String, String>>>;

    /// A library whose texts are kept in a map, as a browser keeps them.
    fn library(texts: &Texts) -> Library {
        let (kept, keeper) = (texts.lock().expect("no panic").clone(), Arc::clone(texts));
        let keep = move |key: &str, text: Option<&str>| {
            let mut texts = keeper.lock().expect("no panic");
            match text {
                Some(text) => drop(texts.insert(key.into(), text.into())),
                None => drop(texts.remove(key)),
            }
        };
        Library::of(kept, Box::new(keep))
    }

    fn records() -> Vec<GameRecord> {
        let texts = [
            "[White \"Anna\"]\n[Black \"Bo\"]\n[Date \"2026.11.01\"]\n[Result \"1-0\"]\n1. e4 e5 2. Nf3 1-0",
            "[White \"bo\"]\n[Black \"Cem\"]\n[Date \"2025.??.??\"]\n[Event \"Cup\"]\n1. e4 c5 2. Nf3 d6 3. d4 1/2-1/2",
            "[White \"Dora\"]\n[Black \"anna\"]\n1. d4 d5 0-1",
            "1. e4 *",
        ];
        texts
            .iter()
            .flat_map(|text| read(text, &ReadContext::default()).games)
            .map(|game| game.record)
            .collect()
    }

    #[test]
    fn what_can_only_be_read_keeps_nothing_and_is_searched_all_the_same() {
        let texts = Texts::default();
        let mut memory = library(&texts);
        let records = records();
        let id = memory.add(&records[0], None).expect("room");
        memory.make_read_only();
        assert!(memory.is_read_only());
        assert!(matches!(memory.add(&records[1], None), Err(Error::Unkept)));
        assert!(matches!(memory.delete(&[id]), Err(Error::Unkept)));
        assert_eq!(memory.search(&GameQuery::default()).expect("it is read").total, 1);
        assert_eq!(texts.lock().expect("no panic").len(), 1);
    }

    #[test]
    fn it_answers_what_the_one_in_a_file_answers() {
        let (mut memory, mut file) =
            (library(&Texts::default()), crate::Library::ephemeral().expect("memory"));
        for (number, record) in records().iter().enumerate() {
            let state = (number == 3).then_some("left");
            memory.add(record, state).expect("room");
            file.add(record, state).expect("room");
        }
        let base = GameQuery::default;
        let mut queries = vec![
            base(),
            GameQuery { player: "ANNA".into(), ..base() },
            GameQuery { event: "cup".into(), ..base() },
            GameQuery { game: "go".into(), ..base() },
            GameQuery { since: "2026".into(), ..base() },
            GameQuery { until: "2025".into(), ..base() },
            GameQuery { min_plies: 3, ..base() },
            GameQuery { hide_abandoned: true, ..base() },
            GameQuery { offset: 1, limit: 2, ..base() },
        ];
        use ResultFilter::{Draw, First, Second, Unfinished};
        queries.extend([First, Second, Draw, Unfinished].map(|won| GameQuery { won: Some(won), ..base() }));
        for sort in [Sort::Game, Sort::Players, Sort::Date, Sort::Result, Sort::Plies] {
            queries.extend([false, true].map(|reverse| GameQuery { sort, reverse, ..base() }));
        }
        for query in queries {
            let told = |found: SearchResults| {
                let games =
                    found.games.into_iter().map(|game| (game.players, game.plies, game.won, game.date));
                (games.collect::<Vec<_>>(), found.total, found.abandoned)
            };
            let expected = told(file.search(&query).expect("an answer"));
            assert_eq!(told(memory.search(&query).expect("an answer")), expected, "{query:?}");
        }
        let start = wanqi_play::table(&"chess".parse().expect("a spec")).expect("a game");
        let key = OpeningKey::of(&*start, None);
        assert_eq!(memory.index_openings(Duration::MAX).expect("an answer"), 0);
        file.index_openings(Duration::MAX).expect("an answer");
        assert_eq!(memory.opening_moves(key).expect("moves"), file.opening_moves(key).expect("moves"));
    }

    #[test]
    fn what_is_kept_is_there_again() {
        let texts = Texts::default();
        let mut first = library(&texts);
        let games = records();
        let id = first.add(&games[0], Some("left")).expect("room");
        let gone = first.add(&games[1], None).expect("room");
        let read = first.load(id).expect("it is there").version;
        let changed = first.write_all(&[Saving { place: Some((id, read)), record: &games[2], state: None }]);
        let (same, version) = changed.expect("room")[0];
        assert!(same == id && version != read);
        // Who has read an older version makes another game.
        let other = first.write_all(&[Saving { place: Some((id, read)), record: &games[3], state: None }]);
        assert_ne!(other.expect("room")[0].0, id);
        assert_eq!(first.delete(&[gone, GameId(-1)]).expect("it can"), 1);
        texts.lock().expect("no panic").insert("game/x".into(), "not a game".into());
        let mut second = library(&texts);
        assert_eq!(
            second.load(id).expect("it is there"),
            StoredGame { record: games[2].clone(), state: None, version }
        );
        assert!(matches!(second.load(gone), Err(Error::NoGame(_))));
        assert_eq!(second.search(&GameQuery::default()).expect("an answer").total, 2);
        assert!(second.add(&games[1], None).expect("room") > id, "no number is given twice");
    }

    #[test]
    fn puzzles_come_again_as_from_a_file() {
        let texts = Texts::default();
        let (mut memory, mut file) = (library(&texts), crate::Library::ephemeral().expect("memory"));
        let own = crate::Puzzle {
            game: "go:size=9".into(),
            position: "own".into(),
            line: vec!["D4".into()],
            origin: Some(GameId(1)),
        };
        let puzzles: Vec<crate::Puzzle> = crate::shipped_puzzles().take(5).chain([own]).collect();
        assert_eq!(memory.add_puzzles(puzzles.clone()).expect("room"), 6);
        assert_eq!(memory.add_puzzles(puzzles.clone()).expect("room"), 0);
        file.add_puzzles(puzzles.clone()).expect("room");
        for (number, solved) in [(1, true), (2, false), (1, true), (6, true), (9, true)] {
            let id = crate::PuzzleId(number);
            let expected = file.puzzle_tried(id, solved, 100).expect("an answer");
            assert_eq!(memory.puzzle_tried(id, solved, 100).expect("an answer"), expected);
        }
        for (game, day) in [("", 100), ("", 101), ("", 200), ("go", 100), ("g", 100)] {
            let expected = file.training(game, day).expect("an answer");
            assert_eq!(memory.training(game, day).expect("an answer"), expected, "{game} {day}");
        }
        let mut again = library(&texts);
        again.add_puzzles(crate::shipped_puzzles().take(5)).expect("room");
        let told = |library: &Library| {
            let mut puzzles = library.training("", 200).expect("an answer").puzzles;
            puzzles.sort_by(|a, b| a.puzzle.position.cmp(&b.puzzle.position));
            puzzles.into_iter().map(|puzzle| (puzzle.puzzle, puzzle.level, puzzle.tries)).collect::<Vec<_>>()
        };
        assert_eq!(told(&again), told(&memory));
    }
}
