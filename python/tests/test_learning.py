"""States, batches and PettingZoo, of every kind of game."""

import random

import numpy as np
import pytest
import wanqi

GAMES = wanqi.games() + ["go:size=5", "othello:size=6", "gomoku:size=7,rule=renju", "chess:chess960=0"]


@pytest.mark.parametrize("game", GAMES)
def test_actions_are_moves(game):
    """In random games every legal move has an action of its own, which leads where the move leads."""
    chooser = random.Random(5)
    game = wanqi.Game(game)
    state, board = game.state(), game.board()
    actions, shape = game.num_distinct_actions(), game.observation_shape
    for _ in range(60):
        legal = state.legal_actions()
        assert state.is_terminal() == board.is_game_over() == (not legal)
        if not legal:
            break
        assert len(set(legal)) == len(legal) == len(board.legal_moves()) and max(legal) < actions
        mask = state.legal_actions_mask()
        assert mask.dtype == bool and mask.shape == (actions,) and set(np.flatnonzero(mask)) == set(legal)
        seen = state.observation_tensor()
        assert seen.dtype == np.float32 and seen.shape == shape and seen[-1].min() == 1 - state.current_player()
        action = chooser.choice(legal)
        text = state.action_to_string(action)
        assert state.string_to_action(text) == action and text in board.legal_moves(game.notations[0])
        state.apply_action(action)
        board.push(text)
        assert state.position == board.position
    assert sum(state.returns()) == 0


NUMBERS = [
    ("tictactoe", 9, (3, 3, 3)),
    ("connect4", 7, (3, 6, 7)),
    ("othello", 65, (3, 8, 8)),
    ("go:size=9", 82, (3, 9, 9)),
    ("chess", 4674, (13, 8, 8)),
    ("xiangqi", 8100, (15, 10, 9)),
]


@pytest.mark.parametrize("game, actions, shape", NUMBERS)
def test_shapes(game, actions, shape):
    game = wanqi.Game(game)
    assert game.num_distinct_actions() == actions and game.observation_shape == shape


def test_numbers_of_actions_stay():
    """What was learnt with them is worth nothing else: a change here is a new version of the package."""
    for game, position, move, action in [
        # A step north is way 28, two 29; a knight's leap one to the left and two up is 58.
        ("chess", None, "e3", 64 * 28 + 12),
        ("chess", None, "e4", 64 * 29 + 12),
        ("chess", None, "Nf3", 64 * 58 + 6),
        ("chess", "8/P6k/8/8/8/8/7K/8 w - - 0 1", "a8=Q", 64 * 28 + 48),
        ("chess", "8/P6k/8/8/8/8/7K/8 w - - 0 1", "a8=N", 64 * 65 + 48),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 4672),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", 4673),
        ("go:size=9", None, "pass", 81),
        ("connect4", None, "4", 3),
    ]:
        assert wanqi.Game(game).state(position).string_to_action(move) == action, move


@pytest.mark.parametrize("game", ["connect4", "othello", "go:size=5", "breakthrough"])
def test_a_batch_is_many_games(game):
    game = wanqi.Game(game)
    batch = game.batch(8, seed=3, auto_reset=False)
    states = [game.state() for _ in range(8)]
    total = np.zeros((8, 2))
    mask, seen = batch.legal_actions_mask(), batch.observation_tensor()
    for _ in range(400):
        if all(state.is_terminal() for state in states):
            break
        actions = batch.sample()
        rewards, ended = batch.step(actions)
        total += rewards
        batch.legal_actions_mask(out=mask)
        batch.observation_tensor(out=seen)
        for row, (state, action) in enumerate(zip(states, actions)):
            assert (action == -1) == state.is_terminal()
            if action >= 0:
                state.apply_action(action)
                assert ended[row] == state.is_terminal()
            assert (mask[row] == state.legal_actions_mask()).all()
            assert (seen[row] == state.observation_tensor()).all()
        players = [state.current_player() for state in states]
        assert list(batch.current_players()) == [max(player, -1) for player in players]
    assert all(state.is_terminal() for state in states)
    assert (total == np.array([state.returns() for state in states])).all()
    batch.reset(only_ended=True)
    assert list(batch.current_players()) == [0] * 8


def test_a_batch_begins_anew_and_is_the_same_twice():
    one, two = (wanqi.Game("tictactoe").batch(16, seed=9) for _ in range(2))
    ended = 0
    for _ in range(30):
        actions = one.sample()
        assert (actions == two.sample()).all()
        ended += one.step(actions)[1].sum()
        two.step(actions)
    assert ended >= 16 * 3
    assert one.random_steps(90) >= 16 * 10


def test_a_batch_plays_nothing_if_something_is_wrong():
    batch = wanqi.Game("connect4").batch(3)
    before = batch.observation_tensor()
    for actions, text in [([0, 1, 7], "game 2: action 7 is not legal here"), ([0, 1], "2 actions for 3 games")]:
        with pytest.raises(wanqi.WanqiError, match=text):
            batch.step(np.array(actions))
    with pytest.raises(wanqi.WanqiError, match="out has"):
        batch.observation_tensor(out=np.zeros((1, 1, 1, 1), np.float32))
    assert (batch.observation_tensor() == before).all()


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "othello:size=6", "breakthrough"])
def test_pettingzoo_accepts_it(game):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test
    from wanqi.pettingzoo import env

    api_test(env(game), num_cycles=100)


def test_pettingzoo_rewards_who_wins():
    pytest.importorskip("pettingzoo")
    from wanqi.pettingzoo import env

    game = env("tictactoe", render_mode="ansi")
    game.reset()
    for action in [0, 3, 1, 4, 2]:
        game.step(action)
    assert game.rewards == {"player_0": 1.0, "player_1": -1.0} and all(game.terminations.values())
    assert "X X X" in game.render()
