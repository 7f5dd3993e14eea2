"""Sentences of games without chance, by plain minimax."""

from __future__ import annotations

from games.rules import Board, ClassicBoard
from tests.analysis.opinions.shared import (
    Checker,
    Named,
    blocks,
    completes,
    completing,
    forking,
    has_no_answer,
    leaves_open,
    length,
    misses_at_once,
    one_too_many,
    rival,
    said,
    value,
    wins,
    wins_now,
)


def makes_fork(board: ClassicBoard, move: int) -> Named | None:
    after = board.make_move(move)
    return said(wins(after, board.to_move)) if has_no_answer(after) else None


def blocking(check: Checker) -> Checker:
    """``check``, and the cell of the move where it blocks: that is said with it."""

    def checked(board: Board, move: int) -> Named | None:
        found = check(board, move)
        if found is None or not blocks(board, move):
            return found
        return Named(found.cells | {move}, found.numbers)

    return checked


def wins_later(board: ClassicBoard, move: int) -> Named | None:
    after = board.make_move(move)
    taken, quickest = length(after) + 1, length(board)
    if after.is_game_over() or value(after) != -1 or taken == quickest:
        return None
    best = min(m for m in board.available_moves() if wins_in(board, m) == quickest)
    return said({best}, taken, quickest)


def wins_in(board: ClassicBoard, move: int) -> int | None:
    after = board.make_move(move)
    return length(after) + 1 if value(after) == -1 else None


def only_threat(board: ClassicBoard, move: int) -> int | None:
    """The one cell on which the rival has to reply, or loses at once."""
    after = board.make_move(move)
    if after.is_game_over() or wins_now(after) or len(own := wins(after, board.to_move)) != 1:
        return None
    return next(iter(own))


def forces_fork(board: ClassicBoard, move: int) -> Named | None:
    if (reply := only_threat(board, move)) is None:
        return None
    then = forking(board.make_move(move).make_move(reply))
    return said({reply} | then) if then else None


def wins_by_force(board: ClassicBoard, move: int) -> Named | None:
    after = board.make_move(move)
    return said((), length(after) + 1) if not after.is_game_over() and value(after) == -1 else None


def allows_fork(board: ClassicBoard, move: int) -> Named | None:
    then = forking(board.make_move(move))
    return said(then) if then else None


def lets_win(board: ClassicBoard, move: int) -> Named | None:
    after = board.make_move(move)
    return said((), length(after)) if value(after) == 1 else None


def misses_win(board: ClassicBoard, move: int) -> Named | None:
    missed = value(board) == 1 and value(board.make_move(move)) == 0
    return said((), length(board)) if missed else None


def misses_fork(board: ClassicBoard, move: int) -> Named | None:
    return said(forking(board)) if misses_win(board, move) and forking(board) else None


def fills(board: ClassicBoard, move: int) -> Named | None:
    end = board.make_move(move).outcome
    return said() if end and not end.winner else None


def stops_fork(board: ClassicBoard, move: int) -> Named | None:
    theirs, after = rival(board), board.make_move(move)
    if wins(board, board.to_move) or wins(board, theirs) or after.is_game_over():
        return None
    would = {
        cell
        for cell in board.available_moves()
        if len(completing(tuple_with(board.marks, cell, theirs), board, theirs)) > 1
    }
    return said(would) if would and not forking(after) and value(after) != 1 else None


def tuple_with(marks: tuple[str, ...], cell: int, seat: str) -> tuple[str, ...]:
    return (*marks[:cell], seat, *marks[cell + 1 :])


def only_draw(board: ClassicBoard, move: int) -> Named | None:
    others = [value(board.make_move(other)) for other in board.available_moves() if other != move]
    holds = value(board.make_move(move)) == 0
    return said() if holds and others and set(others) == {1} else None


def forces(board: ClassicBoard, move: int) -> Named | None:
    cell = only_threat(board, move)
    return None if cell is None else said({cell})


def blocks_and_forces(board: ClassicBoard, move: int) -> Named | None:
    cell = only_threat(board, move)
    return said({cell, move}) if cell is not None and blocks(board, move) else None


def draws(board: ClassicBoard, move: int) -> Named | None:
    after = board.make_move(move)
    return said() if value(board) == value(after) == 0 and not after.is_game_over() else None


DECIDED: dict[str, Checker] = {
    "completes": completes,
    "misses-at-once": misses_at_once,
    "one-too-many": one_too_many,
    "leaves-open": leaves_open,
    "makes-fork": blocking(makes_fork),
    "wins-later": wins_later,
    "forces-fork": blocking(forces_fork),
    "wins-by-force": blocking(wins_by_force),
    "allows-fork": blocking(allows_fork),
    "lets-win": blocking(lets_win),
    "misses-fork": misses_fork,
    "misses-win": misses_win,
    "fills": fills,
    "blocks-and-forces": blocks_and_forces,
    "blocks": blocks,
    "stops-fork": stops_fork,
    "only-draw": only_draw,
    "forces": forces,
    "draws": draws,
}  # type: ignore[assignment]
