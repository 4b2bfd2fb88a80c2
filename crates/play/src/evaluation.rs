//! The evaluations of a game, and every search of the ladder on each.

use crate::knowledge::Knowledge;
use crate::options::{Declared, OptionInfo, Options};
use crate::ownership::Prospect;
use crate::{Error, Scale, Spec};
use serde::Serialize;
use std::sync::Arc;
use wanqi_eval::data_file::DataFile;
use wanqi_game::Game;
use wanqi_search::alpha_beta::{Best, Options as BestOptions, Textbook};
use wanqi_search::greedy::Greedy;
use wanqi_search::mcts::{EvaluationGuide, Mcts, Options as MctsOptions};
use wanqi_search::minimax::Minimax;
use wanqi_search::negamax::Negamax;
use wanqi_search::theory::{self, MinimalTree};
use wanqi_search::{Evaluator, Limits, NoProver, NoTactics, Prover, Search, Tactics};

/// A rung of the ladder that looks at evaluations.
pub(crate) enum LadderRung {
    Greedy { seed: Option<u64> },
    Minimax,
    Negamax,
    AlphaBeta { ordering: bool },
    Best(BestOptions),
    Mcts(MctsOptions),
}

/// An evaluation that players may be told to use, for menus and help.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EvaluationInfo {
    /// The name in a spec, as the option `eval`.
    pub name: &'static str,
    /// What it looks at.
    pub help: &'static str,
    /// The options that a player has with it, beside its own.
    pub options: Vec<OptionInfo>,
}

pub(crate) type BoxedSearch<G> = Box<dyn Search<G>>;

/// An evaluation of a game by its name, and every search of the ladder on it. What a player of it may be told stands
/// in `options`; what is not read there is left for others.
pub(crate) trait Evaluation<G: Game>: Send + Sync {
    /// The name, what it looks at, and the options that players have with it.
    fn info(&self) -> &EvaluationInfo;

    /// The file that it is made of, if any.
    fn file(&self) -> Option<&'static DataFile>;

    /// What its scores mean. Some is only known once it is made, which takes a moment.
    fn scale(&self) -> Scale;

    /// Whether Monte-Carlo searches are to ask this evaluation instead of playing random games.
    fn guides(&self) -> bool;

    /// Monte-Carlo search that is told more than the rules, and plays games out.
    fn informed(&self) -> Option<fn(MctsOptions) -> Mcts<G>>;

    /// How games end, where that is known, for those that ask whose a point will be.
    fn prospect(&self) -> Option<&dyn Prospect<G>>;

    /// A rung of the ladder on it. `odds`: the lead that multiplies the odds by *e*.
    fn search(&self, rung: LadderRung, odds: f32, options: &mut Options) -> Result<BoxedSearch<G>, Error>;

    /// What its players know beside their search.
    fn knowledge(&self, options: &mut Options) -> Result<Option<Arc<dyn Knowledge<G>>>, Error>;

    /// What it says of an unfinished position for the side to move.
    fn static_score(&self, options: &mut Options, game: &G, position: &G::Position) -> Option<i32>;

    /// The position after the side to move has passed in a game that allows no pass, where its tactics know that.
    fn pass(&self, game: &G, position: &G::Position) -> Option<G::Position>;

    /// The numbers that theory gives for a tree of `depth` plies on this evaluation; `None` if it is too large for the
    /// limits.
    fn minimal_tree(
        &self,
        options: &mut Options,
        game: &G,
        line: &[G::Position],
        depth: u32,
        limits: &Limits,
    ) -> Result<Option<MinimalTree>, Error>;
}

/// The evaluations of a game, the one that players use unless they are told another first.
pub(crate) type Evaluations<G> = Vec<Box<dyn Evaluation<G>>>;

/// What an evaluation knows beside its search, of what is read of a player's options.
type MakeKnowledge<G> = dyn Fn(&mut Options) -> Result<Option<Arc<dyn Knowledge<G>>>, Error> + Send + Sync;

/// What players of an evaluation know beside its search, and the options that they have for it.
pub(crate) struct KnowledgeSource<G> {
    options: Vec<OptionInfo>,
    make: Arc<MakeKnowledge<G>>,
}

impl<G: Game> KnowledgeSource<G> {
    /// What `make` gives of what is read of `options`.
    pub fn new<K: Declared + Send + Sync + 'static>(
        options: K,
        make: impl Fn(K::Value) -> Result<Option<Arc<dyn Knowledge<G>>>, Error> + Send + Sync + 'static,
    ) -> Self {
        KnowledgeSource {
            options: options.options(),
            make: Arc::new(move |given| make(given.read(&options)?)),
        }
    }
}

