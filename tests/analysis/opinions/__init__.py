"""A second opinion on every sentence about a move, and the positions on which it is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from games.engines.dstru.classes import representatives
from games.rules import Board, ClassicBoard, DstruBoard
from games.rules.shape import parse_cell
from tests.analysis.opinions.chance import CHANCE
from tests.analysis.opinions.decided import DECIDED
from tests.analysis.opinions.shared import Named

CHECKERS = {False: DECIDED, True: CHANCE}
"""By whether chance takes part in the game."""


def names(text: str, board: Board, found: Named) -> bool:
    """Whether ``text`` names the cells and the whole numbers that it has to, and no others."""
    cells = {parse_cell(name, board.SHAPE) for name in re.findall(r"\b[a-d][1-4]\b", text)}
    numbers = [int(digits) for digits in re.findall(r"(?<![a-d\d])\d+", text)]
    return cells == found.cells and sorted(numbers) == sorted(found.numbers)


# --- where they are compared ---

SAMPLE, SEED, FIRST_PLIES = 2_000, 18, 4
PHASES = [(True, False), (True, True), (False, False)]

RARE = [
    DstruBoard.from_notation(".UU.TTUUT.T.UUTT U"),
    DstruBoard.from_notation(".TTT.U.TUTUUTTT. U"),
    DstruBoard.from_notation("TUTUUTUU.UT..TT. T"),
]
"""Two threats at once, threats that no removal stops, and a block that threatens."""


def every_classic() -> Iterator[ClassicBoard]:
    """Every position that play can reach, those that are over included."""
    layer = {ClassicBoard.start()}
    while layer:
        yield from sorted(layer)
        layer = {board.make_move(cell) for board in layer for cell in board.available_moves()}


def first_dstru() -> list[DstruBoard]:
    """Every position of the first plies."""
    found, layer = [], {DstruBoard.start()}
    for _ in range(FIRST_PLIES + 1):
        found += sorted(layer)
        layer = {board.make_move(cell) for board in layer for cell in board.available_moves()}
    return found


def sampled_dstru() -> list[DstruBoard]:
    """Live positions out of all of the table, each class and each seat to act equally likely."""
    tres, uno = representatives()
    rng, found = Random(SEED), []
    while len(found) < SAMPLE:
        at, phase = (
            rng.randrange(len(tres)),
            rng.choice([(True, False), (True, True), (False, False)]),
        )
        board = DstruBoard(tres[at], uno[at], *phase, rng.random() < 0.2)
        if board.counts_fit() and not board.over:
            found.append(board)
    return found


def some_dstru() -> list[DstruBoard]:
    return [*first_dstru(), *sampled_dstru(), *RARE]
