"""Engines that know the solution: the traps they set, and what they prefer."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis import preferred
from games.analysis.position.compare import own_number
from games.analysis.position.figures.figure import Figure
from games.analysis.wording import cells
from games.engines.answers import Answer
from games.engines.sides import reader
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Trap:
    """A move with its value and the ``count`` of replies that lose to it."""

    name: str
    value: str
    count: int
    replies: str
    best: bool


@dataclass(frozen=True, slots=True)
class Traps(Figure):
    """Losing replies to each move, out of so many; values are for ``seat``."""

    template = "analysis/figures/traps.html"

    rows: list[Trap]
    of: int
    seat: str


def traps(board: Board, answer: Answer) -> Traps:
    losing = answer["view"]["losing_replies"]
    rows = [
        Trap(
            name=board.cell_name(int(cell)),
            value=own_number(board, answer, int(cell)),
            count=len(replies),
            replies=cells(board, replies) or "–",
            best=int(cell) in answer["candidates"],
        )
        for cell, replies in losing.items()
    ]
    return Traps(rows, len(losing) - 1, reader(board, answer["values_for"]))


@dataclass(frozen=True, slots=True)
class PreferredCell:
    """A cell with its value for each preference of the engine."""

    name: str
    best: bool
    values: list[str]


@dataclass(frozen=True, slots=True)
class Preferences(Figure):
    """What an engine looks for first, second and so on, a column each."""

    template = "analysis/figures/preferences.html"

    titles: list[str]
    rows: list[PreferredCell]


def preferences(board: Board, answer: Answer) -> Preferences:
    found = answer["view"]["wishes"]
    rows = [
        PreferredCell(
            name=board.cell_name(int(cell)),
            best=int(cell) in answer["candidates"],
            values=[preferred.value(board, one, cell) for one in found],
        )
        for cell in found[0]["values"]
    ]
    return Preferences([preferred.title(board, one) for one in found], rows)