impl<G> Clone for KnowledgeSource<G> {
    fn clone(&self) -> Self {
        KnowledgeSource { options: self.options.clone(), make: Arc::clone(&self.make) }
    }
}

/// Monte-Carlo search by an evaluation: of its options and the lead that multiplies the odds by *e*.
type MakeMonteCarlo<G, D> =
    dyn Fn(<D as Declared>::Value, MctsOptions, f32) -> Result<Mcts<G>, Error> + Send + Sync;

/// The strong alpha-beta in a way of its own: of an evaluation's options and the search's.
type MakeStrong<G, D> =
    dyn Fn(<D as Declared>::Value, &BestOptions) -> Result<BoxedSearch<G>, Error> + Send + Sync;

/// An [`Evaluation`] as the registry declares it: `make` gives evaluator and tactics of what is read of `options`.
pub(crate) struct Declaration<G: Game, D: Declared, M, P> {
    info: EvaluationInfo,
    file: Option<&'static DataFile>,
    scale: Box<dyn Fn() -> Scale + Send + Sync>,
    options: D,
    make: M,
    prover: fn() -> P,
    guides: bool,
    informed: Option<fn(MctsOptions) -> Mcts<G>>,
    prospect: Option<Box<dyn Prospect<G>>>,
    knowledge: Option<Arc<MakeKnowledge<G>>>,
    monte_carlo: Option<Box<MakeMonteCarlo<G, D>>>,
    strong: Option<Box<MakeStrong<G, D>>>,
}

impl<G: Game, D: Declared, M> Declaration<G, D, M, NoProver> {
    /// `scale` is what its scores mean.
    pub fn new<E, T>(name: &'static str, help: &'static str, scale: Scale, options: D, make: M) -> Self
    where
        M: Fn(D::Value) -> Result<(E, T), Error>,
    {
        Declaration {
            info: EvaluationInfo { name, help, options: options.options() },
            file: None,
            scale: Box::new(move || scale),
            options,
            make,
            prover: || NoProver,
            guides: false,
            informed: None,
            prospect: None,
            knowledge: None,
            monte_carlo: None,
            strong: None,
        }
    }

    /// The same, and the strong alpha-beta asks a prover first.
    #[must_use]
    pub fn with_prover<P>(self, prover: fn() -> P) -> Declaration<G, D, M, P> {
        let Declaration {
            info,
            file,
            scale,
            options,
            make,
            guides,
            informed,
            prospect,
            knowledge,
            monte_carlo,
            strong,
            ..
        } = self;
        Declaration {
            info,
            file,
            scale,
            options,
            make,
            prover,
            guides,
            informed,
            prospect,
            knowledge,
            monte_carlo,
            strong,
        }
    }
}

/// An evaluation without tactics or options.
pub(crate) fn plain<G: Game + 'static, E: Evaluator<G> + Clone + 'static>(
    name: &'static str,
    help: &'static str,
    scale: Scale,
    evaluator: E,
) -> Box<dyn Evaluation<G>> {
    Declaration::new(name, help, scale, (), move |()| Ok((evaluator.clone(), NoTactics))).boxed()
}

impl<G: Game, D: Declared, M, P> Declaration<G, D, M, P> {
    /// The same, and its players know more than they search.
    #[must_use]
    pub fn knowing(mut self, source: &KnowledgeSource<G>) -> Self {
        for option in &source.options {
            if self.info.options.iter().all(|known| known.name != option.name) {
                self.info.options.push(option.clone());
            }
        }
        self.knowledge = Some(Arc::clone(&source.make));
        self
    }

    /// The same, made of a file: where that is not to be had, players use the next evaluation unless they are told to use this.
    #[must_use]
    pub fn made_of(self, file: Option<&'static DataFile>) -> Self {
        Declaration { file, ..self }
    }

    /// The same, its scale not being known before the evaluation is made.
    #[must_use]
    pub fn with_scale(self, scale: impl Fn() -> Scale + Send + Sync + 'static) -> Self {
        Declaration { scale: Box::new(scale), ..self }
    }

    /// The same, and Monte-Carlo searches ask it unless they are told not to.
    #[must_use]
    pub fn guiding(self) -> Self {
        Declaration { guides: true, ..self }
    }

    /// The same, and Monte-Carlo searches that ask it are guided in a way of its own.
    #[must_use]
    pub fn guiding_by(
        self,
        make: impl Fn(D::Value, MctsOptions, f32) -> Result<Mcts<G>, Error> + Send + Sync + 'static,
    ) -> Self {
        Declaration { guides: true, monte_carlo: Some(Box::new(make)), ..self }
    }

    /// The same, and the strong alpha-beta is a search of the game's own.
    #[must_use]
    pub fn searching_by(
        self,
        make: impl Fn(D::Value, &BestOptions) -> Result<BoxedSearch<G>, Error> + Send + Sync + 'static,
    ) -> Self {
        Declaration { strong: Some(Box::new(make)), ..self }
    }

