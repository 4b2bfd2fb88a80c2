//! Which moves of Jungle to look at first, and which beyond the horizon.

use wanqi_game::{Game, Side};
use wanqi_games::jungle::board::{DENS, TRAPS, bit};
use wanqi_games::jungle::{Jungle, Kind, Move, Position};
use wanqi_search::tactics::{AllMoves, MoveOrder, NoCorrectionKeys, NoPruning, Parameters, Quiescence};
use wanqi_search::{Evaluator, Tactics};

/// Captures and steps into the den are tactical; an enemy in a trap is about to enter the den, and forces. The
/// history of a quiet move is that of its piece and target.
#[derive(Clone, Copy, Debug, Default)]
pub struct JungleTactics;

/// What pieces are worth in an exchange, by [`Kind::index`].
const VALUES: [i32; 8] = [500, 200, 300, 400, 500, 800, 900, 1000];

impl<E: Evaluator<Jungle>> Tactics<Jungle, E> for JungleTactics {
    const PARAMETERS: Parameters = Parameters {
        history_slots: 8 * 64,
        quiescence: true,
        extends_forced: true,
        margin: 327,
        ..Parameters::NEUTRAL
    };
}

impl AllMoves for JungleTactics {}
impl NoPruning for JungleTactics {}
impl NoCorrectionKeys for JungleTactics {}

impl<E: Evaluator<Jungle>> Quiescence<Jungle, E> for JungleTactics {
    #[inline]
    fn each_tactical(&self, game: &Jungle, _: &mut E::State, position: &Position, visit: impl FnMut(Move)) {
        let them = position.side_to_move().opponent();
        game.each_move_to(position, position.of_side(them) | bit(DENS[them.index()]), visit);
    }

    #[inline]
    fn is_forced(&self, _: &Jungle, _: &mut E::State, position: &Position) -> bool {
        // Every square beside a den is a trap.
        let us = position.side_to_move();
        position.of_side(us.opponent()) & TRAPS[us.index()] != 0
    }

    #[inline]
    fn threatens(&self, _: &Jungle, _: &mut E::State, position: &Position, mv: Move) -> bool {
        let us = position.side_to_move();
        (position.of_side(us) & !bit(mv.from()) | bit(mv.to())) & TRAPS[us.opponent().index()] != 0
    }

    #[inline]
    fn may_be_stuck(&self, _: &Jungle, position: &Position) -> bool {
        position.of_side(position.side_to_move()).count_ones() <= 3
    }
}

impl<E: Evaluator<Jungle>> MoveOrder<Jungle, E> for JungleTactics {
    #[inline]
    fn move_score(&self, game: &Jungle, _: &mut E::State, position: &Position, mv: Move) -> i32 {
        move_score(game, position, mv)
    }

    #[inline]
    fn history_slot(&self, _: &Jungle, _: &Position, mv: Move) -> usize {
        64 * mv.kind().index() + usize::from(mv.to())
    }
}

/// The den before all; then the most valuable victim, of equal ones by the least valuable piece; negative where the
/// piece is lost for less than it is worth.
#[inline]
fn move_score(game: &Jungle, position: &Position, mv: Move) -> i32 {
    let them: Side = position.side_to_move().opponent();
    if mv.to() == DENS[them.index()] {
        return 100_000;
    }
    let value = |kind: Kind| VALUES[kind.index()];
    let Some(victim) = position.taken(mv) else { return 0 };
    let (wins, risks) = (value(victim), value(mv.kind()));
    if risks > wins {
        let mut after = *position;
        game.play(&mut after, mv);
        if game.reached(&after, them) & bit(mv.to()) != 0 {
            return wins - risks;
        }
    }
    // More than the attackers differ by, so that these only decide between equal victims.
    16 * wins - risks
}
