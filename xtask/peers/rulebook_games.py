#!/usr/bin/env python3
"""Random games of open_spiel, pyffish and pydraughts, written in the notation of our rule files.

`crates/games/tests/rules/rulebooks.rs` plays them again: every move must be legal, each position must have as many
legal moves, and the results must agree.

    pip install open_spiel pyffish pydraughts
    python3 xtask/peers/rulebook_games.py testdata/rulebooks --games 12 --seed 1

A file has a line a game: moves with the number of legal moves before each (`22:a2a3`), `=`, the number of legal moves
at the end, and the result: `1` or `2` for the side that has won, `0` for a draw, `?` if the game was cut off.
Every ply is one of ours: a turn of several steps is several plies of one side.
"""

import argparse
import pathlib
import random
import re

LONGEST = 300


def pyffish_games(variant, games, rng, translate, longest=LONGEST, draws=True):
    """Games of pyffish; `translate` gives our plies for one of its moves. Its draws may be of another kind."""
    import pyffish

    for _ in range(games):
        start, moves, plies = pyffish.start_fen(variant), [], []
        while True:
            legal = pyffish.legal_moves(variant, start, moves)
            over, value = False, 0
            if not legal:
                over, value = True, pyffish.game_result(variant, start, moves)
            else:
                # Repetitions and move limits are for the players to claim there; a game ends with them here.
                for ends in (pyffish.is_immediate_game_end, pyffish.is_optional_game_end):
                    ended, score = ends(variant, start, moves)
                    if ended and not over:
                        over, value = True, score
            if over:
                # Values are the side to move's.
                if value == 0 and legal and not draws:
                    yield plies, None, "?"
                    break
                winner = 0 if value == 0 else (1 if (value > 0) == (len(moves) % 2 == 0) else 2)
                yield plies, (None if legal else 0), str(winner)
                break
            if len(moves) >= longest:
                yield plies, None, "?"
                break
            move = rng.choice(legal)
            texts = translate(move)
            for text in texts:
                plies.append((len(legal) if len(texts) == 1 else "-", text))
            moves.append(move)


def spiel_games(name, games, rng, translate, longest=LONGEST, draws=True):
    """Games of open_spiel; `translate` gives our text for one of its actions. Its draws may be of another kind."""
    import pyspiel

    game = pyspiel.load_game(name)
    for _ in range(games):
        state, plies = game.new_initial_state(), []
        while not state.is_terminal() and len(plies) < longest:
            legal = state.legal_actions()
            action = rng.choice(legal)
            plies.append((len(legal), translate(state.action_to_string(action), state)))
            state.apply_action(action)
        if state.is_terminal():
            first = state.returns()[0]
            if first == 0 and not draws:
                yield plies, None, "?"
                continue
            yield plies, None, "0" if first == 0 else "1" if first > 0 else "2"
        else:
            yield plies, None, "?"


def sown_games(name, games, rng, translate, stores, half=24, longest=LONGEST):
    """Games of open_spiel in which seeds are sown, up to where a side has taken more than half of them."""
    import pyspiel

    game = pyspiel.load_game(name)
    for _ in range(games):
        state, plies = game.new_initial_state(), []
        while not state.is_terminal() and max(stores(str(state))) <= half and len(plies) < longest:
            legal = state.legal_actions()
            action = rng.choice(legal)
            plies.append((len(legal), translate(action, state.current_player())))
            state.apply_action(action)
        lead = state.returns()[0] if state.is_terminal() else 0
        first, second = stores(str(state))
        if not state.is_terminal() and max(first, second) <= half:
            yield plies, None, "?"
            continue
        lead = lead or (first > half) - (second > half)
        yield plies, None, "0" if lead == 0 else "1" if lead > 0 else "2"


def oware_stores(text):
    scores = {int(who): int(seeds) for who, seeds in re.findall(r"Player (\d) score = (\d+)", text)}
    return scores[0], scores[1]


def mancala_stores(text):
    second, first = re.findall(r"\d+", text.split("\n")[1])
    return int(first), int(second)


