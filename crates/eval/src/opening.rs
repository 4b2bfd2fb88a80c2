//! Gomoku with an opening rule: what is known of gomoku, where the sides are players and not colours.

use game::Game;
use games::gomoku::opening::{Move, Opening, Position, Stage};
use games::gomoku::{Gomoku, Move as Stone};
use search::{Evaluator, Limits, Proven, Score, Tactics};

/// An evaluation or tactics of gomoku for the game with an opening rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByPlayers<T>(pub T);

/// What the evaluation of the board keeps, and which of the moves have put a stone.
#[derive(Clone, Debug)]
pub struct State<S> {
    board: S,
    puts: Vec<bool>,
}

impl<E: Evaluator<Gomoku>> Evaluator<Opening> for ByPlayers<E> {
    type State = State<E::State>;

    fn state(&self, game: &Opening, position: &Position) -> Self::State {
        State { board: self.0.state(game.game(), position.board()), puts: Vec::new() }
    }

    #[inline]
    fn push(&self, game: &Opening, state: &mut Self::State, before: &Position, mv: Move, after: &Position) {
        // A stone that is offered is not put.
        let puts = before.board() != after.board();
        if let Move::Stone(stone) = mv
            && puts
        {
            self.0.push(game.game(), &mut state.board, before.board(), stone, after.board());
        }
        state.puts.push(puts);
    }

    #[inline]
    fn pop(&self, game: &Opening, state: &mut Self::State) {
        if state.puts.pop() == Some(true) {
            self.0.pop(game.game(), &mut state.board);
        }
    }

    #[inline]
    fn evaluate(&self, game: &Opening, state: &mut Self::State, position: &Position) -> i32 {
        let value = self.0.evaluate(game.game(), &mut state.board, position.board());
        let colour = game.game().side_to_move(position.board());
        if position.player_of(colour) == game.side_to_move(position) { value } else { -value }
    }

    #[inline]
    fn foreseen(&self, game: &Opening, state: &mut Self::State, position: &Position) -> Option<Score> {
        match position.stage() {
            Stage::Play => self.0.foreseen(game.game(), &mut state.board, position.board()),
            _ => None,
        }
    }
}

/// The stone of a move of the game after the opening.
#[inline]
fn stone(position: &Position, mv: Move) -> Option<Stone> {
    match mv {
        Move::Stone(stone) if position.stage() == Stage::Play => Some(stone),
        _ => None,
    }
}

impl<E: Evaluator<Gomoku>, T: Tactics<Gomoku, E>> Tactics<Opening, ByPlayers<E>> for ByPlayers<T> {
    const HISTORY_SLOTS: usize = T::HISTORY_SLOTS;
    const HAS_QUIESCENCE: bool = T::HAS_QUIESCENCE;
    const EXTENDS_FORCED: bool = T::EXTENDS_FORCED;
    const PROVES: bool = T::PROVES;

    fn prove(&self, game: &Opening, position: &Position, limits: &Limits) -> (Proven<Move>, u64) {
        if position.stage() != Stage::Play {
            return (Proven::Nothing, 0);
        }
        let stones = |stones: Vec<Stone>| stones.into_iter().map(Move::Stone).collect();
        let (proven, nodes) = self.0.prove(game.game(), position.board(), limits);
        let proven = match proven {
            Proven::Nothing => Proven::Nothing,
            Proven::Win { line, plies } => Proven::Win { line: stones(line), plies },
            Proven::Only(moves) => Proven::Only(stones(moves)),
        };
        (proven, nodes)
    }

    fn each_candidate(
        &self,
        game: &Opening,
        state: &mut State<E::State>,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        match position.stage() {
            Stage::Play => {
                let visit = |stone| visit(Move::Stone(stone));
                self.0.each_candidate(game.game(), &mut state.board, position.board(), visit);
            }
            _ => game.each_move(position, visit),
        }
    }

    fn each_tactical(
        &self,
        game: &Opening,
        state: &mut State<E::State>,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        if position.stage() == Stage::Play {
            let visit = |stone| visit(Move::Stone(stone));
            self.0.each_tactical(game.game(), &mut state.board, position.board(), visit);
        }
    }

    fn is_forced(&self, game: &Opening, state: &mut State<E::State>, position: &Position) -> bool {
        position.stage() == Stage::Play && self.0.is_forced(game.game(), &mut state.board, position.board())
    }

    fn threatens(&self, game: &Opening, state: &mut State<E::State>, position: &Position, mv: Move) -> bool {
        stone(position, mv)
            .is_some_and(|mv| self.0.threatens(game.game(), &mut state.board, position.board(), mv))
    }

    fn promise(&self, game: &Opening, state: &mut State<E::State>, position: &Position, mv: Move) -> i32 {
        stone(position, mv)
            .map_or(0, |mv| self.0.promise(game.game(), &mut state.board, position.board(), mv))
    }

    fn history_slot(&self, game: &Opening, position: &Position, mv: Move) -> usize {
        stone(position, mv).map_or(0, |mv| self.0.history_slot(game.game(), position.board(), mv))
    }
}
