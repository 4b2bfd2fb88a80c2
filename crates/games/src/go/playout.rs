//! Light playouts: uniformly random moves, but never into an own eye.
//!
//! Each ply draws among the empty points until one is [sensible](super::board::GoBoard::sensible), setting aside
//! those that are not: exactly uniform over the sensible ones. A pass comes only when there is none.

use super::Go;
use super::board::GoBoard;
use super::geometry::Capacity;
use super::moves::Move;
use super::position::Position;
use super::scoring::Scoring;
use rand_core::Rng;
use wanqi_game::Side;
use wanqi_game::playout::Playout;

/// A random sensible move, or the pass without one.
#[inline]
pub(super) fn random_move<C: Capacity>(position: &Position<C>, rng: &mut impl Rng) -> Move {
    let mut copy = *position;
    let mut game = PlayoutState::new(&mut copy, &UniformPolicy, rng);
    let drawn = match position.side {
        Side::First => game.draw::<0>(),
        Side::Second => game.draw::<1>(),
    };
    drawn.map_or(Move::PASS, |place| Move::stone(copy.board.empty_at(place)))
}

/// Plays, by chance, what a side puts down before the turns alternate, and says how many plies that took.
#[cold]
fn put_in_a_row<C: Capacity>(
    position: &mut Position<C>,
    rng: &mut impl Rng,
    bound: u32,
    seen: &mut impl FnMut(Side, usize),
) -> u32 {
    let mut plies = 0;
    while position.further > 0 && plies < bound {
        let (side, mv) = (position.side, random_move(position, rng));
        mv.cell().into_iter().for_each(|cell| seen(side, cell));
        position.play(mv);
        plies += 1;
    }
    plies
}

/// What a playout asks before it leaves a move to chance.
pub trait Policy<C: Capacity> {
    /// Where `side` had better play than by chance, if there is such a place: one that is
    /// [sensible](Position::is_sensible). `last`: where the other side has just put a stone, unless it has passed or
    /// the playout begins here.
    fn choose(
        &self,
        position: &Position<C>,
        side: Side,
        last: Option<usize>,
        chance: &mut PlayoutRng,
    ) -> Option<usize>;

    /// Whether `side` had better not play at a sensible place that chance has drawn.
    fn refuses(&self, position: &Position<C>, side: Side, place: usize) -> bool;
}

/// Leaves all to chance.
pub(super) struct UniformPolicy;

impl<C: Capacity> Policy<C> for UniformPolicy {
    #[inline(always)]
    fn choose(&self, _: &Position<C>, _: Side, _: Option<usize>, _: &mut PlayoutRng) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn refuses(&self, _: &Position<C>, _: Side, _: usize) -> bool {
        false
    }
}

impl<C: Capacity> Go<C> {
    /// A [playout](wanqi_game::Game::playout) that asks a policy first; each move is told to `seen` by its side and place.
    ///
    /// It fills up all territory, which costs nothing where area is counted. Where territory is, a pass in it hands a stone
    /// over, as under AGA rules, so that what one side fills up longer than the other is paid for by the other's passes.
    /// <https://senseis.xmp.net/?PassStone>
    #[inline]
    pub fn playout_by(
        &self,
        policy: &impl Policy<C>,
        position: &mut Position<C>,
        rng: &mut impl Rng,
        bound: u32,
        mut seen: impl FnMut(Side, usize),
    ) -> Playout {
        let begun = if position.further == 0 { 0 } else { put_in_a_row(position, rng, bound, &mut seen) };
        let bound = bound - begun;
        let mut game = PlayoutState::new(position, policy, rng);
        game.pass_stones = u32::from(self.scoring() == Scoring::Territory);
        if game.position.passes < 2 {
            let first = game.position.side == Side::First || game.ply::<1>(bound, &mut seen);
            if first {
                while game.ply::<0>(bound, &mut seen) && game.ply::<1>(bound, &mut seen) {}
            }
        }
        let plies = begun + game.plies;
        game.end();
        let lead = || self.played_out_lead(position, self.area_lead(position));
        Playout { outcome: (position.passes >= 2).then(|| self.outcome_of(lead())), plies }
    }

