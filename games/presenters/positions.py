"""Positions of a match, and its moves with their seats and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter

from msgspec import Struct

from games.match import Match
from games.rules import Board
from games.rules.board import FormalValue


def replay(match: Match, plies: int) -> Board:
    """The position after the first ``plies`` moves."""
    return replayed(type(match.board), match.board.exact, match.moves[:plies])


@lru_cache(4096)
def replayed(kind: type[Board], exact: bool, moves: tuple[int, ...]) -> Board:
    """A game in play is replayed after every move: each position follows a known one."""
    if not moves:
        return kind.start(exact=exact)
    return replayed(kind, exact, moves[:-1]).make_move(moves[-1])


def start_of(match: Match) -> Board:
    return type(match.board).start(exact=match.board.exact)


def played(board: type[Board], cells: Sequence[int]) -> Board:
    position = board.start()
    for cell in cells:
        position = position.make_move(cell)
    return position


class PlayedMove(Struct, frozen=True, gc=False):
    """A move as it was made: ``ply`` counts from 1; ``taken`` is whose mark it took away."""

    ply: int
    seat: str
    cell: int
    name: str
    action: str
    taken: str = ""


def moves_of(match: Match) -> tuple[PlayedMove, ...]:
    """The moves in order of play."""
    return _moves(type(match.board), match.board.exact, match.moves)


@lru_cache(4096)
def _moves(kind: type[Board], exact: bool, cells: tuple[int, ...]) -> tuple[PlayedMove, ...]:
    """The moves of a game in play are known ones and a new one."""
    if not cells:
        return ()
    before = replayed(kind, exact, cells[:-1])
    return (*_moves(kind, exact, cells[:-1]), move_on(before, cells[-1]))


def move_on(board: Board, cell: int) -> PlayedMove:
    """The move on ``cell`` of the side to move."""
    action, name = board.action, board.cell_name(cell)
    taken = board.marks[cell] if action == "remove" else ""
    return PlayedMove(board.ply + 1, board.to_move, cell, name, action, taken)


class PositionFacts(Struct, frozen=True, gc=False):
    """What every snapshot of a position says, in whichever game it arises."""

    notation: str
    to_move: str
    action: str
    legal: tuple[int, ...]
    formal: Mapping[str, FormalValue]
    patterns: Sequence[Mapping[str, int]] | None


def facts_of(board: Board) -> PositionFacts:
    return PositionFacts(
        board.notation,
        board.to_move,
        board.action,
        board.available_moves(),
        board.formal(),
        pattern_counts(board),
    )


def pattern_counts(board: Board) -> list[Mapping[str, int]] | None:
    """How many cells of each named pattern each rival holds; None where patterns have no names."""
    if not board.PATTERN_NAMES:
        return None
    marks = board.marks
    return [held(board.RIVALS, cells_of(marks)) for cells_of in _lines(type(board))]


@cache
def held(rivals: tuple[str, str], marks: tuple[str, ...]) -> Mapping[str, int]:
    """How many of some ``marks`` are whose. There are few lines that differ."""
    return {seat: marks.count(seat) for seat in rivals}


@cache
def _lines(kind: type[Board]) -> tuple[Callable[[Sequence[str]], tuple[str, ...]], ...]:
    """For each named pattern, what picks its cells from those of a position."""
    return tuple(itemgetter(*line) for line in kind.LINES)
