"""The opponents of each game. One registry: a new engine is one class and one line here."""

from __future__ import annotations

from games.engines.base import Choice, Engine, EngineError
from games.engines.bitboard import BitboardEngine
from games.engines.dstru import ENGINES as DSTRU_ENGINES
from games.engines.guard import GuardedLinearEngine
from games.engines.linear import LinearEngine
from games.engines.minimax import AlphaBetaEngine, MinimaxEngine
from games.engines.perfect import PerfectEngine
from games.engines.simple import RandomEngine, SmartEngine

_ALL: tuple[Engine, ...] = (
    RandomEngine(),
    SmartEngine(),
    LinearEngine(),
    GuardedLinearEngine(),
    MinimaxEngine(),
    AlphaBetaEngine(),
    BitboardEngine(),
    PerfectEngine(),
    *DSTRU_ENGINES,
)
"""Weakest first, game by game."""

ENGINES: dict[str, dict[str, Engine]] = {}
for _engine in _ALL:
    ENGINES.setdefault(_engine.variant, {})[_engine.slug] = _engine


def engines_for(variant: str, seat: str | None = None) -> dict[str, Engine]:
    """The engines that play ``variant``, by slug, weakest first; empty for an unknown game.

    With ``seat`` only those that can hold it.
    """
    engines = ENGINES.get(variant, {})
    return {slug: one for slug, one in engines.items() if seat is None or one.holds(seat)}


def engine(variant: str, slug: str) -> Engine:
    """The engine called ``slug`` for ``variant``. Raises EngineError naming those there are."""
    try:
        return ENGINES[variant][slug]
    except KeyError:
        known = ", ".join(engines_for(variant)) or "none"
        raise EngineError(f"{slug!r} is no engine for {variant}: expected one of {known}") from None


__all__ = ["ENGINES", "Choice", "Engine", "EngineError", "engine", "engines_for"]
