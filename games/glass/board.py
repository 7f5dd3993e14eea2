"""The board of the analysis page: marks, an engine's numbers, and where each click leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.glass.address import Trail, address
from games.glass.words import MINUS, signed
from games.presenters import cell_label
from games.rules import BadNotation, Board

STEPS = 4
"""Shades on either side of the middle."""


def rows(trail: Trail, focus: str, answer: Mapping[str, Any] | None) -> list[list[dict[str, Any]]]:
    """The cells of the board on ``trail``, row by row, with the values of ``answer``."""
    board, marks = trail.board, trail.board.marks
    legal, outcome = set(board.available_moves()), board.outcome
    values = answer["values"] if answer else {}
    heats = shades(values)
    cells = []
    for cell in range(board.CELLS):
        value, best = values.get(str(cell)), bool(answer and cell in answer["candidates"])
        cells.append(
            {
                "index": cell,
                "name": board.cell_name(cell),
                "mark": marks[cell],
                "label": _label(trail, cell, value, best),
                "url": trail.after(cell).address(trail.at + 1, engine=focus)
                if cell in legal
                else "",
                "value": signed(value, 2),
                "shown": value is not None,
                "heat": heats.get(str(cell), ""),
                "best": best,
                "last": cell == trail.last,
                "won": bool(outcome and cell in outcome.cells),
            }
        )
    return [cells[at : at + board.SIDE] for at in range(0, board.CELLS, board.SIDE)]


def _label(trail: Trail, cell: int, value: float | None, best: bool) -> str:
    board = trail.board
    label = cell_label(board.SIDE, cell, board.marks[cell], last=cell == trail.last)
    if value is not None:
        label += f", value {signed(value).replace(MINUS, 'minus ')}"
    return f"{label}, the engine's choice" if best else label


def shades(values: Mapping[str, float]) -> dict[str, str]:
    """A class for each value: ``good-1`` to ``good-4`` above the middle of what there is, ``bad-``
    below, ``even`` at it. Values of both signs have their middle at zero.
    """
    if not values:
        return {}
    low, high = min(values.values()), max(values.values())
    middle = 0.0 if low <= 0 <= high or low == high else (low + high) / 2
    reach = max(high - middle, middle - low)
    return {cell: _shade(value - middle, reach) for cell, value in values.items()}


def _shade(above: float, reach: float) -> str:
    if abs(above) < 1e-9 or not reach:
        return "even"
    step = max(1, round(STEPS * abs(above) / reach))
    return f"{'good' if above > 0 else 'bad'}-{step}"


def flips(board: Board) -> list[dict[str, str]]:
    """Legal positions with the same cells: sides exchanged, or another seat to act."""
    cells, side, *reading = board.notation.split(" ")
    letters = [seat[0] for seat in board.SEATS]
    first, second = letters[:2]
    swapped = cells.translate(str.maketrans(first + second, second + first))
    drafts = [(f"{board.SEATS[0]} and {board.SEATS[1]} exchanged", swapped, side)]
    drafts += [(f"{seat} to act", cells, seat[0]) for seat in board.SEATS if seat[0] != side]
    found = []
    for text, marks, to_act in drafts:
        notation = " ".join([marks, to_act, *reading])
        if notation != board.notation and (legal := _legal(type(board), notation)):
            found.append({"text": text, "url": address(legal)})
    return found


def _legal(kind: type[Board], notation: str) -> Board | None:
    try:
        return kind.from_notation(notation)
    except BadNotation:
        return None
