"""A search with chance nodes in the player."""

from __future__ import annotations

from typing import Any

from games.analysis.player.trace_show import Show
from games.engines.dstru.search_steps import moment, over, trace
from games.engines.dstru.search_trace import event_at
from games.engines.trace import TraceEvent
from games.rules import Board, DstruBoard


class ChanceShow(Show):
    """The search of a live position of a game with a chance seat."""

    def __init__(self, board: Board) -> None:
        assert isinstance(board, DstruBoard)
        super().__init__(board, "expectimax")
        self.trace = trace(board)
        self.steps = len(self.trace.events)

    def event(self, step: int) -> TraceEvent:
        return event_at(self.trace, moment(self.trace, step))

    def ways(self, step: int, event: TraceEvent) -> dict[str, Any]:
        over_at = 0 if step == self.steps else over(self.trace, step)
        return {
            "crumbs": self.words.crumbs(event.path),
            "over": over_at,
        }
