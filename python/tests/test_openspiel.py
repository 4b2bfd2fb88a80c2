"""The same random games in OpenSpiel, move for move: as many legal actions at every step, and the same returns."""

import random

import pytest
import wanqi

pyspiel = pytest.importorskip("pyspiel")

# Our game, theirs, their options, and how our text of a move is theirs. The player who begins chess is 1 there.
GAMES = [
    ("chess", "chess", {}, lambda text, player: text),
    ("othello", "othello", {}, lambda text, player: text.lower()),
    ("connect4", "connect_four", {}, lambda text, player: f"{'xo'[player]}{int(text) - 1}"),
    ("go:size=9,ko=positional", "go", {"board_size": 9}, lambda text, player: f"{'BW'[player]} {'PASS' if text == 'pass' else text.lower()}"),
]


@pytest.mark.parametrize("ours, theirs, options, text_of", GAMES, ids=[game[0] for game in GAMES])
def test_games_are_the_same(ours, theirs, options, text_of):
    game, spiel = wanqi.Game(ours), pyspiel.load_game(theirs, options)
    for seed in range(3):
        chooser = random.Random(seed)
        state, other = game.state(), spiel.new_initial_state()
        while not state.is_terminal() and state.move_number() < 250:
            assert not other.is_terminal()
            legal = state.legal_actions()
            names = {other.action_to_string(action): action for action in other.legal_actions()}
            texts = {text_of(state.action_to_string(action), state.current_player()): action for action in legal}
            assert (state.current_player() == other.current_player()) != (theirs == "chess")
            assert set(texts) == set(names), state.position
            text = chooser.choice(sorted(texts))
            state.apply_action(texts[text])
            other.apply_action(names[text])
        if state.is_terminal():
            returns = list(other.returns())
            assert other.is_terminal() and state.returns() == (returns[::-1] if theirs == "chess" else returns)