def draughts_games(variant, games, rng, square, longest=LONGEST):
    """Games of pydraughts, which tells where a chain lands one after the other; `square` names its squares."""
    import draughts

    positions, with_kings = set(), set()
    for _ in range(games):
        board, plies, seen, quiet = draughts.Board(variant=variant), [], {}, 0
        while True:
            legal = [move.steps_move for move in board.legal_moves()]
            if not legal:
                yield plies, 0, "2" if board.turn == draughts.WHITE else "1"
                break
            # Draws are told in other ways there: games end before there could be one here.
            seen[board.fen] = seen.get(board.fen, 0) + 1
            positions.add(board.fen)
            with_kings.update([board.fen] if "K" in board.fen else [])
            if quiet >= 14 or seen[board.fen] > 2 or len(plies) >= longest:
                yield plies, None, "?"
                break
            path = rng.choice(legal)
            for i in range(1, len(path)):
                steps = {tuple(other[: i + 1]) for other in legal if other[:i] == path[:i]}
                if i == 1:
                    steps = {tuple(other[:2]) for other in legal}
                plies.append((len(steps), square(path[i - 1]) + square(path[i])))
            # A move of one step that takes nothing, by a king, gets nowhere.
            before = len(re.findall(r"\d+", board.fen))
            board.push(next(move for move in board.legal_moves() if move.steps_move == path))
            quiet = 0 if len(re.findall(r"\d+", board.fen)) < before else quiet + 1
    print(f"{variant}: {len(positions)} positions, {len(with_kings)} of them with kings")


def square_from_top(number):
    """Squares of ten lines are counted from the upper left."""
    row, place = divmod(number - 1, 5)
    return "abcdefghij"[2 * place + (row + 1) % 2] + str(10 - row)


def square_from_bottom(number):
    """Squares of eight lines are counted from the lower left."""
    row, place = divmod(number - 1, 4)
    return "abcdefgh"[2 * place + row % 2] + str(row + 1)


def mirrored(text, ranks):
    """Ranks counted from the other edge."""
    return re.sub(r"\d+", lambda found: str(ranks + 1 - int(found.group())), text)


def chess_like(move):
    """`e7e8q` is `e7e8=Q`, `P@e5` stays."""
    found = re.fullmatch(r"([a-z]\d+[a-z]\d+)([a-z])", move)
    return [f"{found[1]}={found[2].upper()}"] if found else [move]


def crazyhouse(move):
    """What promotes is another kind of piece here, which comes back as a pawn: `e7e8q` is `e7e8=T`."""
    found = re.fullmatch(r"([a-z]\d+[a-z]\d+)([qrbn])", move)
    return [f"{found[1]}={dict(q='T', r='U', b='V', n='W')[found[2]]}"] if found else [move]


def ataxx(move):
    """A drop there is a placement here."""
    return ["pass"] if move == "0000" else [move.removeprefix("P@")]


def amazons(move):
    """`d1a1,a1b1` is one move there and two plies here."""
    go, shoot = move.split(",")
    return [go, shoot[len(re.match(r"[a-z]\d+", shoot).group()) :]]


def janggi(move):
    """A general that stays where it is passes."""
    found = re.fullmatch(r"([a-z]\d+)([a-z]\d+)", move)
    return ["pass"] if found and found[1] == found[2] else [move]


def minishogi(move):
    """A promotion is `+` there and names the new piece here, which the replay finds by itself: `b4b5+`."""
    return [move]


def lines_of_action(text, _state):
    return text.replace("-", "").replace("x", "")


def from_the_left(size):
    """Files of a hexagon run down to the left there, and down to the right here."""

    def translate(text, _state):
        row = int(text[1:])
        return chr(ord(text[0]) + size - row) + text[1:]

    return translate


def mill(text, state):
    """Points are counted from the upper left; who names one where a man stands takes it."""
    names = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
    drawn = re.findall(r"[.BW]", str(state).split("\n\n")[0])
    points = [int(number) for number in re.findall(r"\d+", text)]
    if text.startswith("Move"):
        return "".join(names[point] for point in points)
    return ("" if drawn[points[0]] == "." else "x") + names[points[0]]


def without_draws(games, quiet):
    """Cuts games of mills off before a position comes for the third time, or `quiet` plies without progress."""
    for plies, last, result in games:
        board, seen, since, side = {}, {}, 0, 0
        for i, (_, text) in enumerate(plies):
            if text.startswith("x"):
                del board[text[1:]]
            elif len(text) == 2:
                board[text] = side
            else:
                board[text[2:]] = board.pop(text[:2])
                side = board[text[2:]]
            since = since + 1 if len(text) == 4 else 0
            # Whoever has just moved: a man taken off afterwards is another position.
            side = 1 - side if not text.startswith("x") else side
            place = (side, frozenset(board.items()))
            seen[place] = seen.get(place, 0) + 1
            if since >= quiet or seen[place] > 2:
                plies, last, result = plies[:i], None, "?"
                break
        yield plies, last, result


