"""Positions of a match, and its moves with their seats and names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from games.match import Match
from games.rules import Board
from games.rules.board import FormalValue


def replay(match: Match, plies: int) -> Board:
    """The position after the first ``plies`` moves."""
    return _position(type(match.board), is_exact(match.board), match.moves[:plies])


@lru_cache(4096)
def _position(board: type[Board], exact: bool, moves: tuple[int, ...]) -> Board:
    """A game in play is shown after every move: each position is one move from a known one."""
    if not moves:
        return board.start(exact=exact)
    return _position(board, exact, moves[:-1]).make_move(moves[-1])


def start_of(match: Match) -> Board:
    return type(match.board).start(exact=is_exact(match.board))


def is_exact(board: Board) -> bool:
    """Whether the literal reading of "won" is played; where there is no choice it is not."""
    return getattr(board, "exact", False)


def played(board: type[Board], cells: Sequence[int]) -> Board:
    position = board.start()
    for cell in cells:
        position = position.make_move(cell)
    return position


class PlayedMove(NamedTuple):
    """A move as it was made: ``ply`` counts from 1; ``taken`` is whose mark it took away."""

    ply: int
    seat: str
    cell: int
    name: str
    action: str
    taken: str = ""


class Record(NamedTuple):
    """The moves of a game; ``movers`` are their seats, ``taken`` the marks removed, by ply."""

    moves: tuple[PlayedMove, ...] = ()
    movers: tuple[str, ...] = ()
    taken: Mapping[int, str] = MappingProxyType({})


def moves_of(match: Match) -> tuple[PlayedMove, ...]:
    """The moves in order of play."""
    return record_of(match).moves


def record_of(match: Match) -> Record:
    """The moves in order of play, with what a snapshot says of all of them."""
    return _record(type(match.board), is_exact(match.board), match.moves)


@lru_cache(4096)
def _record(board: type[Board], exact: bool, moves: tuple[int, ...]) -> Record:
    """As with positions, each record is one move longer than a known one."""
    if not moves:
        return Record()
    earlier, before = _record(board, exact, moves[:-1]), _position(board, exact, moves[:-1])
    cell, seat = moves[-1], before.to_move
    name, action = before.cell_name(cell), before.action
    taken = before.marks[cell] if action == "remove" else ""
    made = PlayedMove(len(moves), seat, cell, name, action, taken)
    return Record(
        (*earlier.moves, made),
        (*earlier.movers, seat),
        {**earlier.taken, made.ply: taken} if taken else earlier.taken,
    )


class PositionFacts(NamedTuple):
    """What every snapshot of a position says, in whichever game it arises."""

    notation: str
    to_move: str
    action: str
    legal: tuple[int, ...]
    formal: Mapping[str, FormalValue]
    patterns: Sequence[Mapping[str, int]] | None


def facts_of(board: Board) -> PositionFacts:
    return _facts(type(board), board)


@lru_cache(8192)
def _facts(kind: type[Board], board: Any) -> PositionFacts:
    """Of a small game all positions are remembered; of a large one those that games begin with."""
    return PositionFacts(
        board.notation,
        board.to_move,
        board.action,
        board.available_moves(),
        board.formal(),
        pattern_counts(board),
    )


def pattern_counts(board: Board) -> list[dict[str, int]] | None:
    """How many cells of each named pattern each rival holds; None where patterns have no names."""
    if not board.PATTERN_NAMES:
        return None
    marks, (first, second) = board.marks, board.RIVALS
    held = [[marks[cell] for cell in line] for line in board.LINES]
    return [{first: line.count(first), second: line.count(second)} for line in held]
