"""The network of Go (crates/eval/src/go/network) in PyTorch, with as many channels and blocks as are asked for."""

import math
from dataclasses import dataclass

import numpy as np
import torch

LINES = 19
POINTS = LINES * LINES
# What is told of each point and of the whole board.
PLANES, GLOBALS = 17, 4
# Inputs of the first convolution as parameters are kept in Rust, and as they are run here.
KEPT_INPUTS, RUN_INPUTS = 20, 32


@dataclass
class Layers:
    """How large the layers are."""

    channels: int
    blocks: int
    policy: int
    value: int
    hidden: int

    def parameters(self):
        """The name and shape of each, in the order in which crates/train/src/residual_network/layout.rs has them."""
        c, p, v, h = self.channels, self.policy, self.value, self.hidden
        yield "w0", (9, KEPT_INPUTS, c)
        yield "b0", (c,)
        yield "globals", (GLOBALS, c)
        for block in range(self.blocks):
            for which in "ab":
                yield f"w{block}{which}", (9, c, c)
                yield f"b{block}{which}", (c,)
            yield f"pool{block}", (2 * c, c)
        yield from [
            ("p_points", (c, p)), ("p_bias", (p,)), ("p_pooled", (2 * c, p)), ("p_out", (p,)),
            ("pass", (2 * c,)), ("pass_bias", (1,)),
            ("v_points", (c, v)), ("v_bias", (v,)), ("hidden", (2 * v, h)), ("hidden_bias", (h,)),
            ("out", (h, 2)), ("out_bias", (2,)), ("own", (c,)), ("own_bias", (1,)),
        ]  # fmt: skip

    def count(self):
        return sum(math.prod(shape) for _, shape in self.parameters())

    def views(self, flat):
        """The parameters by their names, which are parts of a flat tensor."""
        at, views = 0, {}
        for name, shape in self.parameters():
            count = math.prod(shape)
            views[name] = flat[at : at + count].view(shape)
            at += count
        assert at == flat.numel(), f"{flat.numel()} parameters, and not {at}"
        return views


def shipped(blocks):
    """What plays on a processor: 5 blocks, as crates/eval/src/go/network has it, or more."""
    return Layers(channels=32, blocks=blocks, policy=16, value=32, hidden=48)


def initial(layers, seed):
    """Parameters that nothing has taught: as layout.rs says."""
    generator = torch.Generator().manual_seed(seed)
    flat = torch.zeros(layers.count())
    he = lambda inputs: math.sqrt(6.0 / inputs)
    spreads = {
        "w0": he(9 * PLANES / 2),
        "globals": 0.5,
        "p_points": he(layers.channels),
        "v_points": he(layers.channels),
        "p_out": 0.5 * he(layers.policy),
        "hidden": he(2 * layers.value),
        "out": 0.3 * he(layers.hidden),
        "own": 0.3 * he(layers.channels),
    }
    for block in range(layers.blocks):
        spreads[f"w{block}a"] = he(9 * layers.channels)
        spreads[f"w{block}b"] = 0.3 * he(9 * layers.channels)
    for name, view in layers.views(flat).items():
        uniform = torch.rand(view.shape, generator=generator) * 2 - 1
        view.copy_(uniform * spreads.get(name, 0.0))
        if name == "w0":
            view[:, PLANES:] = 0
    return flat


def widened(old_layers, old, layers, seed):
    """The same function by more channels and blocks, of which what was there is told nothing: Chen and others, *Net2Net* (2015),
    https://arxiv.org/abs/1511.05641"""
    flat = initial(layers, seed)
    new, was = layers.views(flat), old_layers.views(old)
    c, v = old_layers.channels, old_layers.value
    for name, view in new.items():
        base = was.get(name)
        if base is None:  # of a block that was not there
            if name.startswith("w") and name.endswith("b"):
                view[..., :c] = 0
            elif name.startswith("pool"):
                view.zero_()
        elif name == "w0":
            view[..., :c] = base
        elif name.startswith("w"):
            view[..., :c] = 0
            view[:, :c, :c] = base
        elif name.startswith("pool") or name in ("p_pooled", "pass"):  # of means, then of maxima
            view.zero_()
            for to, half in zip(view.chunk(2), base.chunk(2)):
                to[tuple(slice(0, width) for width in half.shape)] = half
        elif name in ("p_points", "v_points"):
            view[:, : base.shape[1]] = 0
            view[:c, : base.shape[1]] = base
        elif name == "hidden":
            view[:, : base.shape[1]] = 0
            for to, half in zip(view.chunk(2), base.chunk(2)):
                to[:v, : base.shape[1]] = half
        elif name in ("p_out", "own", "out"):
            view.zero_()
            view[: base.shape[0]] = base
        else:  # biases
            view[..., : base.shape[-1]] = base
    return flat


