"""Games of Go of a network against itself, and networks that learn from them while they are played, on a graphics card.

A network larger than those that play on a processor, which begins as one of them and knows no more, evaluates the positions of
`cargo xtask go-selfplay` and learns from its games as they end: the teacher. Students of the size that ships learn from the same positions and from what
it says of them. Beside PyTorch it takes

    cargo build --profile quick --package wanqi-train --example go_selfplay
    cargo xtask go-selfplay parameters crates/eval/data/go.nn first.f32
    python3 xtask/gpu/go.py --driver target/quick/examples/go_selfplay --first first.f32 --out FOLDER --seconds 3600
    cargo xtask go-selfplay network FOLDER/student5.f32 FOLDER/games.rows go.nn
"""

import argparse
import math
import os
import subprocess
import time
from collections import deque

import numpy as np
import torch

from learning import Learner, Rows
from evaluating import ANSWER, QUESTION, Evaluations
from network import Layers, copied, ready, shipped, widened

BEGAN = time.time()


def say(*words):
    print(f"[{time.time() - BEGAN:6.1f}]", *words, flush=True)


def options():
    parser = argparse.ArgumentParser(description="Games of Go on a graphics card, and what learns from them")
    add = parser.add_argument
    add("--driver", required=True, help="the program that plays: target/quick/examples/go_selfplay")
    add("--first", required=True, help="parameters of the network to begin with, of 5 blocks of 32 channels")
    add("--teacher", default="", help="parameters of a teacher to go on with")
    add("--out", required=True, help="a folder for what has learnt and what it has learnt from")
    add("--seconds", type=float, required=True, help="how long games are played, reckoned from the program's beginning")
    add("--after", type=float, default=80, help="how long students learn on after that, ever more slowly")
    add("--threads", type=int, default=14, help="threads that play")
    add("--groups", type=int, default=4, help="groups of games of a thread")
    add("--games", type=int, default=32, help="games of a group")
    add("--at-once", type=int, default=16, help="groups that are evaluated at a time")
    add("--slots", type=int, default=2, help="batches under way at a time")
    add("--size", type=int, default=0, help="lines of the board; several boards if it is left out")
    add("--channels", type=int, default=64)
    add("--blocks", type=int, default=10)
    add("--students", default="5", help="blocks of the students, between commas")
    add("--batch", type=int, default=512)
    add("--reuse", type=float, default=10, help="how often the teacher learns from a position in the mean")
    add("--rate", type=float, default=1e-3)
    add("--rows", type=int, default=1_500_000, help="positions that are kept")
    add("--begin", type=int, default=4000, help="positions before anything learns")
    add("--compile", action=argparse.BooleanOptionalAction, default=True, help="by torch.compile: slower to begin, then faster")
    add("--seed", type=int, default=1)
    return parser.parse_args()


