//! How much memory the searches of all sockets may take for what they remember, and how many threads each.

use crate::protocol::Fault;
use play::{Error, Limits, PLAYERS, Player, Spec, Table, Thought};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::thread::available_parallelism;

/// Options of players that say how many megabytes they may take, and how many they take if nothing is said.
const OPTIONS: [(&str, usize); 2] = [("table", 64), ("memory", 256)];
/// A player gets at most one part in so many of what is left, so that the next one gets something too.
const SHARE: usize = 8;

/// What all players of the process may take, in megabytes.
const ALL: usize = 2048;

/// Options of players that name files or folders, unless they are off. What comes from a page may not.
const FILE_OPTIONS: [&str; 4] = ["book", "syzygy", "endgames", "net"];

/// The files that strong players of chess use: options and their values.
static CHESS_FILES: OnceLock<Vec<(&'static str, String)>> = OnceLock::new();

/// Names the book and the tables of endings that strong players of chess use from now on, as options of players. Only
/// the first call counts.
///
/// # Errors
/// If they cannot be read.
pub fn use_chess_files(files: Vec<(&'static str, String)>) -> Result<(), Error> {
    let mut spec = Spec::new("best");
    files.iter().for_each(|(option, value)| spec.set(option, value.clone()));
    play::table(&Spec::new("chess"))?.player(&spec)?;
    let _ = CHESS_FILES.set(files);
    Ok(())
}

static MEMORY: LazyLock<Memory> = LazyLock::new(|| Memory::of(ALL));

/// A player as a spec says, with its part of the memory that all players share.
///
/// # Errors
/// If there is no such player, or it asks for too much.
pub fn player(table: &dyn Table, spec: Spec) -> Result<Box<dyn Player>, Fault> {
    MEMORY.player(table, spec)
}

/// Memory that players share, in megabytes.
#[derive(Clone, Debug)]
struct Memory {
    left: Arc<AtomicUsize>,
    all: usize,
}

impl Memory {
    /// So many megabytes.
    fn of(megabytes: usize) -> Memory {
        Memory { left: Arc::new(AtomicUsize::new(megabytes)), all: megabytes }
    }

    /// A player as a spec says, with a table no larger than there is room for.
    ///
    /// # Errors
    /// If there is no such player, or it asks for more than all there is.
    fn player(&self, table: &dyn Table, mut spec: Spec) -> Result<Box<dyn Player>, Fault> {
        let named = |&option: &&str| match spec.get(option) {
            None | Some("off") => false,
            value => (option, value) != ("book", Some("own")),
        };
        if let Some(option) = FILE_OPTIONS.into_iter().find(named) {
            return Err(Fault::new(format!("{option}: only who starts the app names files")));
        }
        if table.spec().name == "chess" && spec.name == "best" {
            for (option, value) in CHESS_FILES.get().into_iter().flatten() {
                spec.set(option, value.clone());
            }
        }
        let known = PLAYERS.iter().find(|player| player.name == spec.name);
        let option = OPTIONS.iter().find(|(option, _)| {
            known.is_some_and(|player| player.options.iter().any(|(name, _)| name == option))
        });
        let Some(&(option, usual)) = option else { return Ok(table.player(&spec)?) };
        // As it is written: what is wrong with it is told first.
        table.player(&spec)?;
        let cores = available_parallelism().map_or(1, NonZero::get);
        if spec
            .get("threads")
            .and_then(|text| text.parse().ok())
            .is_some_and(|threads: usize| threads > cores)
        {
            return Err(Fault::new(format!("threads: the app gives a player at most {cores}, one a core")));
        }
        let (asked, most) = (spec.get(option).and_then(|text| text.parse().ok()), self.all / SHARE);
        if asked.is_some_and(|asked| asked > most) {
            return Err(Fault::new(format!("{option}: the app gives a player at most {most} megabytes")));
        }
        let lease = self.lease(asked.unwrap_or(usual));
        spec.set(option, lease.megabytes.to_string());
        let player = table.player(&spec)?;
        Ok(Box::new(Leased { player, _lease: lease }))
    }

    /// As much of what is asked for as there is room for, and at least one megabyte.
    fn lease(&self, asked: usize) -> Lease {
        let mut granted = 0;
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            granted = asked.min(left / SHARE);
            Some(left - granted)
        });
        Lease { left: Arc::clone(&self.left), taken: granted, megabytes: granted.max(asked.min(1)) }
    }
}

/// Memory that a player has; it is given back when dropped.
struct Lease {
    left: Arc<AtomicUsize>,
    taken: usize,
    megabytes: usize,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.left.fetch_add(self.taken, Ordering::Relaxed);
    }
}

/// A player with its lease.
struct Leased {
    player: Box<dyn Player>,
    _lease: Lease,
}

impl Player for Leased {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        self.player.think(table, limits, progress)
    }

    fn forget(&mut self) {
        self.player.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Box<dyn Table> {
        play::table(&Spec::new("tictactoe")).expect("a game")
    }

    #[test]
    fn a_page_names_no_files() {
        for text in
            ["best:book=/etc/passwd", "best:depth=2,syzygy=/tmp", "best:net=/etc/passwd", "best:net=own"]
        {
            let fault = Memory::of(100).player(&*table(), spec(text)).err().expect(text);
            assert!(fault.what.ends_with("only who starts the app names files"), "{}", fault.what);
        }
        let jungle = play::table(&Spec::new("jungle")).expect("a game");
        assert!(Memory::of(1024).player(&*jungle, spec("best:endgames=off")).is_ok(), "that is no file");
        let chess = play::table(&Spec::new("chess")).expect("a game");
        assert!(Memory::of(1024).player(&*chess, spec("best:book=own")).is_ok(), "nor is that");
    }

    fn spec(text: &str) -> Spec {
        text.parse().expect("a spec")
    }

    #[test]
    fn all_players_together_take_no_more_than_there_is() {
        let memory = Memory::of(1024);
        let mut players = Vec::new();
        for _ in 0..1000 {
            players.push(memory.player(&*table(), spec("best:depth=1")).expect("a player"));
        }
        let left = memory.left.load(Ordering::Relaxed);
        assert!(left > 0, "the rest have the least there is");
        players.truncate(1);
        assert_eq!(memory.left.load(Ordering::Relaxed), 1024 - 64, "the first had what it asked for");
        drop(players);
        assert_eq!(memory.left.load(Ordering::Relaxed), 1024, "all is given back");
    }

    #[test]
    fn who_asks_for_too_much_is_told() {
        let memory = Memory::of(1024);
        for (text, fault) in [
            ("best:table=16384", "table: the app gives a player at most 128 megabytes"),
            ("mcts:memory=16384", "memory: the app gives a player at most 128 megabytes"),
            ("best:threads=255", "threads: the app gives a player at most "),
            ("best:table=x", "table takes a number from 0 to 16384, not \"x\""),
            ("nobody", "there is no player \"nobody\""),
        ] {
            let error = memory.player(&*table(), spec(text)).err().expect(text).what;
            assert!(error.starts_with(fault), "{text}: {error}");
        }
        for text in ["random", "minimax:depth=2", "best:threads=1", "best:table=0", "best:table=128"] {
            assert!(memory.player(&*table(), spec(text)).is_ok(), "{text}");
        }
    }
}
