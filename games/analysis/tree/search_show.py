"""Minimax and alpha-beta in the player."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from typing import Protocol

from games.analysis.player.show import DrawnRow, Frame, Strip, Window, keys
from games.analysis.tree import file_lines, rows, sentences
from games.analysis.tree import strip as strips
from games.analysis.wording import limit, number
from games.engines.steps import Moment, SteppedSearch
from games.rules import Board

MOST_FREE = 9
"""Positions with more free cells have trees too large to count."""


def is_drawable(board: Board) -> bool:
    """Whether there is a tree to show: of a live position without chance, not too large."""
    if board.CHANCE_SEAT or board.is_game_over():
        return False
    return len(board.available_moves()) <= MOST_FREE


class Words(Protocol):
    """The words of a search for its steps."""

    def code(self, search: SteppedSearch, board: Board) -> Sequence[str]:
        """The lines of the algorithm."""
        ...

    def running(self, moment: Moment, pruning: bool) -> int:
        """The line that runs, counted from 0."""
        ...

    def live_values(self, moment: Moment) -> str: ...

    def heading(self, moment: Moment, pruning: bool) -> str: ...

    def sentence(self, moment: Moment, search: SteppedSearch) -> str: ...


class SearchShow:
    """A search of a drawable position, told in ``words``.

    ``lesson`` is the one whose file its code is from, empty where it is in words.
    """

    signs = True

    def __init__(
        self, search: SteppedSearch, board: Board, title: str, words: Words = sentences
    ) -> None:
        self.search = search
        self.words = words
        self.board = board
        self.title = title
        self.steps = search.steps(board)
        self.code = words.code(search, board)
        told = words is sentences and file_lines.covers(board)
        self.lesson = file_lines.lesson_of(search) if told else ""
        self.cuts = search.pruning

    @property
    def strip(self) -> Strip:
        return strips.strip(self.search, self.board)

    def frame(self, step: int, query: str) -> tuple[Frame, list[DrawnRow]]:
        search, board = self.search, self.board
        moment = search.moment(board, step)
        tree = rows.rows(moment, search, query)
        path = moment.frame.path
        if moment.branch is not None:
            path = (*path, moment.branch.cell)
        last = moment.kind == "done"
        frame = Frame(
            step=step,
            kind=moment.kind,
            heading=self.words.heading(moment, search.pruning),
            sentence=self.words.sentence(moment, search),
            line=self.words.running(moment, search.pruning),
            live=self.words.live_values(moment),
            window=window(moment) if search.pruning else None,
            count=counted(moment),
            crumbs=rows.crumbs(board, moment.frame.path),
            pen=1 if last else strips.place(search, board, path),
            over=0 if last else search.over(moment),
            cut=search.next_cut(board, step) or 0,
            rows=keys(tree),
        )
        return frame, tree


def counted(moment: Moment) -> str:
    """How many positions have been entered by now, and how many skipped."""
    entered = f"{number(moment.nodes)} entered"
    return f"{entered}, {number(moment.skipped)} skipped" if moment.skipped else entered


def window(moment: Moment) -> Window:
    """The window of the position in hand."""
    frame = moment.frame
    alpha, beta = frame.alpha.value, frame.beta.value
    high, low = sentences.sides(frame.board)
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
