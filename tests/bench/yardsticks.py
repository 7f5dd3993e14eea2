"""What the engines are measured against: OpenSpiel, easyAI, and the plainest Python there is.

Every function does the whole job once, from the empty board, and returns the value it finds
(0) or, where all positions are valued, how many there are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
from easyAI import Negamax
from easyAI.games.TicTacToe import TicTacToe
from open_spiel.python import rl_environment, rl_tools
from open_spiel.python.algorithms import tabular_qlearner
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.algorithms.minimax import alpha_beta_search

# OpenSpiel's value iteration imports a solver for simultaneous games, which this is not, and
# that solver another 200 MB of packages. An empty module in its place is never called.
_SOLVER = "open_spiel.python.algorithms.lp_solver"
sys.modules.setdefault(_SOLVER, ModuleType(_SOLVER))
value_iteration = import_module("open_spiel.python.algorithms.value_iteration").value_iteration

GAME = pyspiel.load_game("tic_tac_toe")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MASKS = tuple(sum(1 << cell for cell in line) for line in LINES)
WON = bytes(any(own & mask == mask for mask in MASKS) for own in range(512))


def openspiel_tree() -> float:
    """Minimax without pruning: Python recursion over OpenSpiel's C++ states."""

    def value(state: Any) -> float:
        if state.is_terminal():
            return state.returns()[0]
        values = [value(state.child(action)) for action in state.legal_actions()]
        return max(values) if state.current_player() == 0 else min(values)

    return value(GAME.new_initial_state())


def lists_tree() -> int:
    """Minimax without pruning on a list of nine, as a beginner writes it."""

    def value(board: list[int], side: int) -> int:
        for a, b, c in LINES:
            if board[a] != 0 and board[a] == board[b] == board[c]:
                return board[a]
        if 0 not in board:
            return 0
        values = []
        for cell in range(9):
            if board[cell] == 0:
                board[cell] = side
                values.append(value(board, -side))
                board[cell] = 0
        return max(values) if side == 1 else min(values)

    return value([0] * 9, 1)


def integers_tree() -> int:
    """Minimax without pruning on two integers, nothing counted and nothing kept."""

    def value(own: int, other: int) -> int:
        best = -1
        free = 511 & ~(own | other)
        while free:
            bit = free & -free
            free ^= bit
            mine = own | bit
            if WON[mine]:
                found = 1
            elif mine | other == 511:
                found = 0
            else:
                found = -value(other, mine)
            if found > best:
                best = found
        return best

    return value(0, 0)


def openspiel_alpha_beta() -> float:
    return alpha_beta_search(GAME)[0]


def easyai_alpha_beta() -> float:
    """easyAI's Negamax to depth 9 with its own tic-tac-toe and its scoring."""
    search = Negamax(9)
    search(TicTacToe([None, None]))
    return search.alpha


def integers_alpha_beta() -> int:
    """Alpha-beta on two integers, cells in plain order."""

    def value(own: int, other: int, alpha: int, beta: int) -> int:
        free = 511 & ~(own | other)
        while free:
            bit = free & -free
            free ^= bit
            mine = own | bit
            if WON[mine]:
                return 1
            found = 0 if mine | other == 511 else -value(other, mine, -beta, -alpha)
            if found > alpha:
                alpha = found
                if alpha >= beta:
                    break
        return alpha

    return value(0, 0, -1, 1)


def openspiel_value_iteration() -> int:
    return len(value_iteration(GAME, -1, 1e-9))


def openspiel_memo() -> int:
    """Every position valued once: a memo over OpenSpiel's states."""
    known: dict[str, float] = {}

    def value(state: Any) -> float:
        key = str(state)
        if key not in known:
            if state.is_terminal():
                known[key] = state.returns()[0]
            else:
                values = [value(state.child(action)) for action in state.legal_actions()]
                known[key] = max(values) if state.current_player() == 0 else min(values)
        return known[key]

    value(GAME.new_initial_state())
    return len(known)


