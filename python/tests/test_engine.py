"""Engines: what they choose and think, how they are stopped."""

import os
import signal
import threading
import time

import pytest
import wanqi

MATES = [
    ("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "best:depth=4", "Ra8#"),
    ("tictactoe", "XX./OO./... X", "best:depth=9", "c1"),
    ("connect4", "......./......./......./Y....../Y....../YRR..R. Y", "mcts:playouts=500,seed=1", "1"),
]


@pytest.mark.parametrize("game, position, engine, best", MATES)
def test_it_finds_the_win(game, position, engine, best):
    board = wanqi.Game(game).board(position)
    thought = wanqi.Engine(engine).play(board)
    assert board.position == wanqi.Game(game).board(position).position
    board.push(thought.best)
    assert board.outcome is not None and board.outcome.winner is not None
    assert thought.moves[0] == thought.best


def test_scores_have_units():
    board = wanqi.Board("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    score = wanqi.Engine("best").play(board, depth=4).score
    assert score.unit == "pawns" and score.mate == 1 and score.value is None and score.win_probability == 1.0
    assert str(score) == "#1" and str(-score) == "#-1"
    lead = wanqi.Engine("best").play(wanqi.Board("chess"), depth=3).score
    assert lead.value is not None and 0 < lead.win_probability < 1


def test_analysis_tells_what_it_thinks_and_is_stopped():
    engine = wanqi.Engine("best")
    with engine.analyse(wanqi.Board("chess"), lines=3, seconds=60) as analysis:
        thoughts = []
        for thought in analysis:
            thoughts.append(thought)
            if thought.depth >= 2:
                analysis.stop()
    last = thoughts[-1]
    assert last.depth >= 2 and len(last.lines) == 3 and last.lines[0].move == last.best
    assert len({line.move for line in last.lines}) == 3
    assert engine.play(wanqi.Board("chess"), depth=1).best


def test_ctrl_c_ends_a_search():
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        wanqi.Engine("best").play(wanqi.Board("chess"), seconds=60)
    assert time.monotonic() - began < 30


def test_other_threads_run_beside_a_search():
    counted = []
    counter = threading.Thread(target=lambda: counted.extend(range(1000)))
    with wanqi.Engine("best").analyse(wanqi.Board("chess"), seconds=60) as analysis:
        counter.start()
        counter.join(30)
        analysis.stop()
    assert len(counted) == 1000


def test_a_match_is_counted():
    heard = []
    engine = wanqi.Engine("best:depth=4")
    result = engine.match("random:seed=1", wanqi.Board("connect4"), games=6, seed=2, progress=heard.append)
    assert result.wins + result.draws + result.losses == 6 == len(heard)
    assert result.wins >= 5 and result.score > 0.8 and result.forfeits == 0
    stopped = engine.match("random:seed=1", wanqi.Board("connect4"), games=50, progress=lambda so_far: True)
    assert stopped.wins + stopped.draws + stopped.losses < 50
    with pytest.raises(ZeroDivisionError):
        engine.match("random:seed=1", wanqi.Board("connect4"), games=4, progress=lambda so_far: 1 / 0)


def test_a_game_is_learnt(tmp_path):
    heard = []
    game = wanqi.Game("tictactoe")
    in_use = game.learn(
        generations=1, games=60, seed=1, folder=tmp_path, progress=lambda number, elo: heard.append(number)
    )
    assert in_use in (None, 1) and len(heard) <= 1
    assert list((tmp_path / "learnt").iterdir())
    with pytest.raises(wanqi.WanqiError, match="nothing would end it"):
        game.learn()
