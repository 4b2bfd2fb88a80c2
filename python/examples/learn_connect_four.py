"""Learns connect four a little, with NumPy alone: a linear policy by REINFORCE, in batches of games against itself.

It shows how a batch is used: `python examples/learn_connect_four.py [STEPS]`. What is learnt then plays against random moves.
"""

import sys

import numpy as np
import wanqi

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 400
rng = np.random.default_rng(1)
game = wanqi.Game("connect4")
inputs, actions = int(np.prod(game.observation_shape)), game.num_distinct_actions()
weights = np.zeros((inputs, actions), np.float32)


def choose(seen, mask):
    """Actions drawn by the policy, and how likely each was."""
    scores = np.where(mask, seen @ weights, -np.inf)
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    drawn = (likely.cumsum(axis=1) > rng.random((len(seen), 1))).argmax(axis=1)
    return np.where(np.take_along_axis(mask, drawn[:, None], 1)[:, 0], drawn, mask.argmax(axis=1)), likely


batch = game.batch(512, seed=1)
past = [[] for _ in range(len(batch))]  # of each game: what was seen, chosen, how likely, by whom
for step in range(steps):
    seen = batch.observation_tensor().reshape(len(batch), -1)
    mask, players = batch.legal_actions_mask(), batch.current_players()
    chosen, likely = choose(seen, mask)
    rewards, ended = batch.step(chosen)
    for row in range(len(batch)):
        past[row].append((seen[row], chosen[row], likely[row], players[row]))
    change = np.zeros_like(weights)
    for row in np.flatnonzero(ended):
        for position, action, odds, player in past[row]:
            towards = -odds
            towards[action] += 1
            change += rewards[row, player] * np.outer(position, towards)
        past[row] = []
    if ended.any():
        weights += 0.003 * change / np.sqrt(ended.sum())

won = played = 0
for seed in range(200):
    state, us = game.state(), seed % 2
    while not state.is_terminal():
        mask = state.legal_actions_mask()
        if state.current_player() == us:
            action = int(np.where(mask, state.observation_tensor().reshape(-1) @ weights, -np.inf).argmax())
        else:
            action = int(rng.choice(np.flatnonzero(mask)))
        state.apply_action(action)
    won += (1 + state.returns()[us]) / 2
    played += 1
print(f"{100 * won / played:.0f} % of {played} games against random moves")
