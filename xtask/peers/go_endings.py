"""Finished games of Go and what is dead in them, by GNU Go: python3 go_endings.py make FILE SIZE COUNT SEED WANQI
and python3 go_endings.py judge FILE WANQI

`make` adds COUNT games to FILE, a JSON object a line, played until both sides pass: by two weak GNU Gos after some random
moves, and every other one by a weak level of WANQI, the program's path, against one of them, which leaves many dead stones.
What is dead then says GNU Go at level 8, which plays the game on for that. `judge` asks WANQI for the dead stones of every
game and counts in how many it says the same of every stone.
"""

import json
import random
import subprocess
import sys
import time

GNU_GO = "/usr/games/gnugo --mode gtp --chinese-rules --level {} --seed {}"
OURS = ["mcts:playouts=100,knowledge=off", "mcts:playouts=400,knowledge=off", "mcts:playouts=300"]
COLUMNS = "ABCDEFGHJKLMNOPQRST"


class Engine:
    def __init__(self, command, size):
        self.process = subprocess.Popen(
            command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        for line in (f"boardsize {size}", "clear_board", "komi 7.5"):
            self.ask(line)

    def ask(self, line):
        """The answer, without what every answer has; an error as an exception."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        while not (answer and answer[-1] == "\n"):
            answer.append(self.process.stdout.readline())
            if answer[-1] == "":
                raise EOFError(line)
        if not answer[0].startswith("="):
            raise ValueError(f"{line}: {answer[0]}")
        return "".join(answer)[1:].strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def play(size, seed, wanqi):
    """A game, or nothing if it was not passed to its end."""
    dice = random.Random(seed)
    # On large boards the higher levels take more than a minute a game.
    levels = [0, 1, 3, 5] if size <= 13 else [0, 1]
    players = [GNU_GO.format(dice.choice(levels), dice.randrange(10**6)) for _ in range(2)]
    if seed % 2:
        player = f"{dice.choice(OURS)},seed={seed}"
        players[dice.randrange(2)] = f"{wanqi} gtp go:size={size} --player {player}"
    with Engine(players[0], size) as one, Engine(players[1], size) as other:
        with Engine(GNU_GO.format(8, 1), size) as judge:
            moves = []
            opening = dice.randrange(9 if size > 9 else 5)
            while moves[-2:] != ["PASS", "PASS"]:
                if len(moves) > 2 * size * size:
                    return None
                side = len(moves) % 2
                if len(moves) < opening:
                    move = COLUMNS[dice.randrange(size)] + str(dice.randrange(size) + 1)
                    if move in moves:
                        continue
                    one.ask(f"play {'bw'[side]} {move}")
                    other.ask(f"play {'bw'[side]} {move}")
                else:
                    move = (one, other)[side].ask(f"genmove {'bw'[side]}").upper()
                    if move == "RESIGN":
                        return None
                    (other, one)[side].ask(f"play {'bw'[side]} {move}")
                judge.ask(f"play {'bw'[side]} {move}")
                moves.append(move)
            dead, score = judge.ask("final_status_list dead").split(), judge.ask("final_score")
    return {"size": size, "who": ", ".join(players), "moves": moves, "dead": dead, "score": score}


def make(path, size, count, seed, wanqi):
    made = 0
    with open(path, "a", encoding="ascii") as file:
        while made < count:
            seed += 1
            try:
                game = play(size, seed, wanqi)
            except (EOFError, ValueError) as error:
                print(f"game {seed}: {error}", file=sys.stderr)
                continue
            if game:
                made += 1
                print(json.dumps(game), file=file, flush=True)


def judge(path, wanqi):
    games = right = wrong = 0
    longest = 0.0
    for line in open(path, encoding="ascii"):
        game = json.loads(line)
        with Engine(f"{wanqi} gtp go:size={game['size']} --player random", game["size"]) as engine:
            for number, move in enumerate(game["moves"]):
                engine.ask(f"play {'bw'[number % 2]} {move}")
            began = time.monotonic()
            dead = engine.ask("final_status_list dead").split()
            longest = max(longest, time.monotonic() - began)
        differing = set(dead) ^ set(game["dead"])
        games, right, wrong = games + 1, right + (not differing), wrong + len(differing)
        if differing:
            print(f"game {games}, {game['score']}: {' '.join(sorted(differing))}")
    print(f"{right} of {games} games, {wrong} stones wrong in the others; {longest:.2f} s at most")


if sys.argv[1] == "make":
    make(sys.argv[2], *map(int, sys.argv[3:6]), sys.argv[6])
else:
    judge(sys.argv[2], sys.argv[3])
