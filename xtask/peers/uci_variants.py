#!/usr/bin/env python3
"""Random games of shipped rule files beside Fairy-Stockfish, in UCI or USI: at every step the legal moves as each
program writes them, after the same moves and after Fairy-Stockfish's FEN, and the FEN without its counters.

uci_variants.py uci|usi WANQI GAMES VARIANT[=OUR_GAME]...
"""
import random
import re
import subprocess
import sys

FAIRY = "/usr/games/fairy-stockfish"
PLIES = 120


class Engine:
    def __init__(self, command, hello):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask(hello, lambda line: line == hello + "ok")

    def ask(self, lines, is_last):
        self.process.stdin.write(lines + "\n")
        self.process.stdin.flush()
        heard = []
        while not heard or not is_last(heard[-1]):
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"{self.process.args[0]} has ended: {heard[-3:]}")
            heard.append(line.rstrip("\n"))
        return heard

    def tell(self, lines):
        return self.ask(lines + "\nisready", lambda line: line == "readyok")

    def moves(self, position):
        over = lambda line: line.startswith(("Nodes searched", "bestmove"))
        heard = self.ask(position + "\ngo perft 1", over)
        self.tell("")
        counted = (re.match(r"([^ :]+): 1$", line) for line in heard)
        return sorted(found[1] for found in counted if found)

    def fen(self, position, word):
        heard = self.tell(position + "\nd")
        return next(line[len(word):] for line in heard if line.startswith(word))


def in_order(fen, counters):
    """Without counters, and the hands in one order."""
    words = fen.split()[:-counters]
    if counters == 1:
        words[-1] = "".join(sorted(words[-1]))
    hands = lambda found: "[" + "".join(sorted(found[1])) + "]"
    return re.sub(r"\[([^]]*)\]", hands, " ".join(words))


def compare(language, wanqi, games, variant):
    variant, _, own = variant.partition("=")
    fairy = Engine([FAIRY], language)
    fairy.tell(f"setoption name UCI_Variant value {variant}")
    ours = Engine([wanqi, language, own or variant, "--player", "random"], language)
    word, own_word, counters = {"uci": ("Fen: ", "fen", 2), "usi": ("Sfen: ", "sfen", 1)}[language]
    rng, plies, faults = random.Random(7), 0, []
    for _ in range(games):
        moves = []
        while len(moves) < PLIES:
            position = "position startpos" + "".join([" moves ", " ".join(moves)] if moves else [])
            legal, fen = fairy.moves(position), fairy.fen(position, word)
            if ours.moves(position) != legal:
                faults.append(f"moves: {position}")
            if in_order(ours.fen(position, "Fen: "), counters) != in_order(fen, counters):
                faults.append(f"FEN: {fen}")
            if ours.moves(f"position {own_word} {fen}") != legal:
                faults.append(f"moves from FEN: {fen}")
            plies += 1
            if not legal:
                break
            moves.append(rng.choice(legal))
    print(f"{variant}: {plies} positions, {len(faults)} differ", *faults[:3], sep="\n  ", flush=True)
    return bool(faults)


if __name__ == "__main__":
    language, wanqi, games, *variants = sys.argv[1:]
    sys.exit(any([compare(language, wanqi, int(games), variant) for variant in variants]))
