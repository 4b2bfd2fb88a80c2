"""Positions to learn from, kept on the card, and what learns from them."""

import os

import numpy as np
import torch

from network import KEPT_INPUTS, PLANES, POINTS, forward, ready, turnings

# crates/train/examples/go_selfplay/row.rs
ROW = np.dtype([("head", "<f4", 12), ("points", "<i4", POINTS), ("policy", "u1", 364), ("own", "i1", 364)])
# Of the head, after what is told of the whole board: who won, what the search expected, the lead in tens, whether moves are told
# of, the lines of the board, whether it is held out.
GLOBALS, WON, EXPECTED, LEAD, HAS_MOVES, HELD_OUT = slice(0, 4), 4, 5, 6, 7, 9
# How much of who shall win is what the search expected; tens of points beyond which a lead teaches nothing more.
SCORES, MAX_LEAD = 0.35, 8


class Rows:
    """All positions so far; those of games that are held out are not learnt from."""

    def __init__(self, capacity, device):
        new = lambda *shape, dtype: torch.zeros(shape, dtype=dtype, device=device)
        self.device, self.count, self.held_out = device, 0, []
        self.head = new(capacity, 12, dtype=torch.float32)
        self.points = new(capacity, POINTS, dtype=torch.int32)
        self.policy = new(capacity, POINTS + 1, dtype=torch.uint8)
        self.own = new(capacity, POINTS, dtype=torch.int8)
        self.file, self.rest = None, b""

    def read(self, path):
        """Adds what a file has more by now."""
        if self.file is None and os.path.exists(path):
            self.file = open(path, "rb")
        data = self.rest + (self.file.read() if self.file else b"")
        whole = len(data) // ROW.itemsize * ROW.itemsize
        self.rest = data[whole:]
        self.add(np.frombuffer(data[:whole], ROW))

    def add(self, rows):
        is_held_out = rows["head"][:, HELD_OUT] > 0.5
        if is_held_out.any():
            self.held_out.append(rows[is_held_out])
        self.put(rows[~is_held_out])

    def put(self, rows):
        rows = rows[: len(self.head) - self.count]
        place = slice(self.count, self.count + len(rows))
        for to, name in [(self.head, "head"), (self.points, "points"), (self.policy, "policy"), (self.own, "own")]:
            to[place].copy_(torch.from_numpy(np.ascontiguousarray(rows[name][:, : to.shape[1]])))
        self.count += len(rows)

    def measured(self, most):
        """The last positions that are held out; `None` if there are none yet."""
        if not self.held_out:
            return None
        rows = np.concatenate(self.held_out)[-most:]
        measured = Rows(len(rows), self.device)
        measured.put(rows)
        return measured


def losses(layers, weights, rows, index, turning, turned, dtype, teacher=None):
    """The loss on some positions, turned, and its parts: policy, value, lead, ownership. `teacher`: what else says what moves are
    likely and who will win, which then counts half."""
    to = turned[turning]
    head, points = rows.head[index], rows.points[index].gather(1, to)
    of_pass = torch.full((len(index), 1), POINTS, dtype=torch.int64, device=to.device)
    policy = rows.policy[index].gather(1, torch.cat([to, of_pass], 1)).float()
    own = rows.own[index].gather(1, to).float()
    logits, values, ownership, on = forward(layers, weights, points, head[:, GLOBALS], dtype)
    policy = policy / policy.sum(1, keepdim=True).clamp(min=1)
    counts = head[:, HAS_MOVES]
    value = (1 - SCORES) * head[:, WON] + SCORES * head[:, EXPECTED]
    lead = head[:, LEAD].clamp(-MAX_LEAD, MAX_LEAD)
    if teacher is not None:
        with torch.no_grad():
            said = teacher(torch.cat([points, head[:, GLOBALS].contiguous().view(torch.int32)], 1))
            half = 0.5 * counts[:, None]
            policy = half * policy + (1 - half) * torch.softmax(said[:, : POINTS + 1], 1)
            value = 0.5 * value + 0.5 * said[:, POINTS + 1]
            lead = 0.5 * lead + 0.5 * said[:, POINTS + 2]
            counts = torch.ones_like(counts)
    log = torch.log_softmax(logits, 1)
    entropy = torch.where(policy > 0, policy * policy.clamp(min=1e-9).log(), torch.zeros_like(policy)).sum(1)
    of_policy = ((entropy - (policy * log).sum(1)) * counts).sum() / counts.sum().clamp(min=1)
    of_value = torch.nn.functional.binary_cross_entropy_with_logits(values[:, 0], value)
    of_lead = torch.nn.functional.smooth_l1_loss(values[:, 1], lead)
    of_own = (((ownership - own) ** 2 * on).sum(1) / on.sum(1)).mean()
    total = of_policy + 1.2 * of_value + 0.1 * of_lead + 0.8 * of_own
    return total, torch.stack([of_policy, of_value, of_lead, of_own])


