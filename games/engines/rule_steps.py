"""The rules of ``smart`` as numbered steps: cell by cell, until a rule finds one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.engines.sides import rival_of
from games.rules import Board

Kind = Literal["start", "look", "rule", "done"]
"""No rule is asked yet; a rule looks at a cell; what a rule found; the cells to play are known."""


@dataclass(frozen=True, slots=True)
class RuleStep:
    """A step of ``rule``, counted from 0, about ``cell``.

    With the cell the rule's seat would have ``held`` cells of ``line``, the fullest of those
    through it; -1 where none is. ``completes`` says that it would win.
    """

    kind: Kind
    rule: int = -1
    cell: int = -1
    line: int = -1
    held: int = 0
    completes: bool = False


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """How the rules come to their ``candidates`` in ``board``.

    ``seats`` are those whose win the first and the second rule look for. ``found`` are the cells
    of each rule that was asked; the last one decides.
    """

    board: Board
    seats: tuple[str, str]
    found: tuple[tuple[int, ...], ...]
    candidates: tuple[int, ...]
    steps: tuple[RuleStep, ...]


def trace(board: Board, rules: Mapping[str, tuple[int, ...]]) -> RuleTrace:
    """The steps in a live ``board``; ``rules`` are the cells that each finds, in order.

    The first rule seeks a win of the seat to move, the second one of its rival; the last takes any
    legal cell.
    """
    seats = (board.to_move, rival_of(board))
    steps, found = [RuleStep("start")], []
    for at, cells in enumerate(rules.values()):
        if at < len(seats):
            steps += [_look(board, at, seats[at], cell, cells) for cell in board.available_moves()]
        steps.append(RuleStep("rule", at))
        found.append(cells)
        if cells:
            break
    steps.append(RuleStep("done", len(found) - 1))
    return RuleTrace(board, seats, tuple(found), found[-1], tuple(steps))


def _look(board: Board, rule: int, seat: str, cell: int, wins: tuple[int, ...]) -> RuleStep:
    marks = board.marks
    held = {
        at: 1 + sum(marks[one] == seat for one in line)
        for at, line in enumerate(board.LINES)
        if cell in line
    }
    line = max(held, key=lambda at: held[at], default=-1)
    return RuleStep("look", rule, cell, line, held.get(line, 0), completes=cell in wins)
