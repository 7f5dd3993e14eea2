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

STRENGTHS = {"greedy": 1155, "alphabeta:depth=2": 1500, "alphabeta:depth=4": 1756}
"""Ratings of the three that rate others, weakest first: those of a round robin of 60 games a pair,
``python -m tests.bench.bench_ultimate --rate --games 60``."""
