"""The board of the analysis page: marks, the true result of each move, an engine's numbers.

Each legal cell leads to the position after the move there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.analysis.position.compare import bound_reason, own_number
from games.analysis.results import Move
from games.analysis.variations import Variation, address
from games.analysis.wording import MINUS
from games.engines.answers import Answer
from games.presenters import cell_labels, pale_cells
from games.presenters.contexts import Cell
from games.rules import BadNotation, Board

Rows = list[Sequence[Cell]]


class Flip(NamedTuple):
    """A position with the same cells, and what is different about it."""

    text: str
    url: str


def rows(
    variation: Variation,
    focus: str = "",
    answer: Answer | None = None,
    moves: Mapping[int, Move] | None = None,
    title: str = "",
) -> Rows:
    """The cells of the board on ``variation``, row by row.

    ``moves`` is what each legal move leads to; without it a page gives nothing away. ``answer``
    is that of an engine called ``title``, whose numbers and choice lie above the true results.
    """
    board, marks = variation.board, variation.board.marks
    legal, outcome = set(board.available_moves()), board.outcome
    cells, labels = list[Cell](), cell_labels(board, last=variation.last)
    away, spent = pale_cells(board)
    for cell in range(board.CELLS):
        known = (moves or {}).get(cell)
        chosen = bool(answer and cell in answer["candidates"])
        number = own_number(board, answer, cell) if answer else ""
        why = bound_reason(answer, cell) if answer else ""
        after = variation.after(cell) if cell in legal else None
        cells.append(
            Cell(
                index=cell,
                name=board.cell_name(cell),
                mark=marks[cell],
                label=_label(labels[cell], known, _opinion(title, number, chosen, why)),
                url=after.address(variation.at + 1, engine=focus) if after else "",
                move=known,
                number=number,
                why=why,
                chosen=chosen,
                last=cell == variation.last,
                won=bool(outcome and cell in outcome.cells),
                legal=after is not None,
                away=cell in away,
                spent=cell in spent,
            )
        )
    return board.SHAPE.in_rows(cells)


def _label(label: str, known: Move | None, opinion: list[str]) -> str:
    """``c2, empty, draw, best, Linear 12, Linear's choice``."""
    said = [label]
    if known:
        said += [known.result.spoken, *(["best"] if known.best else [])]
    return ", ".join(said + opinion)


def _opinion(title: str, number: str, chosen: bool, why: str) -> list[str]:
    said = [f"{title} {_aloud(number)}"] if number else []
    said += [_aloud(why)] if why else []
    return [*said, f"{title}’s choice"] if chosen else said


def _aloud(text: str) -> str:
    return text.replace(MINUS, "minus ").replace("≤", "at most").replace("≥", "at least")


def flips(board: Board) -> list[Flip]:
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
            found.append(Flip(text, address(legal)))
    return found


def _legal(kind: type[Board], notation: str) -> Board | None:
    try:
        return kind.from_notation(notation)
    except BadNotation:
        return None
