"""The board of the analysis page: marks, what is true of each move, an engine's numbers above it.

Each legal cell leads to the position after the move there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.analysis.position.compare import bound_reason, own_number
from games.analysis.truth import Move
from games.analysis.variations import Variation, address
from games.analysis.wording import MINUS
from games.presenters import cell_label
from games.rules import BadNotation, Board

Rows = list[Sequence[dict[str, Any]]]


def rows(
    variation: Variation,
    focus: str = "",
    answer: Mapping[str, Any] | None = None,
    truth: Mapping[int, Move] | None = None,
    title: str = "",
) -> Rows:
    """The cells of the board on ``variation``, row by row.

    ``truth`` is what each legal move leads to; without it a page gives nothing away. ``answer``
    is that of an engine called ``title``, whose numbers and choice are a layer above the truth.
    """
    board, marks = variation.board, variation.board.marks
    legal, outcome = set(board.available_moves()), board.outcome
    cells = []
    for cell in range(board.CELLS):
        known = (truth or {}).get(cell)
        chosen = bool(answer and cell in answer["candidates"])
        number = own_number(board, answer, cell) if answer else ""
        why = bound_reason(answer, cell) if answer else ""
        cells.append(
            {
                "index": cell,
                "name": board.cell_name(cell),
                "mark": marks[cell],
                "label": _label(variation, cell, known, _opinion(title, number, chosen, why)),
                "url": variation.after(cell).address(variation.at + 1, engine=focus)
                if cell in legal
                else "",
                "truth": known,
                "number": number,
                "why": why,
                "chosen": chosen,
                "last": cell == variation.last,
                "won": bool(outcome and cell in outcome.cells),
            }
        )
    return board.SHAPE.in_rows(cells)


def _label(variation: Variation, cell: int, known: Move | None, opinion: list[str]) -> str:
    """``c2, empty, draw, best, Linear 12, Linear's choice``."""
    board = variation.board
    said = [cell_label(board.SHAPE, cell, board.marks[cell], last=cell == variation.last)]
    if known:
        said += [known.result.spoken, *(["best"] if known.best else [])]
    return ", ".join(said + opinion)


def _opinion(title: str, number: str, chosen: bool, why: str) -> list[str]:
    said = [f"{title} {_aloud(number)}"] if number else []
    said += [_aloud(why)] if why else []
    return [*said, f"{title}’s choice"] if chosen else said


def _aloud(text: str) -> str:
    return text.replace(MINUS, "minus ").replace("≤", "at most").replace("≥", "at least")


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
