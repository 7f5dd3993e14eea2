"""The opponents of DSTRU-TAC-TOE (document 002) and its complete solution.

It may import its rules and the modules of ``games.engines`` itself, but no other game's.
"""

from __future__ import annotations

from games.engines.base import Engine
from games.engines.dstru.perfect import (
    DosForTresEngine,
    DosForUnoEngine,
    DosSaboteurEngine,
    DstruPerfectEngine,
)
from games.engines.dstru.search import SearchEngine
from games.engines.dstru.simple import DstruRandomEngine, DstruSmartEngine, NeutralEngine

ENGINES: tuple[Engine, ...] = (
    DstruRandomEngine(),
    DstruSmartEngine(),
    SearchEngine(),
    DstruPerfectEngine(),
    NeutralEngine(),
    DosForTresEngine(),
    DosForUnoEngine(),
    DosSaboteurEngine(),
)
"""The players' engines, weakest first, then those that hold Dos."""