def integers_memo() -> int:
    """Every position valued once: two integers and a dictionary, values only."""
    known: dict[int, int] = {}

    def value(own: int, other: int) -> int:
        best = -1
        free = 511 & ~(own | other)
        while free:
            bit = free & -free
            free ^= bit
            mine = own | bit
            key = other << 9 | mine
            found = known.get(key)
            if found is None:
                if WON[mine]:
                    found = -1
                elif mine | other == 511:
                    found = 0
                else:
                    found = value(other, mine)
                known[key] = found
            if -found > best:
                best = -found
        return best

    known[0] = value(0, 0)
    return len(known)


ULTIMATE = pyspiel.load_game("ultimate_tic_tac_toe")


@cache
def ultimate_opening() -> Any:
    """OpenSpiel's Ultimate after its first board is chosen, so that an action is a move."""
    return ULTIMATE.new_initial_state().child(4)


def openspiel_ultimate_tree(games: int) -> float:
    """OpenSpiel's Monte Carlo tree search, in Python over its C++ states."""
    rng = np.random.RandomState(1)
    bot = MCTSBot(
        ULTIMATE, 0.7, games, RandomRolloutEvaluator(1, rng), solve=False, random_state=rng
    )
    return bot.mcts_search(ultimate_opening()).explore_count


def openspiel_ultimate_alpha_beta(depth: int) -> int:
    """OpenSpiel's alpha-beta to a fixed depth with arbitrary guesses; how many it made."""
    guesses = 0

    def guess(state: Any) -> float:
        nonlocal guesses
        guesses += 1
        return guesses * 7919 % 101

    alpha_beta_search(ULTIMATE, ultimate_opening(), value_function=guess, maximum_depth=depth)
    return guesses


Yardsticks = dict[str, Callable[[], float]]

FULL_TREE: Yardsticks = {
    "OpenSpiel states": openspiel_tree,
    "lists of nine": lists_tree,
    "two integers": integers_tree,
}
ALPHA_BETA: Yardsticks = {
    "OpenSpiel": openspiel_alpha_beta,
    "easyAI": easyai_alpha_beta,
    "two integers": integers_alpha_beta,
}
ALL_POSITIONS: Yardsticks = {
    "OpenSpiel value iteration": openspiel_value_iteration,
    "memo over OpenSpiel": openspiel_memo,
    "two integers and a dict": integers_memo,
}


def plain_td(games: int) -> int:
    """The table of values as one writes it down: strings for boards, a dict for values."""
    rng, values = Random(1), dict[str, float]()

    def won(board: str, mark: str) -> bool:
        return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)

    def value(board: str, mark: str) -> float:
        return 1.0 if won(board, mark) else values.get(board, 0.0)

    for _ in range(games):
        board, mark, other = "." * 9, "X", "O"
        while "." in board and not won(board, other):
            free = [cell for cell in range(9) if board[cell] == "."]
            after = [board[:cell] + mark + board[cell + 1 :] for cell in free]
            best = max(value(one, mark) for one in after)
            old = values.get(board, 0.0)
            values[board] = old + 0.5 * (-best - old)
            board, mark, other = rng.choice(after), other, mark
    return len(values)


def openspiel_q(games: int) -> int:
    """OpenSpiel's tabular Q-learner against itself, always exploring."""
    environment = rl_environment.Environment("tic_tac_toe")
    actions = environment.action_spec()["num_actions"]
    agents = [
        tabular_qlearner.QLearner(
            player_id=player,
            num_actions=actions,
            epsilon_schedule=rl_tools.ConstantSchedule(1.0),
        )
        for player in range(2)
    ]
    for _ in range(games):
        step = environment.reset()
        while not step.last():
            agent = agents[step.observations["current_player"]]
            step = environment.step([agent.step(step).action])
        for agent in agents:
            agent.step(step)
    return games
