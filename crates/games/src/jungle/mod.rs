//! Jungle, also called Dou Shou Qi or animal chess: eight animals a side, and the first to enter the other's den
//! wins.
//!
//! The rules with their house variants are here; `board` is the terrain, [`Position`] the pieces, `fen` and
//! `notation` the texts, `depict` the looks.

pub mod board;
mod depict;
mod fen;
mod kind;
mod notation;
mod position;

pub use kind::Kind;
pub use position::{Move, Position};

use crate::bits::{bits, without_lowest};
use board::{DENS, OFF, Square, Squares, TRAPS, WATER, bit, leaps, neighbours};
use rand_core::Rng;
use wanqi_game::{Game, Outcome, Side, random};

/// The rules of Jungle, <https://en.wikipedia.org/wiki/Jungle_(board_game)>.
///
/// A piece steps to one of the four squares beside it, and takes an enemy of its own or a lower rank there. Only
/// the rat enters water; lion and tiger leap over it, straight, unless a rat is in their way. The rat takes the
/// elephant. A piece in a trap beside the enemy's den is taken by any other; taking from a trap it keeps its rank.
/// Nobody enters the own den. A side wins by entering the enemy's, or by taking every enemy.
///
/// Where players differ there is a field; the default is the first thing that its comment says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Jungle {
    /// The elephant does not take the rat (outside of traps); or it does, as any lower rank.
    pub elephant_takes_rat: bool,
    /// No capture leads from water to land or from land to water; or the rat takes across the shore too.
    pub shore_captures: bool,
    /// The wolf takes the dog and not the reverse; or the dog takes the wolf.
    pub dog_over_wolf: bool,
    /// The third occurrence of a position is a draw; or the side loses that brings it about.
    pub repetition_loses: bool,
    /// A side without a legal move loses; or the game is drawn.
    pub stuck_is_draw: bool,
}

/// What a piece may reach, square by square: one of up to eight such sets in a position.
type PieceTargets = (Kind, Square, Squares);

impl Jungle {
    /// The kinds, the weakest first.
    #[inline(always)]
    const fn order(&self) -> [Kind; 8] {
        use Kind::{Cat, Dog, Elephant, Leopard, Lion, Rat, Tiger, Wolf};
        match self.dog_over_wolf {
            false => [Rat, Cat, Dog, Wolf, Leopard, Tiger, Lion, Elephant],
            true => [Rat, Cat, Wolf, Dog, Leopard, Tiger, Lion, Elephant],
        }
    }

    /// Whether a piece of one kind may take one of another, where neither trap nor shore has a say.
    pub fn takes(&self, kind: Kind, other: Kind) -> bool {
        let rank = |of: Kind| self.order().iter().position(|&kind| kind == of);
        match (kind, other) {
            (Kind::Rat, Kind::Elephant) => true,
            (Kind::Elephant, Kind::Rat) => self.elephant_takes_rat,
            _ => rank(kind) >= rank(other),
        }
    }

    /// Visits what each piece of the side to move reaches, the weakest piece first.
    #[inline(always)]
    fn each_reach(&self, position: &Position, visit: impl FnMut(PieceTargets)) {
        self.each_reach_of(position, position.side, visit);
    }

    /// Visits what each piece of a side would reach if it were its turn.
    #[inline(always)]
    fn each_reach_of(&self, position: &Position, us: Side, mut visit: impl FnMut(PieceTargets)) {
        let them = us.opponent();
        let (ours, theirs) = (&position.squares[us.index()], &position.squares[them.index()]);
        let enemies = position.sides[them.index()];
        let open = !(position.sides[us.index()] | enemies | bit(DENS[us.index()]) | bit(OFF));
        let trapped = enemies & TRAPS[us.index()];
        let (our_rat, their_rat) = (ours[Kind::Rat.index()], theirs[Kind::Rat.index()]);
        let rats = bit(our_rat) | bit(their_rat);
        // The enemies of the ranks up to the piece at hand, those in traps among them from the beginning.
        let mut takes = trapped;
        for kind in self.order() {
            let from = ours[kind.index()];
            takes |= bit(theirs[kind.index()]) & enemies;
            let reach = match kind {
                Kind::Rat => {
                    let prey = takes | bit(theirs[Kind::Elephant.index()]) & enemies;
                    let same_ground = if bit(from) & WATER == 0 { !WATER } else { WATER };
                    let prey = if self.shore_captures { prey } else { prey & same_ground };
                    neighbours(from) & (open | prey)
                }
                Kind::Elephant if !self.elephant_takes_rat => {
                    let safe = bit(their_rat) & !trapped;
                    neighbours(from) & !WATER & (open | takes & !safe)
                }
                Kind::Tiger | Kind::Lion => (neighbours(from) & !WATER | leaps(from, rats)) & (open | takes),
                _ => neighbours(from) & !WATER & (open | takes),
            };
            visit((kind, from, reach));
        }
    }

