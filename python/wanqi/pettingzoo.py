"""PettingZoo's interface (AEC) to every game. It needs the packages `pettingzoo` and `gymnasium`.

>>> from wanqi.pettingzoo import env
>>> env = env("connect4")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Game


def env(game, render_mode=None, max_plies=None):
    """The environment of a game (a `wanqi.Game` or its name), with PettingZoo's checks around it."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, render_mode, max_plies))


class raw_env(AECEnv):
    """Two agents, player_0 and player_1. An observation is a dictionary:

    - "observation": float32, shape (planes, rows, columns), as `wanqi.State.observation_tensor`;
    - "action_mask": int8, shape (num_distinct_actions,): 1 where an action is legal, all 0 for who is not to move.

    Rewards are 1, -1 and 0 at the end of a game. A game longer than `max_plies` is truncated.
    """

    metadata = {"name": "wanqi", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, game, render_mode=None, max_plies=None):
        super().__init__()
        self.game = game if isinstance(game, Game) else Game(game)
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.possible_agents = ["player_0", "player_1"]
        actions = self.game.num_distinct_actions()
        shape = self.game.observation_shape
        space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, np.inf, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """A new game, at `options["position"]` if that is given. Nothing in it is random."""
        self.state = self.game.state((options or {}).get("position"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(self.state.current_player(), 0)]

    def observe(self, agent):
        to_move = self.possible_agents.index(agent) == self.state.current_player()
        mask = self.state.legal_actions_mask().astype(np.int8)
        return {
            "observation": self.state.observation_tensor(),
            "action_mask": mask if to_move else np.zeros_like(mask),
        }

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state.apply_action(int(action))
        self._clear_rewards()
        other = self.agents[1 - self.agents.index(agent)]
        if self.state.is_terminal():
            self.rewards = dict(zip(self.agents, self.state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = other
        else:
            if self.max_plies is not None and self.state.move_number() >= self.max_plies:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[self.state.current_player()]
        self._accumulate_rewards()

    def render(self):
        board = self.game.board(self.state.position)
        if self.render_mode == "svg":
            return board.svg()
        if self.render_mode == "ansi":
            return str(board)
        return None

    def close(self):
        pass