SOURCES = {
    "breakthrough": lambda n, rng: spiel_games("breakthrough", n, rng, lambda t, _: mirrored(t.rstrip("*"), 8)),
    "hex": lambda n, rng: spiel_games("hex", n, rng, lambda t, _: t),
    "y": lambda n, rng: spiel_games("y(board_size=13)", n, rng, lambda t, _: t),
    "havannah": lambda n, rng: spiel_games("havannah(board_size=8)", n, rng, from_the_left(8)),
    "nine-mens-morris": lambda n, rng: without_draws(spiel_games("nine_mens_morris", n, rng, mill, 600, draws=False), 99),
    "oware": lambda n, rng: sown_games("oware", n, rng, lambda a, p: "abcdef"[5 - a if p else a] + "12"[p], oware_stores),
    "kalah": lambda n, rng: sown_games(
        "mancala", n, rng, lambda a, p: "abcdef"[13 - a if p else a - 1] + "12"[p], mancala_stores
    ),
    "lines-of-action": lambda n, rng: spiel_games("lines_of_action", n, rng, lines_of_action, 600, draws=False),
    "english-draughts": lambda n, rng: spiel_games("checkers", n, rng, lambda t, _: t),
    "international-draughts": lambda n, rng: draughts_games("standard", n, rng, square_from_top),
    "russian-draughts": lambda n, rng: draughts_games("russian", n, rng, square_from_bottom),
    "brazilian-draughts": lambda n, rng: draughts_games("brazilian", n, rng, square_from_bottom),
    "amazons": lambda n, rng: pyffish_games("amazons", n, rng, amazons),
    "ataxx": lambda n, rng: pyffish_games("ataxx", n, rng, ataxx),
    "minishogi": lambda n, rng: pyffish_games("minishogi", n, rng, minishogi),
    "shogi": lambda n, rng: pyffish_games("shogi", n, rng, minishogi),
    "dobutsu": lambda n, rng: pyffish_games("dobutsu", n, rng, minishogi),
    "makruk": lambda n, rng: pyffish_games("makruk", n, rng, chess_like, draws=False),
    "janggi": lambda n, rng: pyffish_games("janggitraditional", n, rng, janggi),
    "clobber": lambda n, rng: pyffish_games("clobber", n, rng, lambda m: [m]),
    "los-alamos": lambda n, rng: pyffish_games("losalamos", n, rng, chess_like),
    "minixiangqi": lambda n, rng: pyffish_games("minixiangqi", n, rng, chess_like),
    "xiangqi": lambda n, rng: pyffish_games("xiangqi", n, rng, chess_like),
    "chess": lambda n, rng: pyffish_games("chess", n, rng, chess_like),
    "king-of-the-hill": lambda n, rng: pyffish_games("kingofthehill", n, rng, chess_like),
    "three-check": lambda n, rng: pyffish_games("3check", n, rng, chess_like),
    "antichess": lambda n, rng: pyffish_games("antichess", n, rng, chess_like),
    "atomic": lambda n, rng: pyffish_games("atomic", n, rng, chess_like),
    "horde": lambda n, rng: pyffish_games("horde", n, rng, chess_like),
    "racing-kings": lambda n, rng: pyffish_games("racingkings", n, rng, chess_like),
    "crazyhouse": lambda n, rng: pyffish_games("crazyhouse", n, rng, crazyhouse),
    "capablanca": lambda n, rng: pyffish_games("capablanca", n, rng, chess_like),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, source in SOURCES.items():
        if arguments.only and arguments.only != name:
            continue
        rng = random.Random(arguments.seed)
        lines = [f"# {arguments.games} games, seed {arguments.seed}: xtask/peers/rulebook_games.py"]
        for plies, last, result in source(arguments.games, rng):
            moves = " ".join(f"{count}:{text}" for count, text in plies)
            lines.append(f"{moves} = {'-' if last is None else last} {result}")
        (arguments.folder / f"{name}.txt").write_text("\n".join(lines) + "\n")
        print(name, len(lines) - 1, "games")


if __name__ == "__main__":
    main()
