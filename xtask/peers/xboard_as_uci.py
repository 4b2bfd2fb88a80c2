"""Lets an engine that speaks xboard's protocol play in matches between UCI engines.

python3 xtask/peers/xboard_as_uci.py phalanx -c -o - ...

Needs python-chess (pip install chess). Clocks, moves and the end of a game are passed on; there is no `stop`: the
engine answers by its clock. python-chess tells it the time control before every move, in whole seconds, and the
time left in hundredths.
"""

import sys

import chess
import chess.engine


def limit_of(words):
    """The limits of a `go` command, in seconds."""
    numbers = dict(zip(words[::1], words[1::1]))
    clock = lambda key: float(numbers[key]) / 1000 if key in numbers else None
    if "movetime" in numbers:
        return chess.engine.Limit(time=clock("movetime"))
    if "depth" in numbers:
        return chess.engine.Limit(depth=int(numbers["depth"]))
    moves = int(numbers["movestogo"]) if "movestogo" in numbers else None
    return chess.engine.Limit(white_clock=clock("wtime"), black_clock=clock("btime"),
                              white_inc=clock("winc"), black_inc=clock("binc"), remaining_moves=moves)


def board_of(words):
    """The board of a `position` command."""
    moves = words.index("moves") if "moves" in words else len(words)
    board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:moves]))
    for move in words[moves + 1:]:
        board.push_uci(move)
    return board


def main():
    engine = chess.engine.SimpleEngine.popen_xboard(sys.argv[1:])
    board, game = chess.Board(), 0
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["uci"]:
                print(f"id name {engine.id.get('name', sys.argv[1])}\nuciok")
            case ["isready"]:
                print("readyok")
            case ["ucinewgame"]:
                game += 1
            case ["position"]:
                board = board_of(words)
            case ["go"]:
                played = engine.play(board, limit_of(words), game=game)
                print(f"bestmove {played.move.uci() if played.move else '(none)'}")
            case ["quit"]:
                break
        sys.stdout.flush()
    engine.quit()


if __name__ == "__main__":
    main()
