"""Sentences of the game with chance. Expected results are the table's, all else the rules'."""

from __future__ import annotations

from functools import cache

from games.engines import solution_of
from games.rules import DstruBoard
from tests.analysis.opinions.shared import (
    Checker,
    Named,
    blocks,
    completes,
    leaves_open,
    misses_at_once,
    one_too_many,
    rival,
    said,
    wins,
    wins_now,
)


@cache
def values(board: DstruBoard) -> dict[int, float]:
    """The expected result after each cell, for the one who moves: from the table."""
    solution = solution_of(board)
    sign = 1 if board.to_move == "Tres" else -1
    for_tres = {}
    for cell in board.available_moves():
        after = board.make_move(cell)
        turned = -1 if after.to_move == "Uno" else 1
        end = after.outcome
        won = {"Tres": 1.0, "Uno": -1.0}.get(end.winner or "", 0.0) if end else None
        for_tres[cell] = turned * (solution.value(after) or 0.0) if won is None else won
    return {cell: sign * worth for cell, worth in for_tres.items()}


def cost(board: DstruBoard, move: int) -> float:
    found = values(board)
    return max(found.values()) - found[move]


def hundredths(board: DstruBoard, move: int) -> Named:
    """The digits of what ``move`` costs: the best value less its own, both with two decimals."""
    found = values(board)
    best, own = (
        int(f"{100 * float(f'{one:.2f}'):.0f}") for one in (max(found.values()), found[move])
    )
    text = f"{max(best - own, 1) / 100:.2f}".rstrip("0").rstrip(".")
    return said((), *(int(part) for part in text.split(".")))


def fills_grid(board: DstruBoard, move: int) -> Named | None:
    end = board.make_move(move).outcome
    return said() if board.action == "place" and end and end.winner != board.to_move else None


def before_chance(board: DstruBoard, move: int) -> tuple[DstruBoard, list[int], list[int]] | None:
    """For a piece of Uno's: the position, Tres's winning cells, the removals that stop them."""
    after = board.make_move(move)
    if after.is_game_over() or board.to_move != "Uno" or not (cells := wins(after, "Tres")):
        return None
    taken = [cell for cell, mark in enumerate(after.marks) if mark]
    saved = [cell for cell in taken if not wins_now(after.make_move(cell))]
    return after, sorted(cells), saved


def waits_for_chance(board: DstruBoard, move: int) -> Named | None:
    found = before_chance(board, move)
    if not found or not found[2]:
        return None
    after, cells, saved = found
    return said({*cells, *saved}, len(saved), sum(map(bool, after.marks)))


def open_for_sure(board: DstruBoard, move: int) -> Named | None:
    found = before_chance(board, move)
    return said() if found and not found[2] else None


def gives_away(board: DstruBoard, move: int) -> Named | None:
    if board.action != "place" or cost(board, move) < 0.05:
        return None
    return hundredths(board, move)


def best_expected(board: DstruBoard, move: int) -> Named | None:
    return said() if board.action == "place" and cost(board, move) < 1e-9 else None


def near_best(board: DstruBoard, move: int) -> Named | None:
    if board.action != "place" or not 1e-9 < cost(board, move) < 0.05:
        return None
    return hundredths(board, move)


def threatens(board: DstruBoard, move: int) -> Named | None:
    after = board.make_move(move)
    if board.action != "place" or after.is_game_over() or wins(after, rival(board)):
        return None
    return said(own) if (own := wins(after, board.to_move)) else None


def doubles(board: DstruBoard, move: int) -> Named | None:
    found = threatens(board, move)
    return found if found and len(found.cells) > 1 else None


def blocks_threatens(board: DstruBoard, move: int) -> Named | None:
    block, threat = blocks(board, move), threatens(board, move)
    return said(block.cells | threat.cells) if block and threat else None


def removes(board: DstruBoard, move: int) -> Named | None:
    goes_on = board.action == "remove" and not board.make_move(move).is_game_over()
    return said({move}) if goes_on else None


def removal_completes(board: DstruBoard, move: int) -> Named | None:
    ends = board.action == "remove" and board.make_move(move).is_game_over()
    return said({move}) if ends else None


def removal_leaves(board: DstruBoard, move: int) -> Named | None:
    now = wins_now(board.make_move(move)) if board.action == "remove" else frozenset()
    return said({move} | now) if now else None


def removal_opens(board: DstruBoard, move: int) -> Named | None:
    found = removal_leaves(board, move)
    return said({move}) if found and move in wins_now(board.make_move(move)) else None


def removal_breaks(board: DstruBoard, move: int) -> Named | None:
    if not removes(board, move):
        return None
    owner = board.marks[move]
    gone = wins(board, owner) - wins(board.make_move(move), owner)
    return said({move} | gone) if gone else None


CHANCE: dict[str, Checker] = {
    "completes": completes,
    "fills-grid": fills_grid,
    "misses-at-once": misses_at_once,
    "one-too-many": one_too_many,
    "leaves-open": leaves_open,
    "open-for-sure": open_for_sure,
    "waits-for-chance": waits_for_chance,
    "gives-away": gives_away,
    "blocks-threatens": blocks_threatens,
    "blocks": blocks,
    "doubles": doubles,
    "threatens": threatens,
    "best-expected": best_expected,
    "near-best": near_best,
    "removal-completes": removal_completes,
    "removal-opens": removal_opens,
    "removal-leaves": removal_leaves,
    "removal-breaks": removal_breaks,
    "removes": removes,
}  # type: ignore[assignment]
