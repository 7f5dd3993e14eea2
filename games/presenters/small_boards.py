"""What pages and snapshots say of the small boards of a game that has them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypedDict

from games.drawing.small_boards import trail_path
from games.match import ACTIVE, Match
from games.presenters.phrases import where_to_play
from games.presenters.positions import replayed
from games.rules import Board


class SmallBoardFacts(TypedDict):
    """How the small boards stand, each by its number.

    ``closed`` are the ply that closed each, its number, and who won it, empty for nobody. ``live``
    are those in which the next move may be. For each legal cell, in order, ``sends`` is where the
    move sends the next seat, -1 for any open board; ``takes`` are the cells that win their board,
    ``ends`` those that end the game, each with its winner then, empty for a draw.
    ``trail`` leads from the last move to the one live board, as an SVG path.
    """

    closed: Sequence[tuple[int, int, str]]
    live: Sequence[int]
    sends: Sequence[int]
    takes: Sequence[int]
    ends: Sequence[tuple[int, str]]
    trail: str


def small_boards(match: Match) -> SmallBoardFacts | None:
    """None in a game without small boards."""
    board = match.board
    facts = small_boards_of(board, match.moves[-1] if match.moves else None)
    if facts is None:
        return None
    facts["closed"] = _closings(type(board), board.exact, match.moves)
    if match.status != ACTIVE:
        facts |= {"live": (), "sends": (), "takes": (), "ends": (), "trail": ""}
    return facts


def small_boards_of(board: Board, last: int | None) -> SmallBoardFacts | None:
    """The same of a position after a move on ``last``, as if all that is closed always was."""
    if (stand := board.small_boards) is None:
        return None
    return {
        "closed": [(0, small, stand.won[small]) for small in stand.closed],
        "live": stand.live,
        "sends": stand.sends,
        "takes": stand.takes,
        "ends": stand.ends,
        "trail": trail_path(board, last),
    }


def pale_cells(board: Board) -> tuple[set[int], set[int]]:
    """The cells of the small boards in which the next move may not be, and of closed ones."""
    if (stand := board.small_boards) is None:
        return set(), set()
    live = stand.live or range(len(stand.won))
    cells = board.SHAPE.small_boards
    away = {cell for small, within in enumerate(cells) if small not in live for cell in within}
    return away, {cell for small in stand.closed for cell in cells[small]}


@lru_cache(4096)
def _closings(
    kind: type[Board], exact: bool, moves: tuple[int, ...]
) -> tuple[tuple[int, int, str], ...]:
    """The small boards that ``moves`` closed. A move of a game in play follows known ones."""
    if not moves:
        return ()
    before = _closings(kind, exact, moves[:-1])
    stand = replayed(kind, exact, moves).small_boards
    assert stand is not None
    known = {small for _, small, _ in before}
    new = [small for small in stand.closed if small not in known]
    return (*before, *((len(moves), small, stand.won[small]) for small in new))


def where(match: Match) -> str:
    """Where the seat to move may play: ``in the middle board``; empty if that is anywhere."""
    return where_to_play(match.board) if match.status == ACTIVE else ""
