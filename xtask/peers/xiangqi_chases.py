"""Judges cycles of moves at xiangqi by pyffish (`pip install pyffish`):

cargo run --release -p wanqi-games --example xiangqi_chases -- 6000 1 | python3 xtask/peers/xiangqi_chases.py

Who loses at the third occurrence of a position must be the same on both sides. pyffish looks at the move that led into the
cycle too, which we do not: where the two differ, the cycle is gone through once more, so that this move is one of the cycle's.
What differs still is written.
"""

import collections
import sys

import pyffish

VARIANT = "xiangqi"


def uci(move):
    """A move with ranks from 1, as pyffish writes them."""
    return "".join(c if c.isalpha() else str(int(c) + 1) for c in move)


def loser(fen, moves):
    """Who loses when the moves have been played."""
    ended, value = pyffish.is_optional_game_end(VARIANT, fen, [uci(move) for move in moves])
    if not ended:
        return "NO END"
    red_to_move = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
    return "NOBODY" if value == 0 else "RED" if (value < 0) == red_to_move else "BLACK"


def main():
    verdicts = collections.Counter()
    for line in sys.stdin:
        fen, moves, ours = line.strip().split(";")
        fen, moves = fen.replace("H", "N").replace("h", "n"), moves.split()
        if loser(fen, moves) == ours:
            verdict = "the same"
        elif loser(fen, moves + moves[-4:]) == ours:
            verdict = "the same, gone through once more"
        else:
            verdict = f"{ours} here, {loser(fen, moves + moves[-4:])} there"
            print(line.strip())
        verdicts[verdict] += 1
    for verdict, count in verdicts.most_common():
        print(f"{count:6} {verdict}")


if __name__ == "__main__":
    main()
