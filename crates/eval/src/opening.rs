//! Gomoku with an opening rule: what is known of gomoku, where the sides are players and not colours.

use wanqi_game::Game;
use wanqi_games::gomoku::opening::{Move, Opening, Position, Stage};
use wanqi_games::gomoku::{Gomoku, Move as Stone};
use wanqi_search::tactics::{Candidates, CorrectionKeys, MoveOrder, Parameters, Pruning, Quiescence};
use wanqi_search::{Evaluator, Incremental, ProvenScores, Score, Tactics};

/// An evaluation or tactics of gomoku for the game with an opening rule. While the opening lasts, tactics know nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByPlayers<T>(pub T);

/// What the evaluation of the board keeps, and which of the moves have put a stone.
#[derive(Clone, Debug)]
pub struct State<S> {
    board: S,
    puts: Vec<bool>,
}

impl<E: Evaluator<Gomoku>> Incremental<Opening> for ByPlayers<E> {
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
}

impl<E: Evaluator<Gomoku>> Evaluator<Opening> for ByPlayers<E> {
    #[inline]
    fn evaluate(&self, game: &Opening, state: &mut Self::State, position: &Position) -> i32 {
        let value = self.0.evaluate(game.game(), &mut state.board, position.board());
        let colour = game.game().side_to_move(position.board());
        if position.player_of(colour) == game.side_to_move(position) { value } else { -value }
    }
}

impl<E: Evaluator<Gomoku>> ProvenScores<Opening> for ByPlayers<E> {
    #[inline]
    fn probe(&self, game: &Opening, position: &Position) -> Option<Score> {
        is_play(position).then(|| self.0.probe(game.game(), position.board()))?
    }

    #[inline]
    fn static_win(&self, game: &Opening, state: &mut Self::State, position: &Position) -> Option<Score> {
        is_play(position).then(|| self.0.static_win(game.game(), &mut state.board, position.board()))?
    }
}

/// Whether the opening is over.
#[inline]
fn is_play(position: &Position) -> bool {
    position.stage() == Stage::Play
}

/// The stone of a move of the game after the opening.
#[inline]
fn stone(position: &Position, mv: Move) -> Option<Stone> {
    match mv {
        Move::Stone(stone) if is_play(position) => Some(stone),
        _ => None,
    }
}

impl<E: Evaluator<Gomoku>, T: Tactics<Gomoku, E>> Tactics<Opening, ByPlayers<E>> for ByPlayers<T> {
    const PARAMETERS: Parameters = T::PARAMETERS;
}

impl<E: Evaluator<Gomoku>, T: Candidates<Gomoku, E>> Candidates<Opening, ByPlayers<E>> for ByPlayers<T> {
    fn each_candidate(
        &self,
        game: &Opening,
        state: &mut State<E::State>,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        if !is_play(position) {
            return game.each_move(position, visit);
        }
        let visit = |stone| visit(Move::Stone(stone));
        self.0.each_candidate(game.game(), &mut state.board, position.board(), visit);
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }
}

impl<E: Evaluator<Gomoku>, T: Quiescence<Gomoku, E>> Quiescence<Opening, ByPlayers<E>> for ByPlayers<T> {
    fn each_tactical(
        &self,
        game: &Opening,
        state: &mut State<E::State>,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        if is_play(position) {
            let visit = |stone| visit(Move::Stone(stone));
            self.0.each_tactical(game.game(), &mut state.board, position.board(), visit);
        }
    }

    fn is_forced(&self, game: &Opening, state: &mut State<E::State>, position: &Position) -> bool {
        is_play(position) && self.0.is_forced(game.game(), &mut state.board, position.board())
    }

    fn threatens(&self, game: &Opening, state: &mut State<E::State>, position: &Position, mv: Move) -> bool {
        stone(position, mv)
            .is_some_and(|mv| self.0.threatens(game.game(), &mut state.board, position.board(), mv))
    }

    fn may_be_stuck(&self, game: &Opening, position: &Position) -> bool {
        !is_play(position) || self.0.may_be_stuck(game.game(), position.board())
    }
}

impl<E: Evaluator<Gomoku>, T: MoveOrder<Gomoku, E>> MoveOrder<Opening, ByPlayers<E>> for ByPlayers<T> {
    fn move_score(&self, game: &Opening, state: &mut State<E::State>, position: &Position, mv: Move) -> i32 {
        stone(position, mv)
            .map_or(0, |mv| self.0.move_score(game.game(), &mut state.board, position.board(), mv))
    }

    fn history_slot(&self, game: &Opening, position: &Position, mv: Move) -> usize {
        stone(position, mv).map_or(0, |mv| self.0.history_slot(game.game(), position.board(), mv))
    }
}

impl<T: Pruning<Gomoku>> Pruning<Opening> for ByPlayers<T> {
    fn pass(&self, game: &Opening, position: &Position) -> Option<Position> {
        let passed = is_play(position).then(|| self.0.pass(game.game(), position.board()))??;
        Some(position.with_board(passed))
    }

    fn static_exchange(&self, game: &Opening, position: &Position, mv: Move) -> i32 {
        stone(position, mv).map_or(0, |mv| self.0.static_exchange(game.game(), position.board(), mv))
    }

    fn captured_value(&self, game: &Opening, position: &Position, mv: Move) -> i32 {
        stone(position, mv)
            .map_or(Score::MAX_HEURISTIC, |mv| self.0.captured_value(game.game(), position.board(), mv))
    }
}

impl<T: CorrectionKeys<Gomoku>> CorrectionKeys<Opening> for ByPlayers<T> {
    fn each_correction_key(&self, game: &Opening, position: &Position, visit: impl FnMut(u64)) {
        self.0.each_correction_key(game.game(), position.board(), visit);
    }
}
