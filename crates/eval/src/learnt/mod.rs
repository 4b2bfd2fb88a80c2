//! What is learnt of any game: a sum of rows.
//!
//! A game says what its positions [consist of](Contents): the contents of places, and the row of a table that each of them
//! switches on as either side sees it ([`Layout`]). The rows are added up, one sum for each side's view, and a small
//! [`Network`] reads the sums. A move changes a few places, so that the sums follow it. This is the efficiently updatable
//! network of Yu Nasu (2018), <https://www.chessprogramming.org/NNUE>, for whatever game.
//!
//! Which moves are likely it may know as well, from what a move does to the contents ([`Policy`]).
//!
//! `wanqi learn` makes the weights, by games of the machine against itself.

mod accumulator;
mod board;
mod file;
mod layout;
mod network;
mod policy;
mod shapes;
mod surroundings;
mod windows;

pub use accumulator::AccumulatorStack;
pub use board::{Board, BoardContents, EMPTY, PlacementTactics, piece};
pub use layout::{Layout, NO_ROW};
pub use network::{LANES, MAX_QUANTISATION, MAX_WIDTH, Network, QUANTISATION_OUTPUT, worst_sums};
pub use policy::{LearntPolicy, MoveFeatures, POLICY_ROWS, Policy, monte_carlo};
pub(crate) use shapes::WindowBoard;
pub(crate) use surroundings::Surroundings;
pub use windows::{Window, Windows};

use crate::network::NetworkError;
use crate::simd::{CpuFeatures, Kernel};
use network::Loaded;
use std::sync::Arc;
use wanqi_game::{Game, Side};
use wanqi_search::{Evaluator, Incremental, ProvenScores, Score};

/// What the positions of a game consist of.
pub trait Contents<G: Game>: Send + Sync {
    /// The places, and the rows that they switch on.
    fn layout(&self) -> &Layout;

    /// Writes what each place holds. There may be more room than places; what lies beyond stays as it is.
    fn read(&self, game: &G, position: &G::Position, contents: &mut [u8]);

    /// The phase of a position, less than [`Layout::phases`].
    fn phase(&self, game: &G, position: &G::Position) -> usize;
}

/// An evaluation that was learnt, on top of one that was not, or in its stead. Clones share what they know.
#[derive(Debug)]
pub struct Learnt<C, B> {
    contents: Arc<C>,
    /// What is known without having learnt anything.
    pub base: B,
    loaded: Option<Arc<Loaded>>,
}

impl<C, B: Clone> Clone for Learnt<C, B> {
    fn clone(&self) -> Self {
        Learnt { contents: Arc::clone(&self.contents), base: self.base.clone(), loaded: self.loaded.clone() }
    }
}

impl<C, B> Learnt<C, B> {
    /// What is known before anything has been learnt.
    pub fn untrained(contents: Arc<C>, base: B) -> Self {
        Learnt { contents, base, loaded: None }
    }

    /// The same with a network.
    ///
    /// # Errors
    /// If the network is not one of these contents.
    pub fn with_network<G: Game>(self, network: Network) -> Result<Self, NetworkError>
    where
        C: Contents<G>,
    {
        network.check(self.contents.layout())?;
        let loaded = Loaded { network, cpu_features: CpuFeatures::of_this_processor() };
        Ok(Learnt { loaded: Some(Arc::new(loaded)), ..self })
    }

    /// The same without the processor's wider SIMD, to be compared with.
    #[must_use]
    pub fn portable(self) -> Self {
        let loaded = self.loaded.map(|loaded| {
            Arc::new(Loaded { cpu_features: CpuFeatures::PORTABLE, network: loaded.network.clone() })
        });
        Learnt { loaded, ..self }
    }

    /// The network, once there is one.
    pub fn network(&self) -> Option<&Network> {
        self.loaded.as_deref().map(|loaded| &loaded.network)
    }

    /// What the positions consist of.
    pub fn contents(&self) -> &Arc<C> {
        &self.contents
    }

    /// What the network alone says, for the side to move, of a position with these contents; `None` without a network.
    pub fn said_of<G: Game>(&self, contents: &[u8], first_to_move: bool, phase: usize) -> Option<i32>
    where
        C: Contents<G>,
    {
        let (network, layout) = (self.network()?, self.contents.layout());
        let read = |places: &mut [u8]| places[..contents.len()].copy_from_slice(contents);
        let mut stack = AccumulatorStack::new(layout, network, read);
        let [first, second] = stack.sums(layout, network, |_| {});
        let (own, other) = if first_to_move { (first, second) } else { (second, first) };
        Some(network.output(phase, own, other))
    }
}

/// What the network says of a position, for the side to move.
struct Value<'a, G: Game, C> {
    contents: &'a C,
    network: &'a Network,
    game: &'a G,
    stack: &'a mut AccumulatorStack,
    position: &'a G::Position,
}

impl<G: Game, C: Contents<G>> Kernel for Value<'_, G, C> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Value { contents, network, game, stack, position } = self;
        let read = |places: &mut [u8]| contents.read(game, position, places);
        let [first, second] = stack.sums(contents.layout(), network, read);
        let phase = contents.phase(game, position);
        match game.side_to_move(position) {
            Side::First => network.output(phase, first, second),
            Side::Second => network.output(phase, second, first),
        }
    }
}

/// The accumulators, and what the base keeps.
#[derive(Debug)]
pub struct LearntState<S> {
    stack: Option<AccumulatorStack>,
    base: S,
}

impl<G: Game, C: Contents<G>, B: Evaluator<G>> Incremental<G> for Learnt<C, B> {
    type State = LearntState<B::State>;

    fn state(&self, game: &G, position: &G::Position) -> Self::State {
        let stack = self.network().map(|network| {
            let read = |places: &mut [u8]| self.contents.read(game, position, places);
            AccumulatorStack::new(self.contents.layout(), network, read)
        });
        LearntState { stack, base: self.base.state(game, position) }
    }

    #[inline]
    fn push(
        &self,
        game: &G,
        state: &mut Self::State,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) {
        if let Some(stack) = &mut state.stack {
            stack.push();
        }
        self.base.push(game, &mut state.base, before, mv, after);
    }

    #[inline]
    fn pop(&self, game: &G, state: &mut Self::State) {
        if let Some(stack) = &mut state.stack {
            stack.pop();
        }
        self.base.pop(game, &mut state.base);
    }
}

impl<G: Game, C: Contents<G>, B: Evaluator<G>> Evaluator<G> for Learnt<C, B> {
    #[inline]
    fn evaluate(&self, game: &G, state: &mut Self::State, position: &G::Position) -> i32 {
        let (Some(loaded), Some(stack)) = (&self.loaded, &mut state.stack) else {
            return self.base.evaluate(game, &mut state.base, position);
        };
        let Loaded { network, cpu_features } = &**loaded;
        let contents = &*self.contents;
        let value = cpu_features.run(Value { contents, network, game, stack, position });
        if network.corrects { value + self.base.evaluate(game, &mut state.base, position) } else { value }
    }

    fn margin(&self) -> i32 {
        self.network().map_or(0, |network| network.margin)
    }
}

impl<G: Game, C: Contents<G>, B: Evaluator<G>> ProvenScores<G> for Learnt<C, B> {
    #[inline]
    fn probe(&self, game: &G, position: &G::Position) -> Option<Score> {
        self.base.probe(game, position)
    }

    #[inline]
    fn static_win(&self, game: &G, state: &mut Self::State, position: &G::Position) -> Option<Score> {
        self.base.static_win(game, &mut state.base, position)
    }
}
