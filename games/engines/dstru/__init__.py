"""The opponents of DSTRU-TAC-TOE (document 002) and its complete solution."""

from __future__ import annotations

from games.engines.base import Engine
from games.engines.dstru.perfect import (
    DosForTresEngine,
    DosForUnoEngine,
    DosSaboteurEngine,
    PerfectEngine,
)
from games.engines.dstru.search import SearchEngine
from games.engines.dstru.simple import NeutralEngine, RandomEngine, SmartEngine

ENGINES: tuple[Engine, ...] = (
    RandomEngine(),
    SmartEngine(),
    SearchEngine(),
    PerfectEngine(),
    NeutralEngine(),
    DosForTresEngine(),
    DosForUnoEngine(),
    DosSaboteurEngine(),
)
"""The players' engines, weakest first, then those that hold Dos."""
