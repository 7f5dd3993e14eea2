"""Positions of a match, and its moves with their seats and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from types import MappingProxyType

from msgspec import Struct

from games.match import Match
from games.rules import Board
from games.rules.board import FormalValue


def replay(match: Match, plies: int) -> Board:
    """The position after the first ``plies`` moves."""
    return _record(type(match.board), is_exact(match.board), match.moves[:plies]).board


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


class PlayedMove(Struct, frozen=True, gc=False):
    """A move as it was made: ``ply`` counts from 1; ``taken`` is whose mark it took away."""

    ply: int
    seat: str
    cell: int
    name: str
    action: str
    taken: str = ""


class Record(Struct, frozen=True, gc=False):
    """The moves of a game, and the position they lead to.

    ``movers`` are their seats, ``taken`` the marks removed, by ply.
    """

    board: Board
    moves: tuple[PlayedMove, ...] = ()
    movers: tuple[str, ...] = ()
    taken: Mapping[int, str] = MappingProxyType({})


def moves_of(match: Match) -> tuple[PlayedMove, ...]:
    """The moves in order of play."""
    return record_of(match).moves


def record_of(match: Match) -> Record:
    """The moves in order of play, with what a snapshot says of all of them."""
    global _latest
    latest = _latest  # most who ask ask again of the same match at once
    if latest is None or latest[0] is not match:
        record = _record(type(match.board), is_exact(match.board), match.moves)
        _latest = latest = (match, record)
    return latest[1]


@lru_cache(4096)
def _record(kind: type[Board], exact: bool, moves: tuple[int, ...]) -> Record:
    """A game in play is shown after every move: each record is one move longer than a known one."""
    if not moves:
        return Record(kind.start(exact=exact))
    cell, earlier = moves[-1], _record(kind, exact, moves[:-1])
    board, ply, seat = earlier.board, len(moves), earlier.board.to_move
    taken = board.marks[cell] if board.action == "remove" else ""
    made = PlayedMove(ply, seat, cell, board.cell_name(cell), board.action, taken)
    return Record(
        board.make_move(cell),
        (*earlier.moves, made),
        (*earlier.movers, seat),
        {**earlier.taken, ply: taken} if taken else earlier.taken,
    )


_latest: tuple[Match, Record] | None = None
"""The match that was asked for last, with its record: replaced as a whole, by any thread."""


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


def pattern_counts(board: Board) -> list[dict[str, int]] | None:
    """How many cells of each named pattern each rival holds; None where patterns have no names."""
    if not board.PATTERN_NAMES:
        return None
    marks, (first, second) = board.marks, board.RIVALS
    held = [cells_of(marks) for cells_of in _lines(type(board))]
    return [{first: line.count(first), second: line.count(second)} for line in held]


@cache
def _lines(kind: type[Board]) -> tuple[Callable[[Sequence[str]], tuple[str, ...]], ...]:
    """For each named pattern, what picks its cells from those of a position."""
    return tuple(itemgetter(*line) for line in kind.LINES)