    /// The squares that a side's pieces could take something on or enter if it were its turn.
    #[inline]
    pub fn reached(&self, position: &Position, side: Side) -> Squares {
        let mut reached = 0;
        self.each_reach_of(position, side, |(_, _, to)| reached |= to);
        reached
    }

    /// How many moves a side would have if it were its turn, and how many of them capture.
    #[inline]
    pub fn freedom(&self, position: &Position, side: Side) -> (u32, u32) {
        let enemies = position.of_side(side.opponent());
        let (mut moves, mut captures) = (0, 0);
        self.each_reach_of(position, side, |(_, _, to)| {
            moves += to.count_ones();
            captures += (to & enemies).count_ones();
        });
        (moves, captures)
    }

    /// Visits the legal moves that end on one of some squares, all of them as [`Game::each_move`] does.
    #[inline]
    pub fn each_move_to(&self, position: &Position, squares: Squares, mut visit: impl FnMut(Move)) {
        self.each_reach(position, |(kind, from, reach)| {
            bits(reach & squares).for_each(|to| visit(Move { kind, from, to }));
        });
    }

    /// Whether the last position has occurred twice before, or once since `root`.
    #[inline]
    fn repeated(line: &[Position], root: usize) -> bool {
        let last = line.len() - 1;
        let reach = usize::from(line[last].quiet_plies).min(last);
        let mut seen = 0;
        // Only every second position has the same side to move; the first that can be equal lies four plies back.
        for back in (4..=reach).step_by(2) {
            if line[last - back].key == line[last].key {
                seen += 1;
                if seen == 2 || last - back >= root {
                    return true;
                }
            }
        }
        false
    }
}

impl Game for Jungle {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let first = [(Kind::Elephant, 0, 2), (Kind::Wolf, 2, 2), (Kind::Leopard, 4, 2), (Kind::Rat, 6, 2)];
        let behind = [(Kind::Cat, 1, 1), (Kind::Dog, 5, 1), (Kind::Tiger, 0, 0), (Kind::Lion, 6, 0)];
        // The second side's army is the first's, turned by half a turn.
        let pieces = first.into_iter().chain(behind).flat_map(|(kind, column, row)| {
            let square = board::square(column, row);
            [(Side::First, kind, square), (Side::Second, kind, OFF - 1 - square)]
        });
        Position::of(pieces, Side::First)
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn each_move(&self, position: &Position, visit: impl FnMut(Move)) {
        self.each_move_to(position, !0, visit);
    }

    #[inline]
    fn move_count(&self, position: &Position) -> usize {
        let mut count = 0;
        self.each_reach(position, |(_, _, reach)| count += reach.count_ones());
        count as usize
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        let mut reaches = [(Kind::Rat, OFF, 0); 8];
        let (mut filled, mut total) = (0, 0);
        self.each_reach(position, |reach| {
            reaches[filled & 7] = reach;
            filled += 1;
            total += reach.2.count_ones();
        });
        if total == 0 {
            return None;
        }
        let mut index = random::below(rng, total);
        reaches.iter().find_map(|&(kind, from, reach)| {
            let here = reach.count_ones();
            if index < here {
                let to = without_lowest(reach, index).trailing_zeros() as Square;
                return Some(Move { kind, from, to });
            }
            index -= here;
            None
        })
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        // Only the side that has just moved can have entered a den or taken the last enemy.
        let (us, them) = (position.side, position.side.opponent());
        let entered = position.sides[them.index()] & bit(DENS[us.index()]) != 0;
        (entered || position.sides[us.index()] == 0).then_some(Outcome::Win(them))
    }

    #[inline]
    fn outcome_if_stuck(&self, position: &Position) -> Outcome {
        if self.stuck_is_draw { Outcome::Draw } else { Outcome::Win(position.side.opponent()) }
    }

    /// The third occurrence of a position.
    #[inline]
    fn outcome_by_history(&self, line: &[Position], root: usize) -> Option<Outcome> {
        let position = line.last()?;
        Self::repeated(line, root).then_some(match self.repetition_loses {
            // The side to move finds the repeated position before it.
            true => Outcome::Win(position.side),
            false => Outcome::Draw,
        })
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }
}
