//! Players from their texts: the ladder of searches, each on any of a game's evaluations.

use crate::knowledge::Knowledge;
use crate::ownership::Prospect;
use crate::{Error, Options, Spec, learnt};
use game::Game;
use search::alpha_beta::{Best, Options as BestOptions, Selectivity, Textbook};
use search::greedy::Greedy;
use search::mcts::{ByEvaluation, Mcts, Options as MctsOptions, Rave};
use search::minimax::Minimax;
use search::negamax::Negamax;
use search::random::Random;
use search::theory::{self, MinimalTree};
use search::{Evaluator, Limits, NoTactics, Overlooking, Search, Tactics};
use serde::Serialize;
use std::sync::Arc;

/// A kind of player, for menus and help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerInfo {
    /// The name in a spec.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Its options beside those that every player has.
    pub options: &'static [(&'static str, &'static str)],
}

/// The options that every player has.
pub const COMMON_OPTIONS: &[(&str, &str)] = &[
    ("depth", "plies to look ahead at most"),
    ("nodes", "nodes to visit at most; playouts for mcts"),
    ("time", "time to think at most: 500ms, 2s, 1m"),
    ("overlook", "percent of the moves that go unnoticed, as a beginner's do; by seed"),
];

const EVALUATION: (&str, &str) = ("eval", "the evaluation, one of those of the game");
const SEED: (&str, &str) = ("seed", "of the random choices");

/// The kinds of player, each better than the one before.
pub const PLAYERS: &[PlayerInfo] = &[
    PlayerInfo { name: "random", help: "a legal move by chance", options: &[SEED] },
    PlayerInfo { name: "greedy", help: "the best evaluation one ply ahead", options: &[EVALUATION, SEED] },
    PlayerInfo { name: "minimax", help: "every line to a fixed depth", options: &[EVALUATION] },
    PlayerInfo { name: "negamax", help: "minimax, seen by the side to move", options: &[EVALUATION] },
    PlayerInfo {
        name: "alphabeta",
        help: "textbook alpha-beta to a fixed depth",
        options: &[EVALUATION, ("ordering", "on or off: the most promising moves first")],
    },
    PlayerInfo {
        name: "best",
        help: "iterative deepening alpha-beta with everything that we know",
        options: &[
            EVALUATION,
            ("table", "megabytes of transposition table, 0 for none"),
            ("threads", "how many search at once; with more than one the answer depends on chance"),
            ("quiescence", "on or off: tactical moves are followed beyond the depth"),
            ("ordering", "on or off: the most promising moves first"),
            ("selective", "on or off: all that follows; off finds what minimax finds at the same depth"),
            ("null-move", "on or off: a position in which even passing wins is not searched"),
            ("reductions", "on or off: late moves are searched less deeply at first"),
            (
                "extensions",
                "on or off: only good moves are searched more deeply, in some games answers to a threat",
            ),
            ("pruning", "on or off: what is far from the window is given up near the horizon"),
        ],
    },
    PlayerInfo {
        name: "mcts",
        help: "Monte-Carlo tree search (UCT) with random playouts",
        options: &[
            ("playouts", "at most; the same as nodes"),
            ("exploration", "the constant C of UCT, from 0"),
            ("rave", "on or off: in Go and gomoku moves learn from games in which they came later"),
            ("solver", "on or off: proven results are passed up the tree"),
            ("graph", "on or off: positions reached in different orders share what is known of them"),
            ("threads", "how many grow the tree at once; with more than one the answer depends on chance"),
            ("memory", "megabytes that the tree may take"),
            ("guide", "on or off: the evaluation says what a position is worth, instead of a random game"),
            ("knowledge", "on or off: in Go, random games and the choice of moves know more than the rules"),
            EVALUATION,
            SEED,
        ],
    },
];

/// A rung of the ladder that looks at evaluations.
#[derive(Clone, Copy, PartialEq)]
enum Rung {
    Greedy,
    Minimax,
    Negamax,
    AlphaBeta,
    Best,
    Mcts { scale: f32 },
}

type BoxedSearch<G> = Box<dyn Search<G>>;
type Build<G> = dyn Fn(Rung, &mut Options) -> Result<BoxedSearch<G>, Error> + Send + Sync;
type Tree<G> = dyn Fn(&mut Options, &G, &[<G as Game>::Position], u32, &Limits) -> Result<Option<MinimalTree>, Error>
    + Send
    + Sync;
