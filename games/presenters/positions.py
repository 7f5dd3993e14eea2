"""Positions of a match, and its moves with their seats and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from threading import Lock
from types import MappingProxyType

from msgspec import Struct

from games.match import Match
from games.rules import Board
from games.rules.board import FormalValue


def replay(match: Match, plies: int) -> Board:
    """The position after the first ``plies`` moves."""
    return _replayed(type(match.board), is_exact(match.board), match.moves[:plies])


@lru_cache(4096)
def _replayed(kind: type[Board], exact: bool, moves: tuple[int, ...]) -> Board:
    """A game in play is replayed after every move: each position follows a known one."""
    if not moves:
        return kind.start(exact=exact)
    return _replayed(kind, exact, moves[:-1]).make_move(moves[-1])


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
    """The moves of a game: ``movers`` are their seats, ``taken`` the marks removed, by ply."""

    moves: tuple[PlayedMove, ...] = ()
    movers: tuple[str, ...] = ()
    taken: Mapping[int, str] = MappingProxyType({})


def moves_of(match: Match) -> tuple[PlayedMove, ...]:
    """The moves in order of play."""
    return record_of(match).moves


def record_of(match: Match) -> Record:
    """The moves in order of play, with what a snapshot says of all of them."""
    known = _known.get(match.id)
    if known is None or known[0] is not match:
        record = None if known is None else _followed(*known, match)
        if record is None:
            record = _whole(match)
        with _known_lock:
            _known.pop(match.id, None)  # the newest stands last
            _known[match.id] = known = (match, record)
            if len(_known) > KNOWN:
                del _known[next(iter(_known))]
    return known[1]


KNOWN = 4096
"""Games whose records are kept."""

_known: dict[str, tuple[Match, Record]] = {}
"""The version of each game that was asked for last, with its record: a game in play is shown
after every move, so that each record is one move longer than a known one.
"""
_known_lock = Lock()


def _followed(before: Match, record: Record, match: Match) -> Record | None:
    """The record of ``match`` where it is that of ``before`` and at most one move."""
    if (type(match.board), is_exact(match.board)) != (type(before.board), is_exact(before.board)):
        return None
    if match.moves == before.moves:
        return record
    if match.moves[:-1] == before.moves:
        return _longer(record, before.board, match.moves[-1])
    return None


def _whole(match: Match) -> Record:
    board, record = start_of(match), Record()
    for cell in match.moves:
        record, board = _longer(record, board, cell), board.make_move(cell)
    return record


def _longer(record: Record, board: Board, cell: int) -> Record:
    """``record`` and the move on ``cell`` of ``board``."""
    ply, seat = len(record.moves) + 1, board.to_move
    taken = board.marks[cell] if board.action == "remove" else ""
    made = PlayedMove(ply, seat, cell, board.cell_name(cell), board.action, taken)
    return Record(
        (*record.moves, made),
        (*record.movers, seat),
        {**record.taken, ply: taken} if taken else record.taken,
    )


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
    return [_held(board.RIVALS, cells_of(marks)) for cells_of in _lines(type(board))]


@cache
def _held(rivals: tuple[str, str], marks: tuple[str, ...]) -> Mapping[str, int]:
    """How many of some ``marks`` are whose. There are few lines that differ."""
    return {seat: marks.count(seat) for seat in rivals}


@cache
def _lines(kind: type[Board]) -> tuple[Callable[[Sequence[str]], tuple[str, ...]], ...]:
    """For each named pattern, what picks its cells from those of a position."""
    return tuple(itemgetter(*line) for line in kind.LINES)