def ready(layers, flat, dtype):
    """Weights as `forward` wants them: convolutions as PyTorch has them, all heads that look at a point in one matrix."""
    views, weights = layers.views(flat), {}
    in_floats = ("out", "out_bias", "p_out", "pass", "pass_bias", "own_bias", "hidden", "hidden_bias")
    for name, view in views.items():
        if name.startswith("w"):
            weight = view.view(3, 3, view.shape[1], layers.channels).permute(3, 2, 0, 1)
            if name == "w0":
                weight = torch.nn.functional.pad(weight, (0, 0, 0, 0, 0, RUN_INPUTS - KEPT_INPUTS))
            weights[name] = weight.to(dtype).contiguous(memory_format=torch.channels_last)
        elif name not in ("p_points", "v_points", "own"):
            weights[name] = view if name in in_floats else view.to(dtype)
    points = [views["p_points"], views["v_points"], views["own"].view(-1, 1)]
    weights["heads"] = torch.cat(points, 1).to(dtype)
    return weights


def copied(weights):
    """The same in memory of their own."""
    return {name: weight.detach().clone(memory_format=torch.preserve_format) for name, weight in weights.items()}


def forward(layers, weights, points, told, dtype):
    """What the network says: logits of all points and of a pass, the logit of winning and the lead in tens, whose points are, and
    which points there are. `points`: the bits of each point; `told`: what is told of the whole board."""
    count = points.shape[0]
    bits = torch.arange(RUN_INPUTS, device=points.device, dtype=torch.int32)
    planes = (points.unsqueeze(2) >> bits) & 1  # the highest of them are never set
    x = planes.to(dtype).view(count, LINES, LINES, RUN_INPUTS).permute(0, 3, 1, 2)
    mask = x[:, :1]
    area = mask.sum((2, 3), dtype=torch.float32)
    convolve = torch.nn.functional.conv2d
    over_board = lambda row: row[:, :, None, None]
    pool = lambda a: torch.cat([a.sum((2, 3), dtype=torch.float32) / area, a.amax((2, 3)).float()], 1)
    first = told.to(dtype) @ weights["globals"] + weights["b0"]
    x = torch.relu(convolve(x, weights["w0"], padding=1) + over_board(first)) * mask
    for block in range(layers.blocks):
        a = torch.relu(convolve(x, weights[f"w{block}a"], weights[f"b{block}a"], padding=1)) * mask
        pooled = pool(a).to(dtype) @ weights[f"pool{block}"] + weights[f"b{block}b"]
        x = torch.relu(convolve(a, weights[f"w{block}b"], padding=1) + over_board(pooled) + x) * mask
    pooled = pool(x)
    on = mask.reshape(count, POINTS)
    heads = x.permute(0, 2, 3, 1).reshape(count, POINTS, layers.channels) @ weights["heads"]
    moves, seen, own = heads.split([layers.policy, layers.value, 1], 2)
    of_moves = (pooled.to(dtype) @ weights["p_pooled"] + weights["p_bias"])[:, None, :]
    logits = torch.relu(moves + of_moves).float() @ weights["p_out"]
    logits = torch.where(on > 0, logits, torch.full_like(logits, -1e4))
    of_pass = pooled @ weights["pass"] + weights["pass_bias"]
    logits = torch.cat([logits, of_pass[:, None]], 1)
    seen = torch.relu(seen + weights["v_bias"]) * on[:, :, None]
    seen = torch.cat([seen.sum(1, dtype=torch.float32) / area, seen.amax(1).float()], 1)
    hidden = torch.relu(seen @ weights["hidden"] + weights["hidden_bias"])
    values = hidden @ weights["out"] + weights["out_bias"]
    ownership = torch.tanh(own.reshape(count, POINTS).float() + weights["own_bias"])
    return logits, values, ownership, on.float()


def turnings():
    """For each of the eight turnings of a board and each point, the point that comes there: as `turned` in
    crates/eval/src/go/network/input.rs."""
    comes = np.zeros((8, POINTS), np.int64)
    for turning in range(8):
        for point in range(POINTS):
            column, row = point % LINES, point // LINES
            if turning & 1:
                column = LINES - 1 - column
            if turning & 2:
                row = LINES - 1 - row
            if turning & 4:
                column, row = row, column
            comes[turning, row * LINES + column] = point
    return torch.from_numpy(comes)
