//! The ladder: players from their texts, searches, each on any of a game's evaluations.

use crate::evaluation::{BoxedSearch, Evaluation, LadderRung};
use crate::knowledge::Knowledge;
use crate::limits::{KeptLimits, LOOKS_AHEAD, PLAYS_OUT, limit_options};
use crate::options::{
    Declared, Mapped, NamedChoice, NumberOption, OptionInfo, Options, Or, SwitchOption, Unit,
};
use crate::{Error, Scale, Spec};
use serde::Serialize;
use std::sync::Arc;
use wanqi_game::{Game, did_you_mean, message, quoted};
use wanqi_search::alpha_beta::{Options as BestOptions, Selectivity};
use wanqi_search::mcts::{Mcts, Options as MctsOptions, Rave};
use wanqi_search::random::Random;
use wanqi_search::theory::MinimalTree;
use wanqi_search::{Limits, Overlooking, host};

/// A kind of player, for menus and help.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerInfo {
    /// The name in a spec.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Its options. Those of the evaluation that it uses come with the [evaluation](crate::Table::evaluations).
    pub options: Vec<OptionInfo>,
    /// Whether it uses an evaluation of the game.
    pub evaluates: bool,
    /// The limits that end its thought.
    pub keeps: KeptLimits,
    /// Whether it leaves something to chance whatever its options are.
    pub is_random: bool,
    /// Whether it comes to an end by itself, whatever its limits are.
    pub ends: bool,
}

/// A kind of player: what is told of it, and what it reads of its options.
struct Kind {
    name: &'static str,
    help: &'static str,
    /// Limits of its own.
    limits: &'static (dyn Declared<Value = Limits> + Sync),
    /// What kind of search it is.
    search: &'static (dyn Declared<Value = Wanted> + Sync),
    evaluates: bool,
    is_random: bool,
    /// Whether it comes to an end by itself, whatever its limits are: it looks no further than the moves before it.
    ends: bool,
}

/// The search that a player is, as its options want it.
enum Wanted {
    Random {
        seed: u64,
    },
    /// One that looks at an evaluation.
    On(LadderRung),
    Mcts {
        options: MctsOptions,
        /// Whether the evaluation is asked instead of random games; `None` where the game says.
        guided: Option<bool>,
        /// Whether random games know more than the rules, where the game has such knowledge.
        informed: bool,
    },
}

/// The largest transposition table, and the largest tree.
const MAX_TABLE_MB: usize = 16 * 1024;
/// The most threads of a search.
const MAX_THREADS: usize = 256;

const SEED: NumberOption<u64> =
    NumberOption::new("seed", "of the random choices", 0..=u64::MAX).of(Unit::Seed);
const OVERLOOK: Or<NumberOption<u32>> = NumberOption::new(
    "overlook",
    "percent of the moves that go unnoticed, as a beginner's do; by seed",
    0..=100,
)
.zh("有百分之几的着法会看漏，如初学者那样")
.of(Unit::Percent)
.or(0);
const ORDERING: Or<SwitchOption> = SwitchOption::new("ordering", "the most promising moves first").or(true);
const THREADS: Or<NumberOption<usize>> = NumberOption::new(
    "threads",
    "how many search at once; with more than one the answer depends on chance",
    1..=MAX_THREADS,
)
.zh("同时搜索的线程数；多于一个时结果带有偶然性")
.of(Unit::Threads)
.or(1);
const TABLE: Or<NumberOption<usize>> =
    NumberOption::new("table", "megabytes of transposition table, 0 for none", 0..=MAX_TABLE_MB)
        .zh("置换表的兆字节数，0 为不用")
        .of(Unit::Megabytes)
        .or(64);
const QUIESCENCE: Or<SwitchOption> =
    SwitchOption::new("quiescence", "tactical moves are followed beyond the depth").or(true);
const SELECTIVE: Or<SwitchOption> = SwitchOption::new(
    "selective",
    "the four that follow, where they do not say; off finds what minimax finds at the same depth",
)
.or(true);
const NULL_MOVE: SwitchOption =
    SwitchOption::new("null-move", "a position in which even passing wins is not searched");
const REDUCTIONS: SwitchOption =
    SwitchOption::new("reductions", "late moves are searched less deeply at first");
const EXTENSIONS: SwitchOption = SwitchOption::new(
    "extensions",
    "only good moves are searched more deeply, in some games answers to a threat",
);
const PRUNING: SwitchOption =
    SwitchOption::new("pruning", "what is far from the window is given up near the horizon");
const EXPLORATION: NumberOption<f32> =
    NumberOption::new("exploration", "the constant C of UCT", 0.0..=100.0).by(0.1);
