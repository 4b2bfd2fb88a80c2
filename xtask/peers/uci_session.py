#!/usr/bin/env python3
"""Drives `wanqi uci` as an interface does, by python-chess's engine module.

    pip install chess
    cargo build --release && python3 xtask/peers/uci_session.py target/release/wanqi [SYZYGY_FOLDER]

Every answer is looked at: moves and lines are legal, options take effect, stop is answered in time, nonsense changes
nothing, and the program ends by itself when its input does. Prints what was checked; ends with 1 if something is wrong.
"""

import os
import random
import subprocess
import sys
import time

import chess
import chess.engine

WRONG = []


def check(what, holds, detail=""):
    print(("ok     " if holds else "WRONG  ") + what + (f": {detail}" if detail else ""), flush=True)
    if not holds:
        WRONG.append(what)


def legal(board, line):
    board = board.copy()
    for move in line:
        if move not in board.legal_moves:
            return False
        board.push(move)
    return True


def analyses(engine):
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=8), multipv=3)
    check("three lines", len(infos) == 3 and len({info["pv"][0] for info in infos}) == 3)
    check("lines are legal", all(legal(chess.Board(), info["pv"]) for info in infos))
    for key in ["depth", "seldepth", "score", "nodes", "nps", "hashfull", "time"]:
        check(f"info {key}", all(key in info for info in infos) or key in ["nps"], str(infos[0].get(key)))
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=6))
    check("info wdl", "wdl" in info and sum(info["wdl"].relative) == 1000, str(info.get("wdl")))
    engine.configure({"UCI_ShowWDL": False})
    mate = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(depth=12))
    check("mate in two", info["score"].relative == chess.engine.Mate(2), str(info["score"]))
    result = engine.play(mate, chess.engine.Limit(time=1), root_moves=[chess.Move.from_uci("a1a2")])
    check("searchmoves", result.move == chess.Move.from_uci("a1a2"))
    bounds = 0
    with engine.analysis(chess.Board(), chess.engine.Limit(time=1.5)) as analysis:
        for info in analysis:
            if "pv" in info and not legal(chess.Board(), info["pv"]):
                check("every line is legal", False, str(info))
            bounds += "lowerbound" in info or "upperbound" in info
    check("an analysis of 1.5 s", True, f"{bounds} bounds told")


def game(engine, board, limit, ponder=False):
    engine.ping()
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < 200:
        result = engine.play(board, limit, ponder=ponder, game=id(board))
        if result.move not in board.legal_moves:
            return False
        board.push(result.move)
        if ponder and not board.is_game_over():
            # Sometimes what was pondered about, sometimes not.
            expected = result.ponder if result.ponder in board.legal_moves else None
            board.push(expected if expected and random.random() < 0.5 else random.choice(list(board.legal_moves)))
    return True


def games(engine):
    random.seed(1)
    clock = chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.02, black_inc=0.02)
    check("a game by the clock", game(engine, chess.Board(), clock))
    check("a game with pondering", game(engine, chess.Board(), chess.engine.Limit(time=0.02), ponder=True))
    for number in random.sample(range(960), 12):
        board = chess.Board.from_chess960_pos(number)
        played = game(engine, board, chess.engine.Limit(nodes=500))
        check(f"Chess960 {number}", played, f"{sum(1 for _ in board.move_stack)} plies")


def stops(engine):
    longest = 0
    for _ in range(40):
        analysis = engine.analysis(chess.Board(), None)
        time.sleep(random.uniform(0.01, 0.1))
        began = time.time()
        analysis.stop()
        analysis.wait()
        longest = max(longest, time.time() - began)
    check("stop is answered within 50 ms", longest < 0.05, f"{longest * 1000:.1f} ms at most")


def tables(engine, folder):
    engine.configure({"SyzygyPath": folder})
    import chess.syzygy

    random.seed(2)
    with chess.syzygy.open_tablebase(folder) as known:
        wrong = hits = positions = 0
        while positions < 200:
            board = chess.Board(None)
            squares = random.sample(chess.SQUARES, 4)
            kinds = [random.choice([chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]) for _ in "12"]
            pieces = [chess.Piece(chess.KING, True), chess.Piece(chess.KING, False)]
            pieces += [chess.Piece(kind, random.random() < 0.6) for kind in kinds]
            for square, piece in zip(squares, pieces):
                board.set_piece_at(square, piece)
            board.turn = random.random() < 0.5
            if not board.is_valid() or board.is_game_over():
                continue
            positions += 1
            wdl = known.probe_wdl(board)
            result = engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
            hits += result.info.get("tbhits", 0)
            board.push(result.move)
            after = -known.probe_wdl(board) if not board.is_checkmate() else 2
            if after != wdl:
                wrong += 1
                print(board.fen(), wdl, after, result.move)
    check("tables: every move keeps the result", wrong == 0, f"{positions} positions, {hits} hits")
    engine.configure({"SyzygyPath": ""})


def nonsense(path):
    with subprocess.Popen([path, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        lines = [b"xyzzy", b"\x00\xff", b"position fen nonsense", b"position startpos moves e2e5", b"go depth x nodes 900"]
        lines += [b"setoption name Hash value -1", b"position startpos moves e2e4", b"position fen 8/8 w", b"d", b"isready"]
        process.stdin.write(b"\n".join(lines) + b"\n" + b"x" * 10_000_000 + b"\nisready\n")
        process.stdin.flush()
        said, ready = [], 0
        while ready < 2:
            line = process.stdout.readline().decode()
            said.append(line)
            ready += line == "readyok\n"
        check("nonsense changes nothing", any("4P3" in line and line.startswith("Fen:") for line in said))
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        time.sleep(0.2)
        process.stdin.close()
        began = time.time()
        code = process.wait(timeout=10)
        check("end of input during a search", code == 0, f"{(time.time() - began) * 1000:.0f} ms")


def main():
    path = os.path.abspath(sys.argv[1])
    engine = chess.engine.SimpleEngine.popen_uci([path, "uci"], timeout=60)
    for name in ["Hash", "Threads", "MultiPV", "Ponder", "Clear Hash", "Move Overhead", "UCI_Chess960", "UCI_ShowWDL",
                 "UCI_LimitStrength", "UCI_Elo", "SyzygyPath", "EvalFile"]:
        check(f"option {name}", name in engine.options)
    analyses(engine)
    games(engine)
    stops(engine)
    if len(sys.argv) > 2:
        tables(engine, sys.argv[2])
    began = time.time()
    engine.quit()
    check("quit", True, f"{(time.time() - began) * 1000:.0f} ms")
    nonsense(path)
    sys.exit(1 if WRONG else 0)


if __name__ == "__main__":
    main()
