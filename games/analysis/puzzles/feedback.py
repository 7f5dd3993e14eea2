"""A board on which somebody looks for a move: its cells, and what to say to the answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from games.analysis import reasons
from games.analysis.position import board as drawing
from games.analysis.puzzles.collection import answer
from games.analysis.review import judge
from games.analysis.review.score_sheet import Judged
from games.analysis.variations import Variation
from games.analysis.wording import MINUS, fixed
from games.engines import solution_of
from games.engines.sides import rival_of
from games.engines.solution import EQUAL
from games.presenters.contexts import Cell
from games.rules import Board, RulesError
from games.rules.shape import parse_cell


def tried(here: Board, name: str) -> int | None:
    """The cell that an address says was tried last, if it can be one."""
    try:
        cell = parse_cell(name, here.SHAPE)
        here.make_move(cell)
    except RulesError:
        return None
    return cell


def asking(cell: Cell, *, tried: bool, over: bool) -> Cell:
    """``cell`` on a board that asks for a move; none is free once it is ``over``."""
    label = cell.label + (", tried and wrong" if tried else "")
    return replace(cell, label=label, legal=cell.legal and not over, tried=tried)


def rows(variation: Variation, tried: Collection[int], *, over: bool) -> list[Sequence[Cell]]:
    """The cells row by row, those ``tried`` crossed out and no answer any more."""
    return [
        [asking(cell, tried=cell.index in tried, over=over or cell.index in tried) for cell in row]
        for row in drawing.rows(variation)
    ]


def why_wrong(variation: Variation, cell: int) -> dict[str, str]:
    """What is wrong with a move, the ``reply`` of ``rival`` that shows it, and where to see it."""
    here = variation.board
    after = here.make_move(cell)
    replies = not here.CHANCE_SEAT and not after.is_game_over()
    return {
        "name": here.cell_name(cell),
        "said": fault(here, cell),
        "reply": after.cell_name(answer(after)) if replies else "",
        "rival": rival_of(here),
        "url": variation.after(cell).address(variation.at + 1),
    }


def fault(here: Board, cell: int) -> str:
    """What is wrong with a move, after its name. No better one is named."""
    if here.CHANCE_SEAT:
        first, second = here.RIVALS
        return f"{expected(here, cell)} (+1: {first} wins, {MINUS}1: {second} wins)"
    return _fault(here, cell, judge.judge(here, cell).label)


def expected(here: Board, cell: int) -> str:
    """The expected result of a move and of the best, from the side of the first seat."""
    verdict = judge.judge(here, cell)
    value, best = fixed(verdict.after, 2), fixed(verdict.before, 2)
    return f"has an expected result of {value} for {here.RIVALS[0]}, the best cell {best}"


def better(variation: Variation, mistake: Judged, text: str) -> dict[str, Any]:
    """Ask for a better move than ``mistake``, or judge the answer: the cell that ``text`` names.

    ``played`` is the move of the game, ``label`` its verdict and ``was`` what was wrong with it.
    ``found`` says that the answer is good, ``said`` what it does; ``wrong`` is an answer that is
    not, though perhaps ``partly`` better than the move of the game; ``error`` is no move.
    """
    here, verdict = variation.board, mistake.verdict
    assert verdict is not None
    cell = tried(here, text)
    instead = judge.judge(here, cell) if cell is not None else None
    found = instead is not None and instead.label not in judge.MISTAKES
    there = variation.after(cell) if found and cell is not None else variation
    return {
        "board": there.board,
        "rows": rows(there, () if found or cell is None else (cell,), over=found),
        "played": here.cell_name(mistake.move),
        "label": verdict.label,
        "was": _fault(here, mistake.move, verdict.label),
        "found": found,
        "partly": instead is not None and instead.cost < verdict.cost - EQUAL,
        "error": f"{text!r} cannot be played here." if text and cell is None else "",
        "wrong": why_wrong(variation, cell) if cell is not None and not found else None,
        "said": why_right(here, cell) if found and cell is not None else "",
        "analysis": there.address(there.at),
    }


def _fault(here: Board, cell: int, label: str) -> str:
    """What is wrong with a move, without naming a better one."""
    reason = reasons.reason_of(here, cell)
    answers = map(here.cell_name, solution_of(here).best_moves(here))
    if reason.instead and any(name in reason.text for name in answers):
        return FAULTS.get(label, "is not the best")
    return reason.text


FAULTS = {
    judge.BLUNDER: "loses",
    judge.MISSED: "gives the win away",
    judge.SLOWER: "wins too, but later",
}


def why_right(here: Board, cell: int) -> str:
    """The move and what it does."""
    return f"{here.cell_name(cell)} {reasons.why(here, cell)}"