const RAVE: Or<SwitchOption> =
    SwitchOption::new("rave", "in Go and gomoku moves learn from games in which they came later").or(true);
const SOLVER: Or<SwitchOption> =
    SwitchOption::new("solver", "proven results are passed up the tree").or(true);
const GRAPH: Or<SwitchOption> =
    SwitchOption::new("graph", "positions reached in different orders share what is known of them").or(false);
const MEMORY: Or<NumberOption<usize>> =
    NumberOption::new("memory", "megabytes that the tree may take", 1..=MAX_TABLE_MB)
        .zh("搜索树可占的兆字节数")
        .of(Unit::Megabytes)
        .or(256);
const GUIDE: SwitchOption = SwitchOption::new(
    "guide",
    "the evaluation says what a position is worth, instead of a random game; the game says if nothing is said",
);
const KNOWLEDGE: Or<SwitchOption> = SwitchOption::new(
    "knowledge",
    "in Go, random games and moves know more than the rules; off, the evaluation guides only if asked to",
)
.or(true);

/// The kinds of player, each better than the one before.
static KINDS: &[Kind] = &[
    Kind {
        name: "random",
        help: "a legal move by chance",
        limits: LOOKS_AHEAD,
        search: &Mapped { declared: (SEED,), make: |(seed,)| Wanted::Random { seed: seed.unwrap_or(0) } },
        evaluates: false,
        is_random: true,
        ends: true,
    },
    Kind {
        name: "greedy",
        help: "the best evaluation one ply ahead",
        limits: LOOKS_AHEAD,
        search: &Mapped { declared: (SEED,), make: |(seed,)| Wanted::On(LadderRung::Greedy { seed }) },
        evaluates: true,
        is_random: true,
        ends: true,
    },
    Kind {
        name: "minimax",
        help: "every line to a fixed depth",
        limits: LOOKS_AHEAD,
        search: &Mapped { declared: (), make: |()| Wanted::On(LadderRung::Minimax) },
        evaluates: true,
        is_random: false,
        ends: false,
    },
    Kind {
        name: "negamax",
        help: "minimax, seen by the side to move",
        limits: LOOKS_AHEAD,
        search: &Mapped { declared: (), make: |()| Wanted::On(LadderRung::Negamax) },
        evaluates: true,
        is_random: false,
        ends: false,
    },
    Kind {
        name: "alphabeta",
        help: "textbook alpha-beta to a fixed depth",
        limits: LOOKS_AHEAD,
        search: &Mapped {
            declared: (ORDERING,),
            make: |(ordering,)| Wanted::On(LadderRung::AlphaBeta { ordering }),
        },
        evaluates: true,
        is_random: false,
        ends: false,
    },
    Kind {
        name: "best",
        help: "iterative deepening alpha-beta with everything that we know",
        limits: LOOKS_AHEAD,
        search: &Mapped {
            declared: (
                TABLE,
                THREADS,
                QUIESCENCE,
                ORDERING,
                Mapped {
                    declared: (SELECTIVE, NULL_MOVE, REDUCTIONS, EXTENSIONS, PRUNING),
                    make: selectivity,
                },
            ),
            make: |(table_mb, threads, quiescence, ordering, selectivity)| {
                host::expect_helpers(threads - 1);
                let usual = BestOptions::default();
                let options = BestOptions { table_mb, threads, quiescence, ordering, selectivity, ..usual };
                Wanted::On(LadderRung::Best(options))
            },
        },
        evaluates: true,
        is_random: false,
        ends: false,
    },
    Kind {
        name: "mcts",
        help: "Monte-Carlo tree search (UCT) with random playouts",
        limits: PLAYS_OUT,
        search: &Mapped {
            declared: (
                Mapped { declared: (EXPLORATION, RAVE, SOLVER, GRAPH, THREADS, MEMORY, SEED), make: mcts },
                GUIDE,
                KNOWLEDGE,
            ),
            make: |(options, guided, informed)| Wanted::Mcts { options, guided, informed },
        },
        evaluates: true,
        is_random: true,
        ends: false,
    },
];

type Switches = (bool, Option<bool>, Option<bool>, Option<bool>, Option<bool>);

fn selectivity((selective, null_move, reductions, extensions, pruning): Switches) -> Selectivity {
    let usual = if selective { Selectivity::ALL } else { Selectivity::NONE };
    Selectivity {
        null_move: null_move.unwrap_or(usual.null_move),
        reductions: reductions.unwrap_or(usual.reductions),
        extensions: extensions.unwrap_or(usual.extensions),
        pruning: pruning.unwrap_or(usual.pruning),
    }
}

type OfMcts = (Option<f32>, bool, bool, bool, usize, usize, Option<u64>);

