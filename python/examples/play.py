"""Two engines play a game, which is then written as PGN: `python examples/play.py [GAME] [FIRST] [SECOND]`."""

import sys

import wanqi

name, *engines = sys.argv[1:] or ["connect4"]
engines = [wanqi.Engine(text) for text in (engines + ["best:depth=6", "mcts:playouts=2000,seed=1"][len(engines):])]
board = wanqi.Game(name).board()
while not board.is_game_over() and board.ply < 400:
    thought = engines[board.turn].play(board)
    print(f"{board.ply + 1:3} {thought.best:6} {thought.score}")
    board.push(thought.best)
print(board)
print(board.outcome)
print(board.record("pgn"))
