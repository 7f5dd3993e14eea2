"""What every figure has, and the sort of function that makes one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from games.engines.answers import Answer
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Figure:
    """What one template in ``games/templates/analysis/figures`` draws."""

    template: ClassVar[str]


Draw = Callable[[Board, Answer], Figure | None]
"""Makes a figure of an engine's answer to a position; None where there is nothing to see."""