class Run:
    def __init__(self, o):
        self.o = o
        self.is_card = torch.cuda.is_available()
        device, dtype = ("cuda", torch.bfloat16) if self.is_card else ("cpu", torch.float32)
        torch.manual_seed(o.seed)
        torch.backends.cudnn.benchmark = True
        first = torch.from_numpy(np.fromfile(o.first, np.float32))
        layers = Layers(o.channels, o.blocks, policy=32, value=64, hidden=96)
        begins = torch.from_numpy(np.fromfile(o.teacher, np.float32)) if o.teacher else widened(shipped(5), first, layers, o.seed)
        self.rows = Rows(o.rows, device)
        self.teacher = Learner(layers, begins, self.rows, o.batch, device, dtype)
        self.weights = copied(ready(layers, self.teacher.mean, dtype))
        new = lambda compiled: Evaluations(layers, self.weights, o.at_once, o.games, device, dtype, compiled)
        self.free = deque(new(o.compile and self.is_card) for _ in range(o.slots if self.is_card else 1))
        if not self.compiles_well():
            self.free = deque(new(False) for _ in range(o.slots))
        says = self.free[0].network
        self.students = []
        for blocks in map(int, o.students.split(",")):
            begins = widened(shipped(5), first, shipped(blocks), o.seed + blocks)
            batch = o.at_once * o.games
            self.students.append(Learner(shipped(blocks), begins, self.rows, batch, device, dtype, says, decay=0.998))
        if self.is_card:
            self.fast, self.slow = torch.cuda.Stream(priority=-1), torch.cuda.Stream()
            self.rows.points.fill_(1)
            self.rows.count = 1
            for learner in (self.teacher, *self.students):
                learner.capture(self.slow)
            self.rows.points.zero_()
            self.rows.count = 0
            self.learnt = torch.cuda.Event()
            self.learnt.record()
        self.turn = 0

    def compiles_well(self):
        """Whether the compiled network says what the network says."""
        evaluations = self.free[0]
        if evaluations.network == evaluations.plain:
            return True
        with torch.no_grad():
            off = (evaluations.network(evaluations.seen) - evaluations.plain(evaluations.seen)).abs().max().item()
        say(f"compiled and not compiled differ by {off:.4f}")
        return off < 0.1

    def start(self):
        """Starts the program that plays."""
        o, name = self.o, f"/dev/shm/go_{os.getpid()}"
        self.path = f"{o.out}/games.rows"
        groups = o.threads * o.groups
        questions, answers = groups * o.games * QUESTION, groups * o.games * ANSWER
        np.zeros(questions + answers, np.int32).tofile(name)
        memory = np.memmap(name, np.int32, "r+")
        self.questions = memory[:questions].reshape(groups, o.games, QUESTION)
        self.answers = memory[questions:].view(np.float32).reshape(groups, o.games, ANSWER)
        words = [o.driver, "play", name, self.path]
        for what in ("threads", "groups", "games", "seed", "size"):
            if getattr(o, what):
                words += [f"--{what}", str(getattr(o, what))]
        self.plays = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        os.set_blocking(self.plays.stdout.fileno(), False)
        self.waiting, self.flying, self.half, self.evaluated, self.shared = deque(), deque(), b"", 0, name

    def evaluate(self):
        """Evaluates what waits, and hands out what has been evaluated."""
        try:
            data = self.half + os.read(self.plays.stdout.fileno(), 4096)
            self.half = data[len(data) // 2 * 2 :]
            self.waiting.extend(np.frombuffer(data[: len(data) // 2 * 2], np.uint16).tolist())
        except BlockingIOError:
            pass
        is_enough = len(self.waiting) >= 3 * self.o.at_once // 4 or not self.flying
        if self.free and self.waiting and is_enough:
            groups = [self.waiting.popleft() for _ in range(min(self.o.at_once, len(self.waiting)))]
            evaluations = self.free.popleft()
            with torch.cuda.stream(self.fast if self.is_card else None):
                evaluations.begin(groups, self.questions)
            self.flying.append(evaluations)
            self.evaluated += len(groups) * self.o.games
        while self.flying and self.flying[0].is_done():
            evaluations = self.flying.popleft()
            os.write(self.plays.stdin.fileno(), np.array(evaluations.end(self.answers), np.uint16).tobytes())
            self.free.append(evaluations)

    def learn(self, part):
        """A step of the teacher, or of a student where it has learnt from what there is often enough. `part`: how much of
        the time has gone by."""
        if self.rows.count < self.o.begin or self.is_card and not self.learnt.query():
            return
        with torch.cuda.stream(self.slow if self.is_card else None):
            if self.teacher.steps * self.o.batch < self.o.reuse * self.rows.count:
                slows = 1 if part < 0.5 else 0.15 + 0.85 * 0.5 * (1 + math.cos(math.pi * (2 * part - 1)))
                late = max(0, min(self.rows.count - 80_000, int(0.3 * self.rows.count)))
                self.teacher.step(self.o.rate * min(1, self.teacher.steps / 100) * slows, late)
            elif self.teacher.steps > 500:
                # What the teacher says is worth learning by then.
                learner = self.students[self.turn % len(self.students)]
                learner.step(1.2e-3 * min(1, learner.steps / 200), 0)
                self.turn += 1
            if self.is_card:
                self.learnt.record()

    def renew(self):
        """Plays by what has been learnt."""
        if self.is_card:
            torch.cuda.synchronize()
        for name, weight in ready(self.teacher.layers, self.teacher.mean, self.teacher.dtype).items():
            self.weights[name].copy_(weight.detach())

    def tell(self, most=4000):
        out = self.o.out
        self.teacher.save(f"{out}/teacher.f32")
        for learner in self.students:
            learner.save(f"{out}/student{learner.layers.blocks}.f32")
        all_of_them = [("teacher", self.teacher)] + [(f"{student.layers.blocks} blocks", student) for student in self.students]
        said = "; ".join(f"{name} {learner.steps} steps, {learner.measure(most)}" for name, learner in all_of_them)
        say(f"{self.evaluated} evaluated, {self.rows.count} rows; {said}")

    def play(self):
        """Plays, evaluates and learns until the time is over."""
        self.start()
        try:
            self.loop()
        finally:
            self.plays.stdin.close()
            self.plays.wait()
            os.remove(self.shared)
        self.rows.read(self.path)
        self.renew()
        self.tell(10_000)

    def loop(self):
        begin = now = read = told = renewed = time.time()
        while now < BEGAN + self.o.seconds:
            now = time.time()
            self.evaluate()
            self.learn((now - begin) / (BEGAN + self.o.seconds - begin))
            if now > read + 0.5:
                read = now
                self.rows.read(self.path)
            if now > renewed + 6:
                renewed = now
                self.renew()
            if now > told + 15:
                told = now
                self.tell()
                if self.plays.poll() is not None:
                    raise RuntimeError(f"what plays has ended: {self.plays.returncode}")

    def finish(self):
        """The students learn on, ever more slowly."""
        begin = told = time.time()
        while (part := (time.time() - begin) / max(1e-9, self.o.after)) < 1 and self.rows.count:
            for learner in self.students:
                slows = 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * part))
                with torch.cuda.stream(self.slow if self.is_card else None):
                    learner.step(1.2e-3 * min(1, learner.steps / 200) * slows, 0)
                if self.is_card and learner.steps % 8 == 0:
                    self.slow.synchronize()
            if time.time() > told + 15:
                told = time.time()
                self.tell()
        self.tell(10_000)


def main():
    run = Run(options())
    say("ready")
    run.play()
    run.finish()


if __name__ == "__main__":
    main()
