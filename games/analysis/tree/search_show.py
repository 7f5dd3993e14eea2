"""Minimax and alpha-beta in the player."""

from __future__ import annotations

from math import isinf
from typing import Any

from games.analysis.player.show import SearchStrip, Window
from games.analysis.player.trace_show import Show
from games.analysis.tree import file_lines
from games.analysis.tree import strip as strips
from games.analysis.wording import limit, number
from games.engines.search_trace import event_at
from games.engines.steps import Moment, SteppedSearch, shared
from games.engines.trace import TraceEvent
from games.rules import Board

MOST_FREE = 9
"""Positions with more free cells have trees too large to count."""


def is_drawable(board: Board) -> bool:
    """Whether there is a tree to show: of a live position without chance, not too large."""
    if board.CHANCE_SEAT or board.is_game_over():
        return False
    return board.marks.count("") <= MOST_FREE


class SearchShow(Show):
    """A search of a drawable position, in the ``words`` of its own unless others are named."""

    def __init__(self, search: SteppedSearch, board: Board, words: str = "") -> None:
        super().__init__(board, words or ("alphabeta" if search.pruning else "minimax"))
        self.search = search
        self.steps = search.steps(board)
        self.cuts = search.pruning
        if not words and file_lines.covers(board):
            self.lesson = file_lines.lesson_of(search)
            self.code = file_lines.code(search)

    @property
    def strip(self) -> SearchStrip:
        return strips.strip(self.search, self.board)

    def event(self, step: int) -> TraceEvent:
        return event_at(self.search, self.search.moment(self.board, step))

    def running(self, event: TraceEvent) -> int:
        return file_lines.running(event, self.cuts) if self.lesson else super().running(event)

    def ways(self, step: int, event: TraceEvent) -> dict[str, Any]:
        search, board = self.search, self.board
        moment, last = search.moment(board, step), event.kind == "done"
        path = event.path if moment.branch is None else (*event.path, moment.branch.cell)
        return {
            "window": window(moment) if search.pruning else None,
            "count": counted(moment),
            "crumbs": self.words.crumbs(event.path),
            "pen": 1 if last else strips.place(search, board, path),
            "over": 0 if last else search.over(moment),
            "cut": search.next_cut(board, step) or 0,
        }


def pseudo_code(board: Board) -> SearchShow:
    """Minimax as document 003 prints it, in a live ``board``: O is the maximiser.

    The document does not say what ``heuristic`` returns. Here it is formula 1 from the side of O:
    +10 if O has won, -10 if X has, 0 for a draw.
    """
    maximiser = board.SEATS.index("O")
    return SearchShow(shared(maximiser=maximiser), board, "pseudo-code")


def counted(moment: Moment) -> str:
    """How many positions have been entered by now, and how many skipped."""
    entered = f"{number(moment.nodes)} entered"
    return f"{entered}, {number(moment.skipped)} skipped" if moment.skipped else entered


def window(moment: Moment) -> Window:
    """The window of the position at the top of the stack."""
    frame = moment.frame
    alpha, beta = frame.alpha.value, frame.beta.value
    high, low = frame.board.RIVALS
    shut = alpha >= beta
    said = (
        f"α is {limit(alpha)}, what {high} has. β is {limit(beta)}, what {low} can hold {high} to."
    )
    return Window(_stop(alpha), _stop(beta), shut, f"{said} Nothing is left." if shut else said)


def _stop(value: float) -> int:
    """The stop of the number line: −∞, −10, 0, +10, +∞ from 0 to 4."""
    if isinf(value):
        return 4 if value > 0 else 0
    return 2 + int(value > 0) - int(value < 0)
