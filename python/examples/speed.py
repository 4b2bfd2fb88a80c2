"""Random steps a second beside OpenSpiel, one processor, processor time: `taskset -c 0 python examples/speed.py`.

The rows are: OpenSpiel's states, ours, our batches with the actions chosen by the batch and handed through NumPy, and random
steps in Rust alone. In the games of both, the same is done: a random legal action until the end, and again.
"""

import argparse
import random
import time

import wanqi

GAMES = [("chess", "chess", {}), ("othello", "othello", {}), ("go:size=9", "go", {"board_size": 9})]


def steps_of_states(new, seconds):
    """Plays random games with states for so long, and returns the steps a second of processor time."""
    choose, steps, began = random.Random(1).random, 0, time.process_time()
    while time.process_time() - began < seconds:
        state = new()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(choose() * len(legal))])
            steps += 1
    return steps / (time.process_time() - began)


def steps_of_batches(batch, seconds):
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        batch.step(batch.sample())
        steps += len(batch)
    return steps / (time.process_time() - began)


def steps_with_everything(batch, seconds):
    """The same with masks and observations of every step."""
    mask, seen = batch.legal_actions_mask(), batch.observation_tensor()
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        batch.step(batch.sample())
        batch.legal_actions_mask(out=mask)
        batch.observation_tensor(out=seen)
        steps += len(batch)
    return steps / (time.process_time() - began)


def steps_in_rust(batch, seconds):
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        batch.random_steps(64)
        steps += 64 * len(batch)
    return steps / (time.process_time() - began)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    arguments.add_argument("--games", type=int, default=1024, help="of a batch")
    given = arguments.parse_args()
    try:
        import pyspiel
    except ImportError:
        pyspiel = None
    print(f"{'':10} {'OpenSpiel':>12} {'state':>12} {'batch':>12} {'all told':>12} {'Rust':>12}  steps/s")
    for name, spiel, options in GAMES:
        game = wanqi.Game(name)
        batch = game.batch(given.games, seed=1)
        theirs = float("nan")
        if pyspiel:
            theirs = steps_of_states(pyspiel.load_game(spiel, options).new_initial_state, given.seconds)
        figures = [
            theirs,
            steps_of_states(game.state, given.seconds),
            steps_of_batches(batch, given.seconds),
            steps_with_everything(batch, given.seconds),
            steps_in_rust(batch, given.seconds),
        ]
        print(f"{name:10} " + " ".join(f"{figure:12,.0f}" for figure in figures))
        print(f"{'':10} " + " ".join(f"{figure / theirs:11.1f}×" for figure in figures))
