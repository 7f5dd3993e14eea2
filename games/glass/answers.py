"""A board on which somebody looks for a move: its cells, and what to say to the answer."""

from __future__ import annotations

from typing import Any

from games.glass import board as drawing
from games.glass import compare, judge, reasons
from games.glass.address import Trail
from games.glass.puzzles import answer
from games.glass.review import Judged
from games.glass.words import number
from games.rules import Board, RulesError
from games.rules.board import parse_cell


def tried(here: Board, name: str) -> int | None:
    """The cell that an address says was tried last, if it can be one."""
    try:
        cell = parse_cell(name, here.SIDE)
        here.make_move(cell)
    except RulesError:
        return None
    return cell


def rows(trail: Trail, tried: int | None, *, over: bool) -> list[list[dict[str, Any]]]:
    """The cells row by row; those that may be answered with are ``legal`` unless it is over."""
    found = drawing.rows(trail, "", None)
    for row in found:
        for cell in row:
            cell["legal"] = bool(cell["url"]) and not over
            cell["tried"] = cell["index"] == tried
            if cell["tried"]:
                cell["label"] += ", tried and wrong"
    return found


def why_wrong(trail: Trail, cell: int) -> dict[str, str]:
    """What is wrong with a move, the reply that shows it, and where to look at it."""
    here = trail.board
    verdict, after = judge.judge(here, cell), here.make_move(cell)
    if len(here.SEATS) > 2:
        had = max(compare.truth(here).values())
        said = f"is worth {number(had - verdict.cost, 2)} where {number(had, 2)} can be had"
    else:
        said = _consequence(verdict.label, reasons.reason(here, cell, verdict))
    replies = len(here.SEATS) == 2 and not after.is_game_over()
    return {
        "name": here.cell_name(cell),
        "said": said,
        "reply": after.cell_name(answer(after)) if replies else "",
        "rival": reasons.rival_of(here),
        "url": trail.after(cell).address(trail.at + 1),
    }


def better(trail: Trail, mistake: Judged, text: str) -> dict[str, Any]:
    """What the page of a mistake shows, once ``text`` names a cell with how that one would do."""
    here, verdict = trail.board, mistake.verdict
    assert verdict is not None
    cell = tried(here, text)
    found = cell is not None and judge.judge(here, cell).label not in judge.MISTAKES
    there = trail.after(cell) if found and cell is not None else trail
    return {
        "board": there.board,
        "rows": rows(there, None if found else cell, over=found),
        "played": here.cell_name(mistake.move),
        "label": verdict.label,
        "was": reasons.reason(here, mistake.move, verdict),
        "found": found,
        "error": f"{text!r} cannot be played here." if text and cell is None else "",
        "wrong": why_wrong(trail, cell) if cell is not None and not found else None,
        "said": why_right(here, cell) if found and cell is not None else "",
        "analysis": there.address(there.at),
    }


def _consequence(label: str, reason: str) -> str:
    if label == judge.BLUNDER:
        return f"{reason}, and loses" if reason else "loses"
    return {judge.MISSED: "lets the win go", judge.SLOWER: "wins too, but later"}.get(label, reason)


def why_right(here: Board, cell: int) -> str:
    """The move and what it does."""
    said = reasons.reason(here, cell, judge.judge(here, cell))
    if not said and len(here.SEATS) > 2:
        said = f"expects {number(max(compare.truth(here).values()), 2)}"
    return f"{here.cell_name(cell)} {said}".strip()
