"""A board on which somebody looks for a move: its cells, and what to say to the answer."""

from __future__ import annotations

from typing import Any

from games.analysis import reasons, truth
from games.analysis.position import board as drawing
from games.analysis.puzzles.collection import answer
from games.analysis.review import judge
from games.analysis.review.score_sheet import Judged
from games.analysis.variations import Variation
from games.analysis.wording import MINUS, fixed
from games.engines.sides import rival_of
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


def rows(variation: Variation, tried: int | None, *, over: bool) -> drawing.Rows:
    """The cells row by row; those that may be answered with are ``legal`` unless it is over."""
    found = drawing.rows(variation)
    for row in found:
        for cell in row:
            cell["legal"] = bool(cell["url"]) and not over
            cell["tried"] = cell["index"] == tried
            if cell["tried"]:
                cell["label"] += ", tried and wrong"
    return found


def why_wrong(variation: Variation, cell: int) -> dict[str, str]:
    """What is wrong with a move, the reply that shows it, and where to look at it."""
    here = variation.board
    verdict, after = judge.judge(here, cell), here.make_move(cell)
    if here.CHANCE_SEAT:
        said = f"has an expected result of {_scale(here, verdict.after, verdict.before)}"
    else:
        said = _consequence(verdict.label, reasons.reason(here, cell, verdict))
    replies = not here.CHANCE_SEAT and not after.is_game_over()
    return {
        "name": here.cell_name(cell),
        "said": said,
        "reply": after.cell_name(answer(after)) if replies else "",
        "rival": rival_of(here),
        "url": variation.after(cell).address(variation.at + 1),
    }


def _scale(here: Board, value: float, best: float) -> str:
    """Two values of a position from the side of the first seat, with what the scale means."""
    first, second = here.RIVALS
    return (
        f"{fixed(value, 2)} for {first}, the best cell {fixed(best, 2)}"
        f" (+1: {first} wins, {MINUS}1: {second} wins)"
    )


def better(variation: Variation, mistake: Judged, text: str) -> dict[str, Any]:
    """What the page of a mistake shows, once ``text`` names a cell with how that one would do."""
    here, verdict = variation.board, mistake.verdict
    assert verdict is not None
    cell = tried(here, text)
    found = cell is not None and judge.judge(here, cell).label not in judge.MISTAKES
    there = variation.after(cell) if found and cell is not None else variation
    return {
        "board": there.board,
        "rows": rows(there, None if found else cell, over=found),
        "played": here.cell_name(mistake.move),
        "label": verdict.label,
        "was": reasons.reason(here, mistake.move, verdict),
        "found": found,
        "error": f"{text!r} cannot be played here." if text and cell is None else "",
        "wrong": why_wrong(variation, cell) if cell is not None and not found else None,
        "said": why_right(here, cell) if found and cell is not None else "",
        "analysis": there.address(there.at),
    }


def _consequence(label: str, reason: str) -> str:
    if label == judge.BLUNDER:
        return reason or "loses"
    return {judge.MISSED: "gives the win away", judge.SLOWER: "wins too, but later"}.get(
        label, reason
    )


def why_right(here: Board, cell: int) -> str:
    """The move and what it does."""
    said = reasons.reason(here, cell, judge.judge(here, cell))
    if not said and here.CHANCE_SEAT:
        said = f"has the best expected result, {fixed(truth.level(here), 2)} for {here.RIVALS[0]}"
    return f"{here.cell_name(cell)} {said}".strip()
