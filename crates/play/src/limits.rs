//! The limits of players: which end a player's thought, and those that a player's text gives it.

use crate::options::{Declared, DurationOption, Mapped, NumberOption, OptionInfo, OptionKind, Single, Unit};
use crate::{Error, Spec};
use serde::Serialize;
use wanqi_game::message;
use wanqi_search::Limits;

const DEPTH: NumberOption<u32> =
    NumberOption::new("depth", "plies to look ahead at most", 1..=1000).zh("最多前瞻的步数").of(Unit::Plies);
const NODES: NumberOption<u64> =
    NumberOption::new("nodes", "nodes to visit at most", 1..=u64::MAX).zh("最多访问的结点数").of(Unit::Nodes);
const PLAYOUTS: NumberOption<u64> =
    NumberOption::new("playouts", "random games to play at most", 1..=u64::MAX)
        .zh("最多模拟的对局数")
        .of(Unit::Playouts);
const TIME: DurationOption =
    DurationOption::new("time", "time to think at most: 500ms, 2s, 1m").zh("最多思考的时间");

/// The limits of players that look ahead, or that come to an end whatever the limits are.
pub const LOOKS_AHEAD: &(dyn Declared<Value = Limits> + Sync) = &Mapped {
    declared: (DEPTH, NODES, TIME),
    make: |(depth, nodes, time)| Limits { depth, nodes, time, ..Limits::default() },
};

/// The limits of players that play games out: their trees have no depth that would say when it is enough.
pub(crate) const PLAYS_OUT: &(dyn Declared<Value = Limits> + Sync) =
    &Mapped { declared: (PLAYOUTS, TIME), make: |(nodes, time)| Limits { nodes, time, ..Limits::default() } };

/// The options that are limits.
pub(crate) fn limit_options() -> [OptionInfo; 4] {
    [DEPTH.info(), NODES.info(), PLAYOUTS.info(), TIME.info()]
}

/// The limits that a player keeps. One that it does not keep would never end its thought, and is refused by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct KeptLimits {
    /// Plies to look ahead.
    pub depth: bool,
    /// Nodes to visit, or random games.
    pub nodes: bool,
    /// Time by the clock.
    pub time: bool,
}

impl KeptLimits {
    /// Every limit.
    pub const ALL: KeptLimits = KeptLimits { depth: true, nodes: true, time: true };
    /// Only time.
    pub const TIME: KeptLimits = KeptLimits { depth: false, nodes: false, time: true };

    /// Those that a player of these options has.
    pub(crate) fn of(options: &[OptionInfo]) -> KeptLimits {
        let has = |unit| options.iter().any(|option| option.unit() == Some(unit));
        KeptLimits {
            depth: has(Unit::Plies),
            nodes: has(Unit::Nodes) || has(Unit::Playouts),
            time: options.iter().any(|option| option.kind == OptionKind::Duration),
        }
    }

    /// Refuses what is not kept of `limits`; `player` is who does not.
    ///
    /// # Errors
    /// [`Error::Limit`] that names the limit.
    pub fn check(&self, player: &str, limits: &Limits) -> Result<(), Error> {
        let given = [limits.depth.is_some(), limits.nodes.is_some(), limits.time.is_some()];
        let limits = self.named().into_iter().zip(given);
        limits
            .filter(|((_, kept), given)| *given && !kept)
            .try_for_each(|((name, _), _)| self.refuse(player, name))
    }

    /// Refuses a limit of its own that a player's spec gives it and that it does not keep.
    pub(crate) fn check_own(&self, spec: &Spec) -> Result<(), Error> {
        if !self.depth && DEPTH.info().given(spec).is_some() {
            return self.refuse(&spec.name, "depth");
        }
        Ok(())
    }

    /// The same limits without those that are not kept, and what is to be said of these.
    #[must_use]
    pub fn only(&self, player: &str, limits: Limits) -> (Limits, Option<Error>) {
        let refused = self.check(player, &limits).err();
        let kept = Limits {
            depth: limits.depth.filter(|_| self.depth),
            nodes: limits.nodes.filter(|_| self.nodes),
            time: limits.time.filter(|_| self.time),
            ..limits
        };
        (kept, refused)
    }

    fn named(self) -> [(&'static str, bool); 3] {
        [("depth", self.depth), ("nodes", self.nodes), ("time", self.time)]
    }

    fn refuse(self, player: &str, limit: &str) -> Result<(), Error> {
        let kept: Vec<&str> =
            self.named().into_iter().filter(|(_, kept)| *kept).map(|(name, _)| name).collect();
        Err(Error::Limit(message!(
            "fault.limit",
            "{player} keeps no limit of {limit}, and would not end; it keeps {kept}",
            player,
            limit,
            kept = kept.join(" and ")
        )))
    }
}