fn mcts((exploration, rave, solver, graph, threads, memory_mb, seed): OfMcts) -> MctsOptions {
    host::expect_helpers(threads - 1);
    let usual = MctsOptions::default();
    let rave = rave.then(|| {
        let usual = Rave::default();
        Rave { exploration: exploration.unwrap_or(usual.exploration), ..usual }
    });
    MctsOptions {
        exploration: exploration.unwrap_or(usual.exploration),
        rave,
        solver,
        graph,
        threads,
        memory_mb,
        seed: seed.unwrap_or(usual.seed),
        ..usual
    }
}

type OverlookAndSeed = (Or<NumberOption<u32>>, NumberOption<u64>);

/// What every player has beside its limits and what it is: the moves that it overlooks.
const COMMON: Mapped<OverlookAndSeed, (u32, u64)> =
    Mapped { declared: (OVERLOOK, SEED), make: |(overlook, seed)| (overlook, seed.unwrap_or(0)) };

impl Kind {
    fn named(name: &str) -> Result<&'static Kind, Error> {
        KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            let near = did_you_mean(name, names.iter().copied());
            Error::Spec(message!(
                "fault.unknown-player",
                "there is no player {player}; there is {players}{near}",
                player = quoted(name),
                players = names.join(", "),
                near
            ))
        })
    }

    /// Its options; `eval` is for one of these evaluations, if it uses any.
    fn options(&self, evaluations: &[&'static str]) -> Vec<OptionInfo> {
        let mut options = Vec::new();
        self.limits.list(&mut options);
        self.search.list(&mut options);
        if self.evaluates {
            eval(evaluations.to_vec(), 0).list(&mut options);
        }
        COMMON.list(&mut options);
        let mut names = Vec::new();
        options.retain(|option| !names.contains(&option.name) && (names.push(option.name), true).1);
        options
    }

    fn keeps(&self) -> KeptLimits {
        KeptLimits::of(&self.limits.options())
    }

    fn info(&self, evaluations: &[&'static str]) -> PlayerInfo {
        PlayerInfo {
            name: self.name,
            help: self.help,
            options: self.options(evaluations),
            evaluates: self.evaluates,
            keeps: self.keeps(),
            is_random: self.is_random,
            ends: self.ends,
        }
    }
}

impl Spec {
    /// Whether a player of this spec comes to an end by itself: it names a limit, or is one that looks no further
    /// than the moves before it.
    pub fn is_bounded(&self) -> bool {
        Kind::named(&self.name).is_ok_and(|kind| kind.ends)
            || limit_options().iter().any(|limit| limit.given(self).is_some())
    }

    /// The same player without limits of its own.
    #[must_use]
    pub fn without_limits(mut self) -> Spec {
        let limits = limit_options();
        self.options.retain(|(key, _)| limits.iter().all(|limit| limit.name != key));
        self
    }
}

/// The option that names one of a game's evaluations.
const EVAL: &str = "eval";

/// The same, of these names; the one at this place is meant where it is not given.
fn eval(names: Vec<&'static str>, usual: usize) -> Or<NamedChoice> {
    NamedChoice { name: EVAL, help: "the evaluation, one of those of the game", values: names }.or(usual)
}

/// The kinds of player, each better than the one before, as any game has them.
pub fn players() -> Vec<PlayerInfo> {
    KINDS.iter().map(|kind| kind.info(&[])).collect()
}

/// The same as a game with these evaluations has them.
pub(crate) fn players_of<G: Game>(evaluations: &[Box<dyn Evaluation<G>>]) -> Vec<PlayerInfo> {
    let names: Vec<&'static str> = evaluations.iter().map(|evaluation| evaluation.info().name).collect();
    KINDS.iter().map(|kind| kind.info(&names)).collect()
}

/// All options that a player of this name may have in a game with these evaluations, whichever of them it uses; none if
/// there is no such player.
pub(crate) fn options_of<G: Game>(name: &str, evaluations: &[Box<dyn Evaluation<G>>]) -> Vec<OptionInfo> {
    let Ok(kind) = Kind::named(name) else { return Vec::new() };
    let names: Vec<&'static str> = evaluations.iter().map(|evaluation| evaluation.info().name).collect();
    let mut options = kind.options(&names);
    for option in
        evaluations.iter().filter(|_| kind.evaluates).flat_map(|evaluation| &evaluation.info().options)
    {
        if options.iter().all(|known| known.name != option.name) {
            options.push(option.clone());
        }
    }
    options
}

/// A player as its text describes it.
pub(crate) struct PlayerDescription<G: Game> {
    pub search: BoxedSearch<G>,
    /// What kind of player it is.
    pub kind: &'static str,
    /// Its own limits.
    pub limits: Limits,
    /// What its scores mean.
    pub scale: Scale,
    /// The limits that end its thought.
    pub keeps: KeptLimits,
    pub knowledge: Option<Arc<dyn Knowledge<G>>>,
}

/// A search, its own limits and what it knows, from a text such as `alphabeta:depth=3`.
pub(crate) fn player<G: Game + 'static>(
    spec: &Spec,
    evaluations: &[Box<dyn Evaluation<G>>],
) -> Result<PlayerDescription<G>, Error> {
    let names_evaluation = spec.get(EVAL).is_some();
    let mut player = player_on(spec, evaluations);
    for _ in evaluations {
        // Its file is lost from now on, so that another evaluation is the first.
        if !names_evaluation && matches!(player, Err(Error::Lost(_))) {
            player = player_on(spec, evaluations);
        }
    }
    player
}

