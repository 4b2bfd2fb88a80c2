"""Three lines of a chess position, as the engine deepens: `python examples/analyse.py [FEN]`."""

import sys

import wanqi

board = wanqi.Game("chess").board(sys.argv[1] if len(sys.argv) > 1 else None)
with wanqi.Engine("best").analyse(board, lines=3, seconds=2) as analysis:
    for thought in analysis:
        best = thought.lines[0] if thought.lines else None
        print(f"depth {thought.depth:2}  {thought.score!s:>6}  {' '.join(best.moves[:6]) if best else ''}")
for line in thought.lines:
    print(f"{line.score!s:>6}  {' '.join(line.moves[:8])}")