class Learner:
    """A network that learns: Adam (Kingma and Ba, https://arxiv.org/abs/1412.6980), of gradients that are not too long, and a
    moving mean of its parameters, which is what is used. A step is one graph on a card, so that it costs the program nothing."""

    def __init__(self, layers, first, rows, batch, device, dtype, teacher=None, decay=0.997):
        self.layers, self.rows, self.batch, self.dtype = layers, rows, batch, dtype
        self.teacher, self.decay, self.device, self.steps, self.graph = teacher, decay, device, 0, None
        self.first = first.to(device)
        self.parameters, self.mean = self.first.clone(), self.first.clone()
        self.leaf = self.parameters.detach()  # the same memory
        self.leaf.requires_grad_(True)
        self.moments = [torch.zeros_like(self.parameters) for _ in range(2)]
        new = lambda: torch.zeros(batch, dtype=torch.int64, device=device)
        self.index, self.turning = new(), new()
        self.rate, self.taken = (torch.zeros((), device=device) for _ in range(2))
        self.turned = turnings().to(device)
        self.learnt = torch.ones_like(self.parameters)
        layers.views(self.learnt)["w0"][:, PLANES:KEPT_INPUTS] = 0

    def once(self):
        weights = ready(self.layers, self.leaf, self.dtype)
        total, _ = losses(
            self.layers, weights, self.rows, self.index, self.turning, self.turned, self.dtype, self.teacher
        )
        (gradient,) = torch.autograd.grad(total, self.leaf)
        with torch.no_grad():
            gradient = gradient * self.learnt
            gradient = gradient * (2.0 / gradient.norm().clamp(min=2.0))
            self.taken.add_(1)
            (first, second), (keeps, keeps_squares) = self.moments, (0.9, 0.99)
            first.lerp_(gradient, 1 - keeps)
            second.lerp_(gradient * gradient, 1 - keeps_squares)
            size = (second / (1 - keeps_squares**self.taken)).sqrt() + 1e-8
            step = first / (1 - keeps**self.taken) / size
            self.parameters.sub_(self.rate * (step + 1e-4 * self.parameters))
            self.mean.lerp_(self.parameters, 1 - self.decay)

    def capture(self, stream):
        """Makes a step one graph, whatever rows there are by now, and begins anew."""
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.once()
        stream.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, stream=stream):
            self.once()
        torch.cuda.synchronize()
        self.restart()

    def restart(self):
        self.parameters.copy_(self.first)
        self.mean.copy_(self.first)
        for what in (*self.moments, self.taken):
            what.zero_()
        self.steps = 0

    def step(self, rate, begin):
        """Learns from some of the rows from this one on."""
        self.index.copy_(torch.randint(begin, self.rows.count, (self.batch,), device=self.device))
        self.turning.copy_(torch.randint(0, 8, (self.batch,), device=self.device))
        self.rate.fill_(rate)
        self.graph.replay() if self.graph else self.once()
        self.steps += 1

    def measure(self, most=4000, batch=500):
        """The parts of the loss on games that nothing has learnt from."""
        rows = self.rows.measured(most)
        if rows is None:
            return "nothing to measure by"
        with torch.no_grad():
            weights, sums = ready(self.layers, self.mean, self.dtype), 0
            for begin in range(0, rows.count, batch):
                index = torch.arange(begin, min(begin + batch, rows.count), device=self.device)
                as_it_is = torch.zeros_like(index)
                _, parts = losses(self.layers, weights, rows, index, as_it_is, self.turned, self.dtype)
                sums = sums + parts * len(index)
        parts = " ".join(f"{part:.4f}" for part in (sums / rows.count).tolist())
        return f"{parts} of {rows.count}"

    def save(self, path):
        self.mean.cpu().numpy().tofile(path)