type StaticScore<G> = dyn Fn(&mut Options, &G, &<G as Game>::Position) -> Option<i32> + Send + Sync;
/// What a player knows beside its search, by its options.
type MakeKnowledge<G> = fn(&mut Options) -> Result<Option<Arc<dyn Knowledge<G>>>, Error>;
type Pass<G> = dyn Fn(&G, &<G as Game>::Position) -> Option<<G as Game>::Position> + Send + Sync;

/// An evaluation of a game by its name, and every search of the ladder on it.
pub(crate) struct Evaluation<G: Game> {
    /// The name in a spec.
    pub name: &'static str,
    /// What it looks at.
    pub help: &'static str,
    /// The lead that multiplies the odds by *e*, if Monte-Carlo searches are to ask this evaluation instead of playing
    /// random games.
    guides: Option<Box<dyn Fn() -> f32 + Send + Sync>>,
    /// Monte-Carlo search that is told more than the rules, and plays games out.
    informed: Option<fn(MctsOptions) -> Mcts<G>>,
    /// How games end, for those that ask whose a point will be.
    prospect: Option<Box<dyn Prospect<G>>>,
    build: Box<Build<G>>,
    minimal_tree: Box<Tree<G>>,
    static_score: Box<StaticScore<G>>,
    pass: Box<Pass<G>>,
    knowledge: Option<MakeKnowledge<G>>,
}

impl<G: Game + 'static> Evaluation<G> {
    /// `make` reads the options that the game has for players, and gives evaluation and tactics.
    pub fn new<E, T>(
        name: &'static str,
        help: &'static str,
        make: impl Fn(&mut Options) -> Result<(E, T), Error> + Send + Sync + 'static,
    ) -> Self
    where
        E: Evaluator<G> + 'static,
        T: Tactics<G, E> + 'static,
    {
        // Each closure makes its own evaluation, of the same options.
        let make = Arc::new(make);
        let (make_again, make_tactics) = (Arc::clone(&make), Arc::clone(&make));
        let make_static = Arc::clone(&make);
        let build = move |rung, options: &mut Options| {
            let (evaluator, tactics) = make(options)?;
            rung_on(rung, options, evaluator, tactics)
        };
        let minimal_tree =
            move |options: &mut Options, game: &G, line: &[G::Position], depth, limits: &Limits| {
                let (evaluator, tactics) = make_again(options)?;
                Ok(theory::minimal_tree(game, &evaluator, &tactics, line, depth, limits))
            };
        let pass = move |game: &G, position: &G::Position| {
            let (_, tactics) = make_tactics(&mut Options::of(&Spec::new("pass"))).ok()?;
            tactics.pass(game, position)
        };
        let static_score = move |options: &mut Options, game: &G, position: &G::Position| {
            let (evaluator, _) = make_static(options).ok()?;
            Some(evaluator.evaluate(game, &mut evaluator.state(game, position), position))
        };
        Evaluation {
            name,
            help,
            guides: None,
            informed: None,
            prospect: None,
            build: Box::new(build),
            minimal_tree: Box::new(minimal_tree),
            static_score: Box::new(static_score),
            pass: Box::new(pass),
            knowledge: None,
        }
    }

    /// The same, and its players know more than they search.
    #[must_use]
    pub fn knowing(self, knowledge: MakeKnowledge<G>) -> Self {
        Evaluation { knowledge: Some(knowledge), ..self }
    }

    /// What it says, with the options that a player has for it, of an unfinished position for the side to move.
    pub fn static_score(&self, player: &Spec, game: &G, position: &G::Position) -> Option<i32> {
        (self.static_score)(&mut Options::of(player), game, position)
    }

    /// The position after the side to move has passed in a game that allows no pass, where its tactics know that.
    pub fn pass(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        (self.pass)(game, position)
    }

    /// The same, and Monte-Carlo searches ask it unless they are told not to. `scale`: the lead that multiplies the
    /// odds by *e*.
    #[must_use]
    pub fn guiding(self, scale: impl Fn() -> f32 + Send + Sync + 'static) -> Self {
        Evaluation { guides: Some(Box::new(scale)), ..self }
    }

    /// The same, and Monte-Carlo searches are told more than the rules unless they ask not to be.
    #[must_use]
    pub fn informing(
        self,
        informed: fn(MctsOptions) -> Mcts<G>,
        prospect: impl Prospect<G> + 'static,
    ) -> Self {
        Evaluation { informed: Some(informed), prospect: Some(Box::new(prospect)), ..self }
    }

    /// How games end, where that is known.
    pub fn prospect(&self) -> Option<&dyn Prospect<G>> {
        self.prospect.as_deref()
    }

    /// An evaluation without tactics or options.
    pub fn plain<E: Evaluator<G> + Clone + 'static>(
        name: &'static str,
        help: &'static str,
        evaluator: E,
    ) -> Self {
        Evaluation::new(name, help, move |_| Ok((evaluator.clone(), NoTactics)))
    }
}

