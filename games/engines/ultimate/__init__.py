"""The engines of Ultimate tic-tac-toe. They search tables of the small boards, not ``Board``."""

from games.engines.base import Engine
from games.engines.ultimate.alphabeta import UltimateAlphaBetaEngine
from games.engines.ultimate.deepening import DeepeningEngine
from games.engines.ultimate.mcts import MctsEngine
from games.engines.ultimate.simple import GreedyEngine, UltimateRandomEngine

ENGINES: tuple[Engine, ...] = (
    UltimateRandomEngine(),
    GreedyEngine(),
    UltimateAlphaBetaEngine(),
    MctsEngine(),
    DeepeningEngine(),
)
"""Weakest first."""
