//! An engine of others' as a player, whatever it speaks: what is the same of all languages.

use super::Settings;
use wanqi_play::{BookMove, Clock, Error, HashTable, KeptLimits, Limits, Player, Spec, Table, Thought};

/// An engine as a player. One that has failed is started again for its next move.
pub(super) struct Client<E> {
    settings: Settings,
    /// The game that it was started for.
    game: Spec,
    /// What the clocks show, where there are some.
    clocks: Option<[Clock; 2]>,
    engine: Option<E>,
}

/// An engine that runs, and speaks one of the languages. It ends when it is dropped.
pub(super) trait Engine: Sized + Send {
    /// What it is, for messages.
    const NAME: &str;
    /// The limits that its language can tell it.
    const KEEPS: KeptLimits;

    /// Starts one and tells it the table's game and its options.
    ///
    /// # Errors
    /// If it does not start, or does not play this game.
    fn start(table: &dyn Table, settings: &Settings) -> Result<Self, Error>;

    /// What it thinks of the table's position, and its move there.
    ///
    /// # Errors
    /// If it gives no legal move in time. It is not asked again then, but for [`Error::Resigned`].
    fn ask(
        &mut self,
        table: &dyn Table,
        question: &Question,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error>;

    /// Another game begins.
    fn forget(&mut self);
}

/// What is asked for.
pub(super) struct Question<'a> {
    /// How the engine is run.
    pub settings: &'a Settings,
    /// Its own limits and those of the move.
    pub limits: Limits,
    /// What the clocks show, where there are some.
    pub clocks: Option<[Clock; 2]>,
}

impl<E: Engine> Client<E> {
    /// Starts an engine for a table.
    ///
    /// # Errors
    /// As [`Engine::start`], and if its own limits are such as it does not keep.
    pub fn new(table: &dyn Table, settings: Settings) -> Result<Client<E>, Error> {
        E::KEEPS.check(E::NAME, &settings.limits)?;
        let engine = Some(E::start(table, &settings)?);
        Ok(Client { settings, game: table.spec().clone(), clocks: None, engine })
    }
}

impl<E: Engine> Player for Client<E> {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        if *table.spec() != self.game {
            return Err(Error::Player("it was made for another game".into()));
        }
        if let Some(result) = table.result() {
            return Err(Error::Over(result.text));
        }
        E::KEEPS.check(E::NAME, limits)?;
        let settings = &self.settings;
        let question =
            Question { settings, limits: settings.limits.within(limits), clocks: self.clocks.take() };
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => E::start(table, settings)?,
        };
        let thought = engine.ask(table, &question, progress);
        // Whatever one that has failed is at, it is not to be trusted with the next move.
        if matches!(thought, Ok(_) | Err(Error::Resigned(_))) {
            self.engine = Some(engine);
        }
        thought
    }

    /// Its books are its own.
    fn book_moves(&self, _: &dyn Table) -> Vec<BookMove> {
        Vec::new()
    }

    fn keeps(&self) -> KeptLimits {
        E::KEEPS
    }

    fn own_limits(&self) -> Limits {
        self.settings.limits.clone()
    }

    fn see_clocks(&mut self, clocks: [Clock; 2]) -> bool {
        self.clocks = Some(clocks);
        true
    }

    fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    /// Its table is its own.
    fn hash_table(&mut self) -> Option<&mut dyn HashTable> {
        None
    }
}
