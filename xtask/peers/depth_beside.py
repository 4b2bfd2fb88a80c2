#!/usr/bin/env python3
"""depth_beside.py WANQI OPENINGS [ROUNDS]: nodes and time to depth 15 beside Debian's ethereal-chess, and with two threads.

Eleven positions, each searched from an empty table of 64 MB: the start, and ten middle games that ethereal-chess plays
from every 200th line of OPENINGS, twelve plies at depth 8. Geometric means; times are seen from here, pipes included.

    apt-get install ethereal-chess; pip install chess
    xtask/peers/depth_beside.py target/release/wanqi uho-4060-2000.epd 3
"""

import math
import sys
import time

import chess
import chess.engine

ETHEREAL = ["/usr/games/ethereal-chess"]
DEPTH = 15


def engine(command, **options):
    engine = chess.engine.SimpleEngine.popen_uci(command)
    engine.configure(options)
    return engine


def positions(openings):
    """The start and ten middle games."""
    lines = open(openings, encoding="utf-8").read().splitlines()
    boards = [chess.Board()]
    with engine(ETHEREAL, Hash=16) as player:
        for line in lines[: 200 * 10 : 200]:
            board = chess.Board(" ".join(line.split()[:4]) + " 0 1")
            for _ in range(12):
                board.push(player.play(board, chess.engine.Limit(depth=8)).move)
            boards.append(board)
    return boards


def measure(boards, command, **options):
    """Geometric means of nodes and seconds."""
    nodes, seconds = 0.0, 0.0
    for board in boards:
        with engine(command, Hash=64, **options) as searcher:
            began = time.perf_counter()
            info = searcher.analyse(board, chess.engine.Limit(depth=DEPTH))
            seconds += math.log(time.perf_counter() - began)
            nodes += math.log(info["nodes"])
    return math.exp(nodes / len(boards)), math.exp(seconds / len(boards))


def main():
    wanqi, openings = [sys.argv[1], "uci"], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    boards = positions(openings)
    for _ in range(rounds):
        one = measure(boards, wanqi)
        two = measure(boards, wanqi, Threads=2)
        peer = measure(boards, ETHEREAL)
        print(f"one thread {one[0]:9,.0f} nodes {one[1]:.3f} s, two threads {two[1]:.3f} s ({two[1] / one[1]:.2f}); ", end="")
        print(f"ethereal {peer[0]:9,.0f} nodes {peer[1]:.3f} s; ours {one[0] / peer[0]:.2f} of its nodes, {one[1] / peer[1]:.2f} of its time", flush=True)


main()
