#!/usr/bin/env python3
"""Fits the chances of `UCI_ShowWDL` to games that `wanqi match --pgn FILE` has written.

    python3 xtask/peers/fit_wdl.py GAMES.pgn...

A game is won with the chance 1 / (1 + exp((half - score) / spread)) after a score of who moves, lost likewise; the rest
are draws. Prints half and spread in hundredths of a pawn, by maximum likelihood over all scores below ten pawns.
"""

import math
import re
import sys
from collections import Counter

BIN = 10
SCORE = re.compile(r"(\d+)(\.+)\s+[^\s{}]+\s+\{([+-]\d+\.\d\d)/")
RESULTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}


def counts(paths):
    """How often each score (in bins, of who moves) was followed by a win, a draw, a loss."""
    found = Counter()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            games = file.read().split("\n\n")
        for tags, moves in zip(games[::2], games[1::2]):
            result = re.search(r'\[Result "([^"]+)"\]', tags)
            if not result or result[1] not in RESULTS:
                continue
            for _, dots, score in SCORE.findall(" ".join(moves.split())):
                score, side = round(100 * float(score) / BIN) * BIN, -1 if len(dots) > 1 else 1
                if abs(score) < 1000:
                    found[score, RESULTS[result[1]] * side] += 1
    return found


def loss(found, half, spread):
    chance = lambda score: 1 / (1 + math.exp(min(700, (half - score) / spread)))
    total = 0
    for (score, outcome), count in found.items():
        won, lost = chance(score), chance(-score)
        share = {1: won, -1: lost, 0: 1 - won - lost}[outcome]
        total -= count * math.log(max(share, 1e-9))
    return total


def main():
    found = counts(sys.argv[1:])
    half, spread, step = 150.0, 90.0, 32.0
    while step >= 0.5 and spread < 1000:
        around = [(half + a * step, max(1.0, spread + b * step)) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        best = min(around, key=lambda pair: loss(found, *pair))
        if best == (half, spread):
            step /= 2
        half, spread = best
    print(f"{sum(found.values())} scores, half {half:.0f}, spread {spread:.0f}")


if __name__ == "__main__":
    main()
