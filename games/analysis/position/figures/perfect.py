"""Engines that know the solution: the traps they set, and what they prefer."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.position.compare import own_number
from games.analysis.position.figures.figure import Figure
from games.analysis.wording import cells, signed
from games.engines.analysis import Answer
from games.engines.sides import read, reader
from games.engines.view import PreferenceValues
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
            values=[_value(board, one, cell) for one in found],
        )
        for cell in found[0]["values"]
    ]
    return Preferences([_title(board, one) for one in found], rows)


def _title(board: Board, preference: PreferenceValues) -> str:
    """An expectation says for whom; where nothing is left to chance the endings name the winner."""
    if preference["ends_at_ply"]:
        return preference["title"]
    return f"Expected for {reader(board, preference['side'])}, Dos neutral"


def _value(board: Board, preference: PreferenceValues, cell: str) -> str:
    value, side = preference["values"][cell], preference["side"]
    if not preference["ends_at_ply"]:
        return signed(read(board, side, value), 4)
    return f"{_winner(board, side, value)}, ply {preference['ends_at_ply'][cell]}"


def _winner(board: Board, side: str, value: float) -> str:
    """How the game ends that is worth ``value`` to ``side``; Dos wants a full grid."""
    players = board.RIVALS
    if side not in players:
        return "full grid" if value > 0 else "a pattern"
    if not value:
        return "full grid"
    return f"{side if value > 0 else players[1 - players.index(side)]} wins"
