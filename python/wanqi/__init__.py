"""Board games: rules, engines, and environments for learning.

    >>> import wanqi
    >>> board = wanqi.Game("chess").board()
    >>> board.push("e4")
    >>> thought = wanqi.Engine("best:depth=6").play(board)
    >>> thought.best, str(thought.score)

`Game` names a game, `Board` is one in progress for people and engines, `Engine` plays and analyses it; `State` and `Batch` are
for learning, and `wanqi.pettingzoo` is PettingZoo's interface. `games()` lists the games; any rule file can be played.
"""

from ._wanqi import (
    Analysis,
    Batch,
    Board,
    Engine,
    Game,
    Library,
    Line,
    MatchResult,
    Outcome,
    Playouts,
    Record,
    Solution,
    Score,
    State,
    StoredGame,
    Thought,
    WanqiError,
    games,
    read_records,
)

__all__ = [
    "Analysis",
    "Batch",
    "Board",
    "Engine",
    "Game",
    "Library",
    "Line",
    "MatchResult",
    "Outcome",
    "Playouts",
    "Record",
    "Solution",
    "Score",
    "State",
    "StoredGame",
    "Thought",
    "WanqiError",
    "games",
    "read_records",
]


def _game_of_spec(spec, _name=None):
    return Game(spec)


def _game_of_rules(text, name):
    return Game.from_rules(text, name)
