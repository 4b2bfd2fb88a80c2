#!/usr/bin/env python3
"""Makes the first set of puzzles, `puzzles.txt` beside this file, with our own program alone.

    crates/store/puzzles.py target/release/wanqi > crates/store/puzzles.txt
    crates/store/puzzles.py target/release/wanqi chess xiangqi >> crates/store/puzzles.txt

Positions of quick games between weak players, and what `wanqi solve gomoku --compose` makes. Each of the solver's moves
wins by proof, and a search gives every other less than OTHERS, but for a last one that ends the game. In chess and
xiangqi they mate, every one of them, and no other move is known to: one that wins a piece instead is not as quick.
"""

import json
import subprocess
import sys

WANQI = sys.argv[1]
# All of them, if none is named.
ONLY = sys.argv[2:]
# The game, who plays it, how many puzzles are wanted.
GAMES = [
    ("tictactoe", "random", "random", 4),
    ("connect4", "alphabeta:depth=2", "greedy", 8),
    ("othello", "greedy", "random", 4),
    ("chess", "alphabeta:depth=2", "greedy", 12),
    ("xiangqi", "alphabeta:depth=2", "greedy", 8),
]
# How many are composed, and of how many seeds at most: most can be won by open threes too.
COMPOSED, SEEDS = 8, 150
# Where a win is a mate.
MATES = ("chess", "xiangqi")
# How soon a win is, in plies.
SOONEST, LATEST = 3, 9
# What another move may be worth at most, as a win probability.
OTHERS = 0.6


def wanqi(*arguments):
    run = subprocess.run([WANQI, *arguments], capture_output=True, text=True, timeout=120)
    return run.stdout if run.returncode == 0 else ""


def analysed(game, position, moves, time):
    asked = ["analyze", game, "--position", position, "--lines", "2", "--time", time, "--json"]
    answer = wanqi(*asked, *(["--moves", *moves] if moves else []))
    return json.loads(answer) if answer else None


def solution(game, position):
    """The solver's moves and the replies, as far as each of the solver's is the only one that wins."""
    line, ends = [], False
    while True:
        found = analysed(game, position, line, "1500ms")
        if not found or not found["moves"]:
            break
        best, *others = found["moves"]
        plies = best["decided"] or 0
        if plies <= 0:
            break
        if not others and not line:
            # Who has no choice solves nothing.
            break
        ends = plies == 1
        if not ends and others and not is_worse(game, others[0]):
            break
        line.append(best["text"])
        if ends or len(best["line"]) < 2:
            break
        line.append(best["line"][1])
    if game in MATES and not ends:
        return []
    return line if len(line) % 2 else line[:-1]


def is_worse(game, other):
    """Whether another move does not win, or not by a mate that is known."""
    if game in MATES and (other["decided"] or 0) <= 0:
        return True
    return other["win_probability"] is not None and other["win_probability"] <= OTHERS


def write(game, position, line):
    print(game, position, " ".join(line), sep="\t", flush=True)


def composed():
    found = 0
    for seed in range(1, SEEDS + 1):
        if found >= COMPOSED:
            return
        told = wanqi("solve", "gomoku", "--compose", str(5 + 2 * (seed % 3)), "--seed", str(seed)).splitlines()
        if told:
            line = solution("gomoku", told[0])
            if len(line) >= 3:
                write("gomoku", told[0], line)
                found += 1


def played(game, a, b, wanted):
    known = set()
    for seed in range(60):
        told = wanqi("match", game, "--a", a, "--b", b, "--games", "2", "--seed", str(seed), "--time", "20ms", "--plies", "120", "--json")
        if not told:
            continue
        for one in json.loads(told)["games"] if isinstance(json.loads(told), dict) else json.loads(told):
            moves = one["program_moves"]
            for ply in range(4, len(moves)):
                if len(known) >= wanted:
                    return
                seen = analysed(game, one["position"], moves[:ply], "60ms")
                if not seen or not SOONEST <= (seen["decided"] or 0) <= LATEST or seen["position"] in known:
                    continue
                line = solution(game, seen["position"])
                if len(line) >= 3:
                    known.add(seen["position"])
                    write(game, seen["position"], line)
                    break


if not ONLY:
    print("# Puzzles made and proven by this program alone: see puzzles.py. Game, position, moves.")
if not ONLY or "gomoku" in ONLY:
    composed()
for game, a, b, wanted in GAMES:
    if not ONLY or game in ONLY:
        played(game, a, b, wanted)
