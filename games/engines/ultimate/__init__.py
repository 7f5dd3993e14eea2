"""The engines of Ultimate tic-tac-toe."""

from games.engines.base import Engine
from games.engines.ultimate.simple import UltimateRandomEngine

ENGINES: tuple[Engine, ...] = (UltimateRandomEngine(),)
"""Weakest first."""