    /// The same position with its board built up anew, row by row, so that nothing in it tells how it came about:
    /// two positions of equal text become equal, and draw equal random moves from equal generators. For
    /// evaluations: what a line holds must be the positions as they were played, or superko may miss one.
    #[must_use]
    pub fn rebuilt(&self, position: &Position<C>) -> Position<C> {
        let mut board = GoBoard::new(self.size(), |cell| position.board.stone(cell));
        board.set_ko(position.board.ko());
        Position { board, ..*position }
    }
}

/// A playout under way.
struct PlayoutState<'a, C: Capacity, P> {
    position: &'a mut Position<C>,
    policy: &'a P,
    /// Where the last stone was put; `None` after a pass.
    last: Option<usize>,
    /// How many points are empty; the board's own count is made up for at the end.
    empty: usize,
    plies: u32,
    /// Stones that a pass costs.
    pass_stones: u32,
    chance: PlayoutRng,
}

impl<'a, C: Capacity, P: Policy<C>> PlayoutState<'a, C, P> {
    #[inline(always)]
    fn new(position: &'a mut Position<C>, policy: &'a P, rng: &mut impl Rng) -> Self {
        let empty = position.board.empty_count();
        PlayoutState {
            position,
            policy,
            last: None,
            empty,
            plies: 0,
            pass_stones: 0,
            chance: PlayoutRng(rng.next_u64()),
        }
    }

    /// Plays one ply if the bound allows, and says whether the game goes on.
    #[inline(always)]
    fn ply<const COLOUR: usize>(&mut self, bound: u32, seen: &mut impl FnMut(Side, usize)) -> bool {
        if self.plies >= bound {
            return false;
        }
        self.plies += 1;
        let side = const { Side::BOTH[COLOUR] };
        let place = match self.policy.choose(self.position, side, self.last, &mut self.chance) {
            Some(cell) => Some(self.position.board.place_of_empty(cell, self.empty)),
            None => self.draw::<COLOUR>(),
        };
        match place {
            Some(place) => {
                let cell = self.position.put_at::<COLOUR>(place, &mut self.empty);
                seen(side, cell);
                self.last = Some(cell);
                self.position.passes = 0;
                true
            }
            None => {
                self.position.board.set_ko(0);
                self.last = None;
                self.position.prisoners[1 - COLOUR] += self.pass_stones;
                self.position.passes += 1;
                self.position.passes < 2
            }
        }
    }

    /// Draws a sensible point for this colour by its place in the list of empty points, which it reorders. Each is
    /// equally likely: a point that is not sensible is moved behind those still to draw from.
    #[inline(always)]
    fn draw<const COLOUR: usize>(&mut self) -> Option<usize> {
        let mut left = self.empty;
        while left > 0 {
            let place = self.chance.below(left);
            let cell = self.position.board.empty_at(place);
            if self.position.board.sensible::<COLOUR>(cell)
                && !self.policy.refuses(self.position, const { Side::BOTH[COLOUR] }, cell)
            {
                return Some(place);
            }
            left -= 1;
            self.position.board.swap_empty(place, left);
        }
        None
    }

    #[inline(always)]
    fn end(self) {
        self.position.board.set_empty_count(self.empty);
        if self.plies % 2 == 1 {
            self.position.side = self.position.side.opponent();
        }
    }
}

/// Random numbers for one playout, by the cheapest generator that serves: a linear congruential one of 64 bits with
/// Knuth's constants, whose upper bits are used. A playout asks its caller's generator for the seed.
/// <https://en.wikipedia.org/wiki/Linear_congruential_generator>
pub struct PlayoutRng(u64);

impl PlayoutRng {
    /// Random numbers that begin with this seed.
    pub fn new(seed: u64) -> Self {
        PlayoutRng(seed)
    }

    /// A number in `0..bound`, uniform but for a bias below `bound` / 2⁶⁴. The word is made one call ahead: then
    /// nothing waits for it, which is worth a fifteenth of a playout.
    #[inline(always)]
    pub fn below(&mut self, bound: usize) -> usize {
        let drawn = (u128::from(self.0) * bound as u128) >> 64;
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        drawn as usize
    }
}
