"""All engines in one position, side by side, and what the exact solution says to their moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engines import engines_for
from games.engines.solutions import value
from games.glass.address import Trail
from games.glass.seen import Seen
from games.glass.words import cells, listed, number, signed
from games.rules import Board

EQUAL = 1e-9


def truth(board: Board) -> dict[int, float]:
    """The exact value of each legal move for the seat to move; empty where it is not known."""
    values = {}
    for move in board.available_moves():
        after = board.make_move(move)
        exact = value(after)
        if exact is None:
            return {}
        values[move] = sign(board.to_move) * sign(after.to_move) * exact
    return values


def sign(seat: str) -> int:
    """Which way a seat sees a value. Dos, who has no side, is told how Tres sees it."""
    return -1 if seat in ("O", "Uno") else 1


def table(trail: Trail, seen: Seen, focus: str) -> list[dict[str, Any]]:
    """A row for each engine."""
    board, exact = trail.board, truth(trail.board)
    titles = engines_for(board.VARIANT)
    return [
        {
            "slug": slug,
            "title": titles[slug].title,
            "focus": slug == focus,
            "url": trail.address(trail.at, engine=slug),
            "move": board.cell_name(answer["move"]),
            "others": _others(board, answer),
            "value": signed(answer["values"].get(str(answer["move"]))),
            "nodes": number(answer["nodes"] or None),
            "cutoffs": number(answer["cutoffs"] or None),
            "ms": f"{answer['seconds'] * 1000:.1f}",
            "fault": fault(board, answer["candidates"], exact),
        }
        for slug, answer in seen["engines"].items()
    ]


def _others(board: Board, answer: Mapping[str, Any]) -> str:
    equals = [cell for cell in answer["candidates"] if cell != answer["move"]]
    if len(equals) > 3:
        return f"or {len(equals)} others"
    return f"or {cells(board, equals).replace(' and ', ', ')}" if equals else ""


def fault(board: Board, candidates: list[int], exact: Mapping[int, float]) -> str:
    """What an engine may give away here, in words; empty if nothing.

    Dos has no side, so nothing is a fault of Dos.
    """
    if not exact or board.to_move not in board.SEATS[:2]:
        return ""
    best, worst = max(exact.values()), min(exact[cell] for cell in candidates)
    if len(board.SEATS) == 2:  # no third hand, so no chance: every value is a win, draw or loss
        return _thrown_away(best, worst, all(exact[cell] < best for cell in candidates))
    lost = best - worst
    return f"may give away {number(lost, 2)}" if lost > 0.005 else ""


WORTH = {1: "the win", 0: "the draw", -1: "the loss"}


def _thrown_away(best: float, worst: float, surely: bool) -> str:
    if worst >= best:
        return ""
    verb = "gives" if surely else "may give"
    return f"{verb} away {WORTH[(best > 0) - (best < 0)]}"


def summary(rows: list[dict[str, Any]]) -> str:
    """One sentence on whether the engines agree."""
    if len(rows) < 2:
        return ""
    wrong = [row for row in rows if row["fault"]]
    if not wrong:
        return "No engine gives anything away here."
    if len(wrong) == 1:
        return f"{wrong[0]['title']} {wrong[0]['fault']}, alone."
    return f"{listed([row['title'] for row in wrong])} can go wrong here."


def line(trail: Trail, answer: Mapping[str, Any], focus: str) -> list[dict[str, str]]:
    """The principal variation as steps that lead to its positions."""
    steps, path = [], trail.after(*answer["line"])
    for offset, cell in enumerate(answer["line"]):
        before = path.boards[trail.at + offset]
        steps.append(
            {
                "seat": before.to_move,
                "name": before.cell_name(cell),
                "url": path.address(trail.at + offset + 1, engine=focus),
            }
        )
    return steps
