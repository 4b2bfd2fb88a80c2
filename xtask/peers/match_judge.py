"""Whether every move of matches is legal: python3 match_judge.py FILE…

Each FILE is the answer of `wanqi match … --json`. Chess is judged by python-chess (pip install chess), xiangqi by
pyffish (pip install pyffish), whose ranks count from 1 where ours do from 0. A game that was won on the board must
also be one in which the loser has no move left, unless its text names repetition.
"""

import json
import re
import sys
from collections import Counter


def judge_chess(position, moves):
    """Plays the moves; the side to move at the end, 0 or 1, and the number of its moves."""
    import chess

    board = chess.Board(position)
    for ply, text in enumerate(moves):
        move = chess.Move.from_uci(text)
        if move not in board.legal_moves:
            raise ValueError(f"ply {ply + 1}: {text} is not legal in {board.fen()}")
        board.push(move)
    return int(board.turn == chess.BLACK), board.legal_moves.count()


def judge_xiangqi(position, moves):
    import pyffish

    # It names the first of the moves that is not legal, and accepts none that is not.
    fen = pyffish.get_fen("xiangqi", position, [re.sub(r"\d", lambda rank: str(int(rank[0]) + 1), mv) for mv in moves])
    return int(fen.split()[1] == "b"), len(pyffish.legal_moves("xiangqi", fen, []))


def judge(game, played):
    """Why the game is wrong, or None."""
    rules = {"chess": judge_chess, "xiangqi": judge_xiangqi}[game]
    try:
        side, moves = rules(played["position"], played["program_moves"])
    except (ValueError, SystemError) as error:
        # pyffish's ValueError comes wrapped.
        return str(error.__cause__ or error)
    decided = played["half_points"] != 1 and played["end"] == "rules"
    if decided and "repet" not in played["result"] and "perpetual" not in played["result"]:
        loser = int((played["half_points"] == 0) != played["a_first"])
        if side != loser or moves > 0:
            return f"{played['result']}, with {moves} moves left"
    elif moves == 0 and not decided and game == "xiangqi" and played["end"] == "rules":
        return f"{played['result']}, although there is no move left"
    return None


def main():
    games = plies = wrong = 0
    results = Counter()
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            match = json.load(file)
        game = match["game"].split(":")[0]
        for number, played in enumerate(match["games"], 1):
            games += 1
            plies += len(played["program_moves"])
            results[re.sub(r";.*|\d+", "", played["result"])] += 1
            error = judge(game, played)
            if error:
                wrong += 1
                print(f"{path}, game {number}: {error}")
    print(f"{games} games, {plies} plies, {wrong} wrong")
    for text, count in results.most_common():
        print(f"{count:6} {text}")
    sys.exit(wrong > 0 or games == 0)


main()