/// The depth of fixed-depth searches without a depth of their own.
const DEPTH: u32 = 3;
/// The largest transposition table, and the largest tree.
const MOST_TABLE_MB: usize = 16 * 1024;
/// The most threads of a search.
const MOST_THREADS: usize = 256;

/// A rung of the ladder on an evaluation.
fn rung_on<G, E, T>(
    rung: Rung,
    options: &mut Options,
    evaluator: E,
    tactics: T,
) -> Result<BoxedSearch<G>, Error>
where
    G: Game + 'static,
    E: Evaluator<G> + 'static,
    T: Tactics<G, E> + 'static,
{
    Ok(match rung {
        Rung::Greedy => match seed(options)? {
            None => Box::new(Greedy::new(evaluator)),
            Some(seed) => Box::new(Greedy::seeded(evaluator, seed)),
        },
        Rung::Minimax => Box::new(Minimax::new(evaluator, tactics, DEPTH)),
        Rung::Negamax => Box::new(Negamax::new(evaluator, tactics, DEPTH)),
        Rung::AlphaBeta => {
            let ordering = options.switch("ordering", true)?;
            Box::new(Textbook { ordering, ..Textbook::new(evaluator, tactics, DEPTH) })
        }
        Rung::Best => {
            let usual = BestOptions::default();
            let options = BestOptions {
                table_mb: options.number("table", usual.table_mb, 0..=MOST_TABLE_MB)?,
                threads: options.number("threads", usual.threads, 1..=MOST_THREADS)?,
                quiescence: options.switch("quiescence", usual.quiescence)?,
                ordering: options.switch("ordering", usual.ordering)?,
                selectivity: selectivity(options)?,
                ..usual
            };
            Box::new(Best::new(evaluator, tactics, options))
        }
        Rung::Mcts { scale } => {
            Box::new(Mcts::guided(mcts_options(options)?, ByEvaluation { evaluator, tactics, scale }))
        }
    })
}

fn selectivity(options: &mut Options) -> Result<Selectivity, Error> {
    let usual = if options.switch("selective", true)? { Selectivity::ALL } else { Selectivity::NONE };
    Ok(Selectivity {
        null_move: options.switch("null-move", usual.null_move)?,
        reductions: options.switch("reductions", usual.reductions)?,
        extensions: options.switch("extensions", usual.extensions)?,
        pruning: options.switch("pruning", usual.pruning)?,
    })
}

fn mcts_options(options: &mut Options) -> Result<MctsOptions, Error> {
    let usual = MctsOptions::default();
    let exploration = options.optional("exploration", 0.0..=100.0)?;
    let rave = options.switch("rave", usual.rave.is_some())?.then(|| {
        let usual = Rave::default();
        Rave { exploration: exploration.unwrap_or(usual.exploration), ..usual }
    });
    Ok(MctsOptions {
        exploration: exploration.unwrap_or(usual.exploration),
        rave,
        solver: options.switch("solver", usual.solver)?,
        graph: options.switch("graph", usual.graph)?,
        threads: options.number("threads", usual.threads, 1..=MOST_THREADS)?,
        memory_mb: options.number("memory", usual.memory_mb, 1..=MOST_TABLE_MB)?,
        seed: seed(options)?.unwrap_or(usual.seed),
        ..usual
    })
}

