//! How much memory the searches of all sockets may take for what they remember, and how many threads each.

use crate::protocol::RequestError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use wanqi_play::host::{self, Threads};
use wanqi_play::options::Unit;
use wanqi_play::{
    BookMove, Clock, Error, HashTable, KeptLimits, Limits, Message, OptionInfo, OptionKind, Player,
    PlayerInfo, Spec, Table, Thought, message,
};

/// A player gets at most one part in so many of what is left, so that the next one gets something too.
const SHARE: usize = 8;

/// What all players of the process may take, in megabytes.
const ALL: usize = 2048;

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
    wanqi_play::table(&Spec::new("chess"))?.player(&spec)?;
    let _ = CHESS_FILES.set(files);
    Ok(())
}

static MEMORY: LazyLock<Memory> = LazyLock::new(|| Memory::of(ALL));

/// A player as a spec says, with its part of the memory that all players share.
///
/// # Errors
/// If there is no such player, or it asks for too much.
pub fn player(table: &dyn Table, spec: Spec) -> Result<Box<dyn Player>, RequestError> {
    MEMORY.player(table, spec)
}

/// The kinds of player as a page may ask for them: no files, and no more memory and threads than there are for one.
pub fn players() -> Vec<PlayerInfo> {
    let offered = |mut player: PlayerInfo| {
        player.options.retain(|option| !matches!(option.kind, OptionKind::File { .. }));
        player.options.iter_mut().for_each(|option| MEMORY.offer(option));
        player
    };
    wanqi_play::players().into_iter().map(offered).collect()
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
    fn player(&self, table: &dyn Table, mut spec: Spec) -> Result<Box<dyn Player>, RequestError> {
        let options = table.player_options(&spec.name);
        if let Some(file) = options.iter().find(|option| option.names_file(&spec)) {
            let option = file.name;
            return Err(RequestError::new(if cfg!(target_arch = "wasm32") {
                message!(
                    "fault.no-files",
                    "{option}: a page without the program reads no files by their names",
                    option
                )
            } else {
                message!("fault.names-files", "{option}: only who starts the app names files", option)
            }));
        }
        if table.spec().name == "chess" && spec.name == "best" {
            for (option, value) in CHESS_FILES.get().into_iter().flatten() {
                spec.set(option, value.clone());
            }
        }
        // As it is written: what is wrong with it is told first.
        let player = table.player(&spec)?;
        for option in &options {
            let most = self.most(option);
            let asked: Option<usize> = option.given(&spec).and_then(|text| text.parse().ok());
            if let (Some((most, what)), Some(asked)) = (most, asked)
                && asked > most
            {
                return Err(RequestError::new(message!(
                    "fault.player-share",
                    "{option}: the app gives a player at most {most}{what}",
                    option = option.name,
                    most,
                    what
                )));
            }
        }
        let Some(memory) = options.iter().find(|option| option.unit() == Some(Unit::Megabytes)) else {
            return Ok(player);
        };
        drop(player);
        let asked = memory.given(&spec).or(memory.default.as_deref()).and_then(|text| text.parse().ok());
        let lease = self.lease(asked.unwrap_or(0));
        memory.give(&mut spec, lease.megabytes.to_string());
        let player = table.player(&spec)?;
        Ok(Box::new(Leased { player, _lease: lease }))
    }

    /// The most that a page may ask an option for, where it counts what is shared, and what it counts.
    fn most(&self, option: &OptionInfo) -> Option<(usize, Message)> {
        match option.unit()? {
            Unit::Megabytes => Some((self.all / SHARE, message!("fault.share-megabytes", " megabytes"))),
            Unit::Threads => Some(match host::threads() {
                Threads::AtMost(count) => (count, message!("fault.share-cores", ", one a core")),
                Threads::NotIsolated => (
                    1,
                    message!(
                        "fault.share-not-isolated",
                        ": browsers give more to a page that is isolated from others, as this one can be once it is loaded again"
                    ),
                ),
                Threads::One => {
                    (1, message!("fault.share-one-thread", ": this page was built for one thread"))
                }
            }),
            Unit::Plies | Unit::Nodes | Unit::Playouts | Unit::Percent | Unit::Seed => None,
        }
    }

    /// The option with no greater a range than a page may ask for.
    fn offer(&self, option: &mut OptionInfo) {
        let most = self.most(option);
        if let (OptionKind::Number { max, .. }, Some((most, _))) = (&mut option.kind, most) {
            *max = max.min(most as f64);
        }
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

    fn book_moves(&self, table: &dyn Table) -> Vec<BookMove> {
        self.player.book_moves(table)
    }

    fn keeps(&self) -> KeptLimits {
        self.player.keeps()
    }

    fn own_limits(&self) -> Limits {
        self.player.own_limits()
    }

    fn see_clocks(&mut self, clocks: [Clock; 2]) -> bool {
        self.player.see_clocks(clocks)
    }

    fn forget(&mut self) {
        self.player.forget();
    }

    fn hash_table(&mut self) -> Option<&mut dyn HashTable> {
        self.player.hash_table()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn table() -> Box<dyn Table> {
        wanqi_play::table(&Spec::new("tictactoe")).expect("a game")
    }

    /// Every game, those of rule files too.
    fn tables() -> impl Iterator<Item = Box<dyn Table>> {
        let told = wanqi_play::rules::shipped().map(|shipped| &*shipped.info.name);
        wanqi_play::games()
            .map(|info| &*info.name)
            .chain(told)
            .map(|name| wanqi_play::table(&Spec::new(name)).expect(name))
    }

    #[test]
    fn a_page_names_no_files() {
        let mut files = Vec::new();
        for table in tables() {
            let game = table.spec().name.clone();
            for option in &table.info().options {
                assert!(!matches!(option.kind, OptionKind::File { .. }), "{game} would read {}", option.name);
            }
            for player in table.players() {
                let owned = table.evaluations();
                let own: Vec<&OptionInfo> =
                    player.options.iter().chain(owned.iter().flat_map(|owner| &owner.options)).collect();
                let refused = |option: &str, value: &str| {
                    let mut spec = Spec::new(player.name);
                    spec.set(option, value);
                    let fault = Memory::of(1024).player(&*table, spec).err();
                    fault.is_some_and(|fault| {
                        fault.what.english().ends_with("only who starts the app names files")
                    })
                };
                for option in own.into_iter().filter(|_| player.evaluates) {
                    let OptionKind::File { words } = option.kind else {
                        assert!(!refused(option.name, "/etc/passwd"), "{game} {}", option.name);
                        continue;
                    };
                    for path in ["/etc/passwd", "own.bin", "OWN", ".."] {
                        assert!(refused(option.name, path), "{game} {} {}={path}", player.name, option.name);
                    }
                    for word in words {
                        assert!(!refused(option.name, word), "{game} {} {}={word}", player.name, option.name);
                    }
                    files.push(option.name);
                }
            }
        }
        files.sort_unstable();
        files.dedup();
        assert_eq!(files, ["book", "endgames", "net", "syzygy"], "what there was to refuse");
    }

    #[test]
    fn a_page_is_offered_what_it_may_ask_for() {
        for player in players() {
            for option in &player.options {
                let OptionKind::Number { max, .. } = option.kind else { continue };
                let most = MEMORY.most(option).map_or(f64::INFINITY, |(most, _)| most as f64);
                assert!(max <= most, "{} {}", player.name, option.name);
            }
            let memory = player.options.iter().filter(|option| option.unit() == Some(Unit::Megabytes));
            assert!(memory.count() <= 1, "{} leases one thing", player.name);
        }
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

    /// Plans its time itself, as other engines do.
    struct Planning;

    impl Player for Planning {
        fn think(
            &mut self,
            _: &dyn Table,
            _: &Limits,
            _: &mut dyn FnMut(&Thought),
        ) -> Result<Thought, Error> {
            Err(Error::Player("it only looks at clocks".into()))
        }

        fn book_moves(&self, _: &dyn Table) -> Vec<BookMove> {
            Vec::new()
        }

        fn keeps(&self) -> KeptLimits {
            KeptLimits::ALL
        }

        fn own_limits(&self) -> Limits {
            Limits::default()
        }

        fn see_clocks(&mut self, _: [Clock; 2]) -> bool {
            true
        }

        fn forget(&mut self) {}

        fn hash_table(&mut self) -> Option<&mut dyn HashTable> {
            None
        }
    }

    #[test]
    fn a_lease_changes_nothing_in_a_player() {
        let (memory, table) = (Memory::of(1024), table());
        let spec = spec("best:depth=7,table=64");
        let work = |mut player: Box<dyn Player>| {
            let thought = player.think(&*table, &Limits::default(), &mut |_| {}).expect("a move");
            (thought.work.interior, thought.work.leaves, thought.best)
        };
        let leased = memory.player(&*table, spec.clone()).expect("a player");
        assert_eq!(work(leased), work(table.player(&spec).expect("a player")));
        let clock = Clock { remaining: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
        let mut leased = Leased { player: Box::new(Planning), _lease: memory.lease(1) };
        assert!(leased.see_clocks([clock; 2]), "it sees the clocks");
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
            let error = memory.player(&*table(), spec(text)).err().expect(text).what.to_string();
            assert!(error.starts_with(fault), "{text}: {error}");
        }
        for text in ["random", "minimax:depth=2", "best:threads=1", "best:table=0", "best:table=128"] {
            assert!(memory.player(&*table(), spec(text)).is_ok(), "{text}");
        }
    }
}