    /// The same, and Monte-Carlo searches are told more than the rules unless they ask not to be.
    #[must_use]
    pub fn informing(
        self,
        informed: fn(MctsOptions) -> Mcts<G>,
        prospect: impl Prospect<G> + 'static,
    ) -> Self {
        Declaration { informed: Some(informed), prospect: Some(Box::new(prospect)), ..self }
    }

    /// Ready for a table.
    pub fn boxed(self) -> Box<dyn Evaluation<G>>
    where
        Self: Evaluation<G> + 'static,
    {
        Box::new(self)
    }
}

impl<G, D, M, E, T, P> Evaluation<G> for Declaration<G, D, M, P>
where
    G: Game + 'static,
    D: Declared + Send + Sync,
    M: Fn(D::Value) -> Result<(E, T), Error> + Send + Sync,
    E: Evaluator<G> + 'static,
    T: Tactics<G, E> + 'static,
    P: Prover<G> + 'static,
{
    fn info(&self) -> &EvaluationInfo {
        &self.info
    }

    fn file(&self) -> Option<&'static DataFile> {
        self.file
    }

    fn scale(&self) -> Scale {
        (self.scale)()
    }

    fn guides(&self) -> bool {
        self.guides
    }

    fn informed(&self) -> Option<fn(MctsOptions) -> Mcts<G>> {
        self.informed
    }

    fn prospect(&self) -> Option<&dyn Prospect<G>> {
        self.prospect.as_deref()
    }

    fn search(&self, rung: LadderRung, odds: f32, options: &mut Options) -> Result<BoxedSearch<G>, Error> {
        let given = options.read(&self.options)?;
        if let (LadderRung::Mcts(options), Some(make)) = (&rung, &self.monte_carlo) {
            return Ok(Box::new(make(given, options.clone(), odds)?));
        }
        if let (LadderRung::Best(options), Some(make)) = (&rung, &self.strong) {
            return make(given, options);
        }
        let (evaluator, tactics) = (self.make)(given)?;
        Ok(rung_on(rung, odds, evaluator, tactics, (self.prover)()))
    }

    fn knowledge(&self, options: &mut Options) -> Result<Option<Arc<dyn Knowledge<G>>>, Error> {
        self.knowledge.as_ref().map_or(Ok(None), |make| make(options))
    }

    fn static_score(&self, options: &mut Options, game: &G, position: &G::Position) -> Option<i32> {
        let (evaluator, _) = (self.make)(options.read(&self.options).ok()?).ok()?;
        Some(evaluator.evaluate(game, &mut evaluator.state(game, position), position))
    }

    fn pass(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        let spec = Spec::new("pass");
        let (_, tactics) = (self.make)(Options::of(&spec).read(&self.options).ok()?).ok()?;
        tactics.pass(game, position)
    }

    fn minimal_tree(
        &self,
        options: &mut Options,
        game: &G,
        line: &[G::Position],
        depth: u32,
        limits: &Limits,
    ) -> Result<Option<MinimalTree>, Error> {
        let (evaluator, tactics) = (self.make)(options.read(&self.options)?)?;
        Ok(theory::minimal_tree(game, &evaluator, &tactics, line, depth, limits))
    }
}

/// A rung of the ladder on an evaluation. `odds`: the lead that multiplies the odds by *e*.
fn rung_on<G, E, T, P>(rung: LadderRung, odds: f32, evaluator: E, tactics: T, prover: P) -> BoxedSearch<G>
where
    G: Game + 'static,
    E: Evaluator<G> + 'static,
    T: Tactics<G, E> + 'static,
    P: Prover<G> + 'static,
{
    /// The depth of fixed-depth searches without a depth of their own.
    const DEPTH: u32 = 3;
    match rung {
        LadderRung::Greedy { seed } => match seed {
            None => Box::new(Greedy::new(evaluator)),
            Some(seed) => Box::new(Greedy::seeded(evaluator, seed)),
        },
        LadderRung::Minimax => Box::new(Minimax::new(evaluator, tactics, DEPTH)),
        LadderRung::Negamax => Box::new(Negamax::new(evaluator, tactics, DEPTH)),
        LadderRung::AlphaBeta { ordering } => {
            Box::new(Textbook::new(evaluator, tactics, DEPTH).with_ordering(ordering))
        }
        LadderRung::Best(options) => Box::new(Best::with_prover(evaluator, tactics, prover, options)),
        LadderRung::Mcts(options) => {
            Box::new(Mcts::guided(options, EvaluationGuide { evaluator, tactics, scale: odds }))
        }
    }
}