fn seed(options: &mut Options) -> Result<Option<u64>, Error> {
    options.optional("seed", 0..=u64::MAX)
}

/// A player as its text describes it.
pub(crate) struct Described<G: Game> {
    pub search: BoxedSearch<G>,
    /// Its own limits.
    pub limits: Limits,
    pub knowledge: Option<Arc<dyn Knowledge<G>>>,
}

/// A search, its own limits and what it knows, from a text such as `alphabeta:depth=3`.
pub(crate) fn player<G: Game + 'static>(
    spec: &Spec,
    evaluations: &[Evaluation<G>],
) -> Result<Described<G>, Error> {
    let mut options = Options::of(spec);
    let limits = common(&mut options)?;
    let guides = evaluations.first().and_then(|evaluation| evaluation.guides.as_ref());
    let guided = spec.name == "mcts" && options.switch("guide", guides.is_some())?;
    let mut knowledge = None;
    let mut on_evaluation = |rung| {
        let (evaluation, options) = evaluation(&mut options, evaluations)?;
        knowledge = evaluation.knowledge.map(|make| make(options)).transpose()?.flatten();
        (evaluation.build)(rung, options)
    };
    let search: BoxedSearch<G> = match spec.name.as_str() {
        "random" => Box::new(Random::new(seed(&mut options)?.unwrap_or(0))),
        "greedy" => on_evaluation(Rung::Greedy)?,
        "minimax" => on_evaluation(Rung::Minimax)?,
        "negamax" => on_evaluation(Rung::Negamax)?,
        "alphabeta" => on_evaluation(Rung::AlphaBeta)?,
        "best" => on_evaluation(Rung::Best)?,
        "mcts" if guided => {
            on_evaluation(Rung::Mcts { scale: guides.map_or(learnt::SCALE, |scale| scale()) })?
        }
        "mcts" => match evaluations.first().and_then(|evaluation| evaluation.informed) {
            Some(informed) if options.switch("knowledge", true)? => {
                Box::new(informed(mcts_options(&mut options)?))
            }
            _ => Box::new(Mcts::new(mcts_options(&mut options)?)),
        },
        other => {
            let names: Vec<&str> = PLAYERS.iter().map(|player| player.name).collect();
            let what = format!("there is no player {}; there is {}", game::quoted(other), names.join(", "));
            return Err(Error::Spec(what));
        }
    };
    let overlook = options.number("overlook", 0, 0..=100)?;
    let search: BoxedSearch<G> = match overlook {
        0 => search,
        _ => Box::new(Overlooking::new(search, overlook, seed(&mut options)?.unwrap_or(0))),
    };
    options.finish()?;
    Ok(Described { search, limits, knowledge })
}

/// The numbers that theory gives for a player's tree of `depth` plies; `None` if it is too large for the limits.
pub(crate) fn minimal_tree<G: Game + 'static>(
    spec: &Spec,
    evaluations: &[Evaluation<G>],
    game: &G,
    line: &[G::Position],
    depth: u32,
    limits: &Limits,
) -> Result<Option<MinimalTree>, Error> {
    let mut options = Options::of(spec);
    let (evaluation, options) = evaluation(&mut options, evaluations)?;
    (evaluation.minimal_tree)(options, game, line, depth, limits)
}

/// The limits that every player may have of its own.
fn common(options: &mut Options) -> Result<Limits, Error> {
    let nodes = options.optional("nodes", 1..=u64::MAX)?;
    Ok(Limits {
        depth: options.optional("depth", 1..=1000)?,
        nodes: options.optional("playouts", 1..=u64::MAX)?.or(nodes),
        time: options.duration("time")?,
        ..Limits::default()
    })
}

/// The evaluation that the options name, the first if they name none.
fn evaluation<'a, 'b, 'c, G: Game>(
    options: &'b mut Options<'c>,
    evaluations: &'a [Evaluation<G>],
) -> Result<(&'a Evaluation<G>, &'b mut Options<'c>), Error> {
    let names: Vec<&str> = evaluations.iter().map(|evaluation| evaluation.name).collect();
    let chosen = options.choice("eval", &names)?;
    let evaluation =
        evaluations.get(chosen).ok_or_else(|| Error::Spec("this game has no evaluation".into()))?;
    Ok((evaluation, options))
}
