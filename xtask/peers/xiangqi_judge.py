"""Judges random games of xiangqi by pyffish (`pip install pyffish`):

cargo run --release -p wanqi-games --example xiangqi_games -- 1000 1 | python3 xtask/peers/xiangqi_judge.py

In every position the legal moves, the FEN that follows a move (its counters too) and whether there is a check must
be the same on both sides; in every fiftieth the WXF texts as well, but for those of advisors, elephants and three or
more pieces on a file, which pyffish writes in ways of its own. A game that ends must end alike: pyffish must see no
legal move where we see mate or stalemate, and must call a perpetual check one. Its draws come after fifty moves
without a capture, ours after sixty, so a draw of ours is asked of its repetitions alone.
"""

import collections
import sys

import pyffish

VARIANT = "xiangqi"
DIGITS = str.maketrans("0123456789", "123456789X")


def uci(move):
    """A move with ranks from 1, as pyffish writes them."""
    return move.translate(DIGITS).replace("X", "10")


def tandem_free(fen, letter):
    """Whether no file holds three pieces of a letter."""
    ranks = ["".join(" " * int(c) if c.isdigit() else c for c in rank) for rank in fen.split()[0].split("/")]
    return all(sum(rank[file] == letter for rank in ranks) < 3 for file in range(9))


def judge_texts(fen, texts):
    """The number of WXF texts compared."""
    compared = 0
    for move, wxf in texts:
        letter = wxf[0] if fen.split()[1] == "w" else wxf[0].lower()
        if wxf[0] not in "RNHCKP" or not tandem_free(fen, {"H": "N", "h": "n"}.get(letter, letter)):
            continue
        theirs = pyffish.get_san(VARIANT, fen, uci(move), False, pyffish.NOTATION_XIANGQI_WXF)
        # pyffish names the file where only one of two pieces in tandem could make the move.
        assert wxf == theirs or (wxf[1] in "+-" and theirs[1].isdigit()), (fen, move, wxf, theirs)
        compared += 1
    return compared


def main():
    count = collections.Counter()
    start, played, expected = None, [], None
    for line in sys.stdin:
        fen, check, moves, ending = line.rstrip("\n").split("\t")
        if start is None:
            start, played, expected = fen, [], None
        texts = [move.split(":") for move in moves.split()]
        ours = sorted(uci(move) for move, _ in texts)
        theirs = sorted(pyffish.legal_moves(VARIANT, fen, []))
        assert ours == theirs, (fen, set(ours) ^ set(theirs))
        assert (check == "check") == pyffish.gives_check(VARIANT, fen, []), fen
        if expected is not None:
            assert fen == expected, (fen, expected)
        count["positions"] += 1
        count["moves"] += len(ours)
        if count["positions"] % 50 == 0:
            count["texts"] += judge_texts(fen, texts)
        if ending not in ("draw", "win", "loss"):
            played.append(uci(ending))
            expected = pyffish.get_fen(VARIANT, fen, [played[-1]])
            continue
        count["games"] += 1
        count[ending] += 1
        if not ours:
            value = pyffish.game_result(VARIANT, fen, [])
            assert ending == "loss" and value < 0, (fen, ending, value)
        elif int(fen.split()[4]) < 100:
            ended, value = pyffish.is_optional_game_end(VARIANT, start, played)
            outcome = "draw" if value == 0 else "win" if value > 0 else "loss"
            assert ended and outcome == ending, (fen, ending, ended, value)
            count["repetitions"] += 1
        start = None
    assert start is None and count["games"] > 0, "the last game is cut off"
    print(", ".join(f"{number} {name}" for name, number in sorted(count.items())))


main()
