#!/usr/bin/env python3
"""Plays many fast games of gomoku over all rules and both sizes, and judges them: gomoku_games.py WANQI [GAMES] [SECOND]

`best` plays at counted nodes against itself or against SECOND, a player as `wanqi match --b` takes it, such as
external:protocol=gomocup,cmd="wanqi gomocup",nodes=200. Every move must be on an empty point, every game must end with the
first line that wins and not before, and none may be forfeited. Renju's forbidden points are left to the match.
"""

import json
import subprocess
import sys

RULES, SIZES = ["freestyle", "exact", "renju"], [15, 20]


def wins(stones, row, column, side, rule):
    """Whether the stone just put makes a line that wins."""
    for down, right in (0, 1), (1, 0), (1, 1), (1, -1):
        length = 1
        for sign in 1, -1:
            r, c = row + sign * down, column + sign * right
            while stones.get((r, c)) == side:
                length, r, c = length + 1, r + sign * down, c + sign * right
        if length == 5 or length > 5 and (rule == "freestyle" or rule == "renju" and side == 1):
            return True
    return False


def judge(game, rule, size):
    """What is wrong with a game, if anything."""
    rows, turn = game["position"].split(" ")[:2]
    letters = {"X": 0, "O": 1}
    stones = {
        (r, c): letters[letter]
        for r, row in enumerate(rows.split("/"))
        for c, letter in enumerate(row)
        if letter in letters
    }
    side, won = letters[turn], False
    for number, move in enumerate(game["moves"]):
        if won:
            return f"move {number} comes after five"
        if move != "pass":
            row, column = size - int(move[1:]), ord(move[0]) - ord("a")
            if (row, column) in stones or not (0 <= row < size and 0 <= column < size):
                return f"move {number}, {move}, is on no empty point"
            stones[row, column] = side
            won = wins(stones, row, column, side, rule)
        side = 1 - side
    return None if won == (game["half_points"] != 1) else f"five: {won}, but {game['result']}"


def main():
    wanqi, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    second = sys.argv[3] if len(sys.argv) > 3 else "best:nodes=200,table=4"
    total = wrong = forfeits = plies = 0
    for seed, (rule, size) in enumerate((rule, size) for rule in RULES for size in SIZES):
        command = [wanqi, "match", "gomoku", "--option", f"rule={rule}", "--option", f"size={size}"]
        command += ["--a", "best:nodes=300,table=4", "--b", second, "--json"]
        command += ["--games", str(games // 6 // 2 * 2), "--seed", str(seed)]
        answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        flaws = [flaw for game in answer["games"] if (flaw := judge(game, rule, size))]
        lost = answer["forfeits_a"] + answer["forfeits_b"]
        print(f"{rule} {size}: +{answer['wins']} ={answer['draws']} -{answer['losses']}, {lost} forfeits")
        print("".join(f"  {flaw}\n" for flaw in flaws), end="", flush=True)
        total, wrong, forfeits = total + len(answer["games"]), wrong + len(flaws), forfeits + lost
        plies += sum(len(game["moves"]) for game in answer["games"])
    print(f"{total} games, {plies} plies: {wrong} wrong, {forfeits} forfeits")
    sys.exit(wrong + forfeits > 0)


if __name__ == "__main__":
    main()
