"""Evaluating positions of many games at a time."""

import torch

from network import GLOBALS, POINTS, forward

QUESTION, ANSWER = POINTS + GLOBALS, POINTS + 3


class Evaluations:
    """A batch of so many groups of games: what is asked, and what the network says, as one graph on a card."""

    def __init__(self, layers, weights, groups, games, device, dtype, compiled):
        self.layers, self.weights, self.groups, self.games, self.dtype = layers, weights, groups, games, dtype
        count, is_card = groups * games, device == "cuda"
        new = lambda width, dtype, **where: torch.zeros(count, width, dtype=dtype, **where)
        self.asked, self.told = (new(QUESTION, torch.int32, pin_memory=is_card), new(ANSWER, torch.float32, pin_memory=is_card))
        self.seen, self.said = (new(QUESTION, torch.int32, device=device), new(ANSWER, torch.float32, device=device))
        self.seen[:, :POINTS] = 1
        self.network = torch.compile(self.plain, dynamic=False) if compiled else self.plain
        self.graph = self.capture() if is_card else None
        self.now = []

    def plain(self, seen):
        told = seen[:, POINTS:].view(torch.float32)
        logits, values, _, _ = forward(self.layers, self.weights, seen[:, :POINTS], told, self.dtype)
        return torch.cat([logits, torch.sigmoid(values[:, :1]), values[:, 1:]], 1)

    def run(self):
        with torch.no_grad():
            self.said.copy_(self.network(self.seen))

    def capture(self):
        self.done, stream, graph = torch.cuda.Event(), torch.cuda.Stream(), torch.cuda.CUDAGraph()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.run()
        stream.synchronize()
        with torch.cuda.graph(graph, stream=stream):
            self.run()
        torch.cuda.synchronize()
        return graph

    def begin(self, groups, questions):
        """Begins to evaluate groups of games, by their numbers."""
        self.now = groups
        asked = self.asked.numpy()
        for at, group in enumerate(groups):
            asked[at * self.games : (at + 1) * self.games] = questions[group]
        count = len(groups) * self.games
        self.seen[:count].copy_(self.asked[:count], non_blocking=True)
        self.graph.replay() if self.graph else self.run()
        self.told[:count].copy_(self.said[:count], non_blocking=True)
        if self.graph:
            self.done.record()

    def is_done(self):
        return not self.graph or self.done.query()

    def end(self, answers):
        """Hands out what was said; the groups that it was said to."""
        told = self.told.numpy()
        for at, group in enumerate(self.now):
            answers[group] = told[at * self.games : (at + 1) * self.games]
        return self.now
