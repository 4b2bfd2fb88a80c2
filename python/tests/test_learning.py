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
    ("go:size=9", 82, (5, 9, 9)),
    ("chess", 4674, (16, 8, 8)),
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


# Which planes tell what a board does not show, and where they are not 0.
HIDDEN = [
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 50 40", [], 12, {(0, 7): 1, (7, 0): 1}),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", [], 12, {}),
    ("chess", "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3", ["e4"], 13, {(2, 4): 1}),
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ["e4"], 13, {}),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 25 40", [], 14, {(y, x): 0.25 for y in range(8) for x in range(8)}),
    # Black has taken at b2, and White may not take back at c2.
    ("go:size=4", None, ["b1", "d2", "a2", "c1", "b3", "c3", "d4", "b2", "c2"], 2, {(2, 1): 1}),
    ("go:size=4", None, ["b1", "d2", "a2", "c1", "b3", "c3", "d4", "b2", "c2", "d1"], 2, {}),
    ("go:size=2", None, ["pass"], 3, {(y, x): 1 for y in range(2) for x in range(2)}),
    ("go:size=2", None, ["pass", "a1"], 3, {}),
]


@pytest.mark.parametrize("game, position, moves, plane, told", HIDDEN)
def test_observations_tell_what_a_board_does_not_show(game, position, moves, plane, told):
    state = wanqi.Game(game).state(position)
    for move in moves:
        state.apply_action(state.string_to_action(move))
    seen = state.observation_tensor()[plane]
    assert {tuple(map(int, place)): seen[tuple(place)] for place in np.argwhere(seen)} == told


@pytest.mark.parametrize("game", ["go:size=5", "go:size=5,ko=simple", "othello:size=6", "chess"])
def test_threads_change_nothing(game):
    one, three = (wanqi.Game(game).batch(10, seed=4, threads=threads) for threads in (1, 3))
    for _ in range(80):
        actions = one.sample()
        assert (actions == three.sample()).all()
        assert all((a == b).all() for a, b in zip(one.step(actions), three.step(actions)))
        assert (one.legal_actions_mask() == three.legal_actions_mask()).all()
        assert (one.observation_tensor() == three.observation_tensor()).all()
        assert (one.current_players() == three.current_players()).all()
    assert one.random_steps(100) == three.random_steps(100)
    wrong = one.sample()
    wrong[9] = -5
    for batch in (one, three):
        with pytest.raises(wanqi.WanqiError, match="game 9: action -5 is not legal here"):
            batch.step(wrong)


def test_every_legal_action_of_go_is_drawn_and_no_other():
    """Drawn without a list of them: each is as likely as the next."""
    position = wanqi.Game("go:size=3").board()
    for move in ["b2", "a1", "a2", "c1"]:
        position.push(move)
    batch = wanqi.Game("go:size=3").batch(4000, seed=2, position=position.position)
    drawn = np.bincount(batch.sample(), minlength=10)
    legal = batch.legal_actions_mask()[0]
    assert (drawn[~legal] == 0).all()
    expected = 4000 / legal.sum()
    assert (abs(drawn[legal] - expected) < 6 * expected**0.5).all()


@pytest.mark.parametrize("game", ["connect4", "othello", "go:size=5", "go:size=4,ko=simple", "breakthrough"])
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
