"""Both games as environments of PettingZoo (AEC), for research with its tools.

Needs ``pip install pettingzoo numpy`` and this repository on the path: ``PYTHONPATH=. python``.

    env = oxo_env.env("classic")
    env = oxo_env.env("dstru")                   # Dos is chance: the environment draws for it
    env = oxo_env.env("dstru", dos="agent")      # Dos is an agent like the others

Agents are the seats. An observation is a dict: ``observation`` is int8 (cells, 2), the agent's own
marks and its rival's (for Dos: Tres's and Uno's), ``action_mask`` is int8 (cells,), 1 for each
legal cell. An action is a cell. The winner gets 1 and the rival -1; Dos has no side.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from games.rules import VARIANTS, Board


def env(variant: str, dos: str = "chance") -> AECEnv:
    """The environment of a game; illegal actions end it and cost the agent 1, as is usual."""
    found = wrappers.TerminateIllegalWrapper(OxoEnv(variant, dos), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(found))


class OxoEnv(AECEnv):
    """One game. ``dos``: who holds the third seat, if there is one: ``chance`` or ``agent``."""

    def __init__(self, variant: str, dos: str = "chance") -> None:
        super().__init__()
        if dos not in ("chance", "agent"):
            raise ValueError(f"dos={dos!r}: expected chance or agent")
        self.rules: type[Board] = VARIANTS[variant]
        self.chance = self.rules.CHANCE_SEAT if dos == "chance" else ""
        self.metadata = {"name": f"oxo_{variant}_v0", "render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self.possible_agents = [seat for seat in self.rules.SEATS if seat != self.chance]
        cells = self.rules.CELLS
        observed = Dict(
            {
                "observation": Box(0, 1, (cells, 2), np.int8),
                "action_mask": Box(0, 1, (cells,), np.int8),
            }
        )
        self._observed = dict.fromkeys(self.possible_agents, observed)
        self._actions = {agent: Discrete(cells) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self._observed[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or not hasattr(self, "_random"):
            self._random, _ = seeding.np_random(seed)
        self.board = self.rules.start()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.board.to_move

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        own = agent if agent in self.rules.RIVALS else self.rules.RIVALS[0]
        rival = next(seat for seat in self.rules.RIVALS if seat != own)
        marks = np.array([[mark == own, mark == rival] for mark in self.board.marks], np.int8)
        mask = np.zeros(self.rules.CELLS, np.int8)
        if agent == self.board.to_move:
            mask[list(self.board.available_moves())] = 1
        return {"observation": marks, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.board = self.board.make_move(int(action))  # type: ignore[arg-type]
        while self.board.to_move == self.chance and not self.board.is_game_over():
            self.board = self.board.make_move(
                int(self._random.choice(self.board.available_moves()))
            )
        if (outcome := self.board.outcome) is not None:
            for one in self.rules.RIVALS:
                if outcome.winner in self.rules.RIVALS:
                    self.rewards[one] = 1 if outcome.winner == one else -1
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = self.board.to_move
        self._accumulate_rewards()

    def render(self) -> str:
        return self.board.display()

    def close(self) -> None:
        """Nothing is open."""
