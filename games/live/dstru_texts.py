"""The parts of state frames that describe a DSTRU-TAC-TOE position, as JSON.

Positions hardly ever repeat, but their rows do all the time, so texts are joined from those of
rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from msgspec.json import encode

from games.live.board_text import BoardText, to_act
from games.presenters.phrases import label
from games.presenters.positions import held
from games.rules import DstruBoard
from games.rules.dstru import CELLS, MASKS, PHASES, SIDE, formal_sets, formal_variables

BOARD: Final = DstruBoard


class Row(NamedTuple):
    """The texts of a row; a set or list is JSON with a comma after every value.

    ``uno``, ``tres`` and ``free`` are the sets of document 002, of which Dos's stays empty;
    ``empty`` and ``pieces`` are the cells to place on and to take from.
    """

    notation: bytes
    uno: bytes
    tres: bytes
    free: bytes
    empty: bytes
    pieces: bytes
    labels: tuple[bytes, ...]
    takeable: tuple[bytes, ...]


def _row(number: int, tres: int, uno: int) -> Row:
    """The texts of one row; ``tres`` and ``uno`` are four bits each."""
    first = SIDE * number
    board = DstruBoard(tres << first, uno << first)
    cells, marks = range(first, first + SIDE), board.marks
    sets = {
        name: _listed(place for place in places if place[0] == number + 1)
        for name, places in formal_sets(board).items()
    }
    return Row(
        notation=board.notation[first : first + SIDE].encode(),
        uno=sets["Uno"],
        tres=sets["Tres"],
        free=sets["F"],
        empty=_listed(cell for cell in cells if not marks[cell]),
        pieces=_listed(cell for cell in cells if marks[cell]),
        labels=tuple(encode(label(DstruBoard, cell, marks[cell])) for cell in cells),
        takeable=tuple(
            encode(label(DstruBoard, cell, marks[cell], takeable=bool(marks[cell])))
            for cell in cells
        ),
    )


def _listed(values: Iterable[object]) -> bytes:
    return b"".join([b"%b," % encode(value) for value in values])


ROWS: Final = tuple(
    {
        tres | uno << SIDE: _row(number, tres, uno)
        for tres in range(1 << SIDE)
        for uno in range(1 << SIDE)
        if not tres & uno
    }
    for number in range(SIDE)
)
"""For each row what is said of it, by the bits of Tres and above them those of Uno."""


class Phase(NamedTuple):
    """The texts that depend on whose turn it is; ``ends`` comes after the cells."""

    ends: bytes
    to_act: bytes
    variables: bytes


def _phase(board: DstruBoard) -> Phase:
    return Phase(
        board.notation[CELLS:].encode(),
        to_act(board),
        encode(formal_variables(board))[1:-1],
    )


PHASE_TEXTS: Final = {
    (turn, go, exact): _phase(DstruBoard(turn=turn, go=go, exact=exact))
    for turn, go in PHASES.values()
    for exact in (False, True)
}
HELD: Final = [
    [encode(held(DstruBoard.RIVALS, ("Tres",) * tres + ("Uno",) * uno)) for uno in range(SIDE + 1)]
    for tres in range(SIDE + 1)
]
"""Of a pattern, by how many of its cells Tres and Uno hold."""


def joined(board: Any) -> BoardText:
    """The text of ``board``, a position in play."""
    tres, uno, turn, go, exact = board
    a = ROWS[0][tres & 15 | uno << 4 & 240]
    b = ROWS[1][tres >> 4 & 15 | uno & 240]
    c = ROWS[2][tres >> 8 & 15 | uno >> 4 & 240]
    d = ROWS[3][tres >> 12 | uno >> 8 & 240]
    ends, acts, variables = PHASE_TEXTS[turn, go, exact]
    said = labels = a.labels + b.labels + c.labels + d.labels
    if turn:
        legal = a.empty + b.empty + c.empty + d.empty
    else:
        legal = a.pieces + b.pieces + c.pieces + d.pieces
        said = a.takeable + b.takeable + c.takeable + d.takeable
    return BoardText(
        b'"%b%b%b%b%b"' % (a.notation, b.notation, c.notation, d.notation, ends),
        b'%b,"legal":[%b]' % (acts, legal[:-1]),
        b'{"Uno":[%b],"Dos":[],"Tres":[%b],"F":[%b],%b}'
        % (
            (a.uno + b.uno + c.uno + d.uno)[:-1],
            (a.tres + b.tres + c.tres + d.tres)[:-1],
            (a.free + b.free + c.free + d.free)[:-1],
            variables,
        ),
        b"[%b]" % b",".join([HELD[(tres & m).bit_count()][(uno & m).bit_count()] for m in MASKS]),
        labels,
        said,
        not turn,
    )
