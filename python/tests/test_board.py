"""Boards: moves, positions, records, errors. What chess says is compared with python-chess."""

import random

import chess
import pytest
import wanqi

BREAKTHROUGH = """
name = "Little breakthrough"
board = '''
ppp
...
...
PPP'''

[piece.P]
name = "pawn"
moves = [{ step = "N", only = "move" }, { step = "NE NW" }]

[win]
reach = { P = "4" }
no_moves = "loss"
"""

PERFT = [
    ("chess", None, 3, 8902),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039),
    ("othello", None, 5, 1396),
    ("xiangqi", None, 2, 1920),
    ("tictactoe", None, 4, 3024),
    ("connect4", None, 4, 2401),
]


@pytest.mark.parametrize("game, position, depth, count", PERFT)
def test_perft(game, position, depth, count):
    board = wanqi.Game(game).board(position)
    assert board.perft(depth) == count
    assert sum(paths for _, paths in board.divide(depth)) == count
    assert len(board.divide(1)) == len(board.legal_moves())


@pytest.mark.parametrize("seed", range(4))
def test_chess_beside_python_chess(seed):
    chooser = random.Random(seed)
    ours, theirs = wanqi.Board("chess"), chess.Board()
    while not ours.is_game_over() and ours.ply < 120:
        moves = sorted(ours.legal_moves("UCI"))
        assert moves == sorted(move.uci() for move in theirs.legal_moves), ours.position
        assert ours.turn == (0 if theirs.turn else 1)
        move = chooser.choice(moves)
        assert theirs.san(chess.Move.from_uci(move)) in ours.legal_moves("SAN")
        ours.push(move)
        theirs.push_uci(move)
        assert ours.position == theirs.fen(en_passant="legal")
    assert ours.is_game_over() == (theirs.outcome() is not None) or ours.ply == 120 or ours.outcome.winner is None


@pytest.mark.parametrize("game", ["chess", "go:size=9", "othello", "gomoku:size=9", "hex", "breakthrough"])
def test_a_record_is_read_back(game):
    chooser = random.Random(7)
    board = wanqi.Game(game).board()
    for _ in range(20):
        board.push(chooser.choice(board.legal_moves()))
    for format in ["pgn", "json"]:
        records, problems = wanqi.read_records(board.record(format))
        assert not problems and len(records) == 1
        again = records[0].board()
        assert again.position == board.position and again.moves() == board.moves()
    assert board.copy().pop() == board.moves()[-1]
    for _ in range(20):
        board.pop()
    assert board.position == wanqi.Game(game).board().position


def test_records_have_players():
    record = wanqi.read_records('[White "Anna"]\n[Black "Ben"]\n\n1. f3 e5 2. g4 Qh4# 0-1')[0][0]
    assert record.players == ("Anna", "Ben") and record.moves == ["f2f3", "e7e5", "g2g4", "d8h4"]
    board = record.board()
    assert board.result() == "0-1" and board.outcome.winner == 1
    assert board.outcome.text == "Black wins by checkmate"
    record.players = ("Carl", "Ben")
    assert '[White "Carl"]' in record.text("pgn")


ERRORS = [
    (lambda: wanqi.Game("ches"), "there is no game"),
    (lambda: wanqi.Game("go:size=1000"), "size"),
    (lambda: wanqi.Board("chess", "nonsense"), "not a position"),
    (lambda: wanqi.Board("chess").push("e5"), "not a move here"),
    (lambda: wanqi.Board("chess").record("gif"), "there is no format \"gif\""),
    (lambda: wanqi.Board("chess").record("sgf"), "SGF has no words for chess"),
    (lambda: wanqi.Board("chess").legal_moves("runes"), "there is no notation runes"),
    (lambda: wanqi.Game.from_rules("name = 3"), "the game has no board"),
    (lambda: wanqi.Engine("best:depth=3").play(wanqi.Board("chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1")), "the game is over"),
    (lambda: wanqi.Engine("bst").play(wanqi.Board("chess")), "bst"),
    (lambda: wanqi.Game("othello").state().apply_action(0), "action 0 is not legal here"),
]


@pytest.mark.parametrize("call, text", ERRORS)
def test_errors_say_what_is_wrong(call, text):
    with pytest.raises(wanqi.WanqiError) as error:
        call()
    assert text in str(error.value)
    assert isinstance(error.value, ValueError)


def test_there_is_nothing_to_take_back():
    with pytest.raises(IndexError):
        wanqi.Board("chess").pop()


@pytest.mark.parametrize("game", wanqi.games())
def test_every_game_is_drawn_and_copied(game):
    board = wanqi.Game(game).board()
    before = board.position
    copy = board.copy()
    copy.push(copy.legal_moves()[0])
    assert board.position == before and copy.ply == 1
    assert copy._repr_svg_().startswith("<svg") and copy._repr_svg_().endswith("</svg>")
    assert str(copy)
    assert set(board.legal_moves()) and len(board.legal_moves(board.notation)) == len(board.legal_moves())


def test_a_rule_file_is_a_game_like_any_other(tmp_path):
    text = BREAKTHROUGH
    path = tmp_path / "mine.toml"
    path.write_text(text)
    by_path, by_text = wanqi.Game(str(path)), wanqi.Game.from_rules(text, "mine")
    assert by_path.board().legal_moves() == by_text.board().legal_moves()
    board = by_text.board()
    board.push(board.legal_moves()[0])
    assert wanqi.read_records(board.record("json"))[0][0].board().position == board.position


def test_ownership_and_points():
    board = wanqi.Game("go:size=5,komi=0").board()
    board.push("c3")
    assert board.margin == 25.0
    report = board.playouts(games=50, seed=3)
    assert report.games == 50 and sum(report.wins) + report.draws == 50
    assert report.wins == board.playouts(games=50, seed=3).wins



def test_a_library_keeps_games(tmp_path):
    board = wanqi.Board("othello")
    for _ in range(6):
        board.push(board.legal_moves()[0])
    record = board.as_record()
    record.players, record.date = ("Anna", "Ben"), "2026-11-25"
    number = wanqi.Library(tmp_path).add(record)
    library = wanqi.Library(tmp_path)
    assert [(game.id, game.players, game.date, game.plies) for game in library.search(player="ann")] == [
        (number, ("Anna", "Ben"), "2026-11-25", 6)
    ]
    assert library.search(game="chess") == [] and library.load(number).board().position == board.position
    assert library.delete([number, number + 1]) == 1 and library.search() == []
    with pytest.raises(wanqi.WanqiError):
        wanqi.Library.ephemeral().load(1)


def test_positions_are_proven():
    solution = wanqi.Board("tictactoe").solve()
    assert solution.solved and solution.winner is None and solution.method == "search"
    board = wanqi.Board("gomoku")
    for mv in "h8 a1 h9 a3 h10 a5".split():
        board.push(mv)
    solution = board.solve(seconds=10)
    assert (solution.winner, solution.method) == (0, "threats") and solution.moves
    assert not wanqi.Board("chess").solve(nodes=1000).solved
    endgame = wanqi.Board("othello", "XXXXXXXX/" * 7 + "XXXXXO.. X").solve()
    assert endgame.solved and endgame.least == endgame.most == 64
    with pytest.raises(wanqi.WanqiError, match="over"):
        wanqi.Board("tictactoe", "XXX/OO./... O").solve()
