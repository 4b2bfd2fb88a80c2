"""Random games a second by OpenSpiel's C++ code: python3 open_spiel.py GAME SECONDS

Its Monte-Carlo bot is asked for one simulation whose evaluator plays N random games; N grows until they take
a good part of SECONDS. The loop over the games is C++.
"""

import sys
import time

import pyspiel


def rate(game, rollouts, seed):
    """Games a second, and the seconds that they took."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, seed, False)
    state = game.new_initial_state()
    began = time.perf_counter()
    bot.step(state)
    took = time.perf_counter() - began
    return rollouts / took, took


def main():
    game = pyspiel.load_game(sys.argv[1])
    seconds = float(sys.argv[2])
    rollouts = 8
    speed, took = rate(game, rollouts, seed=1)
    while took < seconds / 2:
        rollouts = max(2 * rollouts, int(speed * seconds))
        speed, took = rate(game, rollouts, seed=1)
    print(speed)


main()