/// The same, if what it is made of is there.
fn player_on<G: Game + 'static>(
    spec: &Spec,
    evaluations: &[Box<dyn Evaluation<G>>],
) -> Result<PlayerDescription<G>, Error> {
    let kind = Kind::named(&spec.name)?;
    kind.keeps().check_own(spec)?;
    let mut options = Options::of(spec);
    let limits = options.read(kind.limits)?;
    let wanted = options.read(kind.search)?;
    let (overlook, seed) = options.read(&COMMON)?;
    let first = evaluations.get(first_there(evaluations));
    let mut knowledge = None;
    let evaluation = if kind.evaluates { Some(named(&mut options, evaluations)?) } else { None };
    let mut on = |rung| {
        let evaluation = evaluation.ok_or_else(no_evaluation)?;
        knowledge = evaluation.knowledge(&mut options)?;
        evaluation.search(rung, evaluation.scale().odds(), &mut options)
    };
    let search: BoxedSearch<G> = match wanted {
        Wanted::Random { seed } => Box::new(Random::new(seed)),
        Wanted::On(rung) => on(rung)?,
        Wanted::Mcts { options, guided, informed } => {
            let guides = first.is_some_and(|evaluation| evaluation.guides());
            let informing = first.and_then(|evaluation| evaluation.informed()).filter(|_| informed);
            if guided.unwrap_or(guides && informed) {
                on(LadderRung::Mcts(options))?
            } else {
                Box::new(
                    informing
                        .map_or_else(|| Mcts::new(options.clone()), |informed| informed(options.clone())),
                )
            }
        }
    };
    options.finish_beside(&options_of(&spec.name, evaluations))?;
    let search: BoxedSearch<G> = match overlook {
        0 => search,
        _ => Box::new(Overlooking::new(search, overlook, seed)),
    };
    let scale = scale(spec, evaluations)?;
    Ok(PlayerDescription { search, kind: kind.name, limits, scale, keeps: kind.keeps(), knowledge })
}

/// What a player's scores mean.
pub(crate) fn scale<G: Game + 'static>(
    spec: &Spec,
    evaluations: &[Box<dyn Evaluation<G>>],
) -> Result<Scale, Error> {
    Ok(match spec.name.as_str() {
        "random" => Scale::UNTOLD,
        "mcts" => Scale::MEAN,
        _ => named(&mut Options::of(spec), evaluations)?.scale(),
    })
}

/// The place of the first evaluation whose file is not lost.
fn first_there<G: Game>(evaluations: &[Box<dyn Evaluation<G>>]) -> usize {
    let mut files = evaluations.iter().map(|evaluation| evaluation.file());
    files.position(|file| file.is_none_or(|file| !file.is_lost())).unwrap_or(0)
}

/// The evaluation that the options name; the first that is there if they name none.
fn named<'e, G: Game>(
    options: &mut Options,
    evaluations: &'e [Box<dyn Evaluation<G>>],
) -> Result<&'e dyn Evaluation<G>, Error> {
    let names = evaluations.iter().map(|evaluation| evaluation.info().name).collect();
    let chosen = options.read(&eval(names, first_there(evaluations)))?;
    evaluations.get(chosen).map(Box::as_ref).ok_or_else(no_evaluation)
}

fn no_evaluation() -> Error {
    Error::Spec(message!("fault.no-evaluation", "this game has no evaluation"))
}

/// The numbers that theory gives for a player's tree of `depth` plies; `None` if it is too large for the limits.
pub(crate) fn minimal_tree<G: Game + 'static>(
    spec: &Spec,
    evaluations: &[Box<dyn Evaluation<G>>],
    game: &G,
    line: &[G::Position],
    depth: u32,
    limits: &Limits,
) -> Result<Option<MinimalTree>, Error> {
    let evaluation = named(&mut Options::of(spec), evaluations)?;
    evaluation.minimal_tree(&mut Options::of(spec), game, line, depth, limits)
}
