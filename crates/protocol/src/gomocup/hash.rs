//! The transposition table, as Yixin's board asks about it, and what we are to a board that asks who we are.

use super::{Gomocup, Reply, said};
use crate::options::{self, Setting, Spin};
use std::path::Path;
use wanqi_play::{HashTable, hash_file};

/// What is done with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HashCommand {
    Dump,
    Load,
}

impl Gomocup {
    /// Who we are, and the largest values that threads and memory may have: the latter as the binary logarithm of KiB.
    pub(super) fn show_info(&mut self) -> Reply {
        let table = super::GomocupBoard::usual().and_then(|board| board.table());
        let table = table.map_err(|error| error.to_string())?;
        let spec = options::spec(&*table, self.player.as_ref(), &options::Settings::default());
        let spec = spec.map_err(|error| error.to_string())?;
        let most = |setting: Setting| {
            let option = setting.option(table.player_options(&spec.name));
            option.as_ref().and_then(Spin::of).map_or(0, |spin| spin.most)
        };
        let machine = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = most(Setting::Threads).clamp(1, machine.max(1));
        let size = most(Setting::Memory).saturating_mul(1024).checked_ilog2().unwrap_or(0);
        (self.say)(format!("MESSAGE Wanqi {}", env!("CARGO_PKG_VERSION")));
        (self.say)(format!("MESSAGE INFO MAX_THREAD_NUM {threads}"));
        said(format!("MESSAGE INFO MAX_HASH_SIZE {size}"))
    }

    /// How full the table is.
    pub(super) fn hash_usage(&mut self) -> Reply {
        let (_, table) = self.hash_table()?;
        let mut entries = 0_u64;
        table.each(&mut |_| entries += 1);
        let capacity = table.capacity().max(1);
        let thousandths = u128::from(entries) * 1000 / u128::from(capacity);
        let (percent, tenth) = (thousandths / 10, thousandths % 10);
        said(format!("MESSAGE hash usage {percent}.{tenth} %, {entries} of {capacity} entries"))
    }

    /// Writes the table to a file, or adds to it what a file holds; what names no file yet waits for the next line.
    pub(super) fn hash_file(&mut self, command: HashCommand, file: &str) -> Reply {
        let file = file.trim();
        if file.is_empty() {
            self.wants_file = Some(command);
            return super::OK;
        }
        let (game, table) = self.hash_table()?;
        let path = Path::new(file);
        let done = match command {
            HashCommand::Dump => hash_file::write(path, &game, table),
            HashCommand::Load => hash_file::read(path, &game, table),
        };
        let count = done.map_err(|error| format!("{file}: {error}"))?;
        said(match command {
            HashCommand::Dump => format!("MESSAGE hash dumped: {count} entries in {file}"),
            HashCommand::Load => format!("MESSAGE hash loaded: {count} entries of {file}"),
        })
    }

    /// The table of the player, and the game that it is of.
    fn hash_table(&mut self) -> Result<(String, &mut dyn HashTable), String> {
        self.seat()?;
        let game = self.board()?.spec().to_string();
        let table = self.engine.hash_table().ok_or("the player has no transposition table")?;
        Ok((game, table))
    }
}
