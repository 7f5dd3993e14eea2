"""The parts of state frames that describe the moves of a game in play, as JSON.

There are only some hundred different moves, and the moves of a game are the moves before and one
more.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.json import encode

from games.match import Match
from games.presenters.phrases import label
from games.presenters.positions import PlayedMove, moves_of
from games.presenters.sentences import deed, move_sentence
from games.presenters.snapshots import last_move
from games.rules import Board


class MoveText(Struct, frozen=True, gc=False):
    """One move of ``seat`` on ``cell``, as JSON.

    ``last`` describes the last move, ``said`` announces it, ``deed`` follows the mover's name.
    ``label`` describes the cell after it, ``takeable`` does so for the seat that removes a piece
    then. ``taken`` is an entry of the snapshot's own, empty if it took none.
    """

    seat: str
    cell: int
    mover: bytes
    taken: bytes
    last: bytes
    said: bytes
    deed: bytes
    label: bytes
    takeable: bytes
    made: PlayedMove


@lru_cache(4096)
def _text(kind: type[Board], ply: int, seat: str, cell: int, taken: str) -> MoveText:
    """The texts of one move; ``taken`` is whose mark it removed, empty if it placed one."""
    move = PlayedMove(ply, seat, cell, kind.cell_name(cell), "remove" if taken else "place", taken)
    mark = "" if taken else seat
    return MoveText(
        seat,
        cell,
        encode(seat),
        encode({ply: taken})[1:-1] if taken else b"",
        encode(last_move([move])),
        encode(move_sentence(kind, move)),
        unquoted(deed(move)),
        encode(label(kind, cell, mark, taken)),
        encode(label(kind, cell, mark, taken, takeable=bool(mark))),
        move,
    )


def unquoted(words: str) -> bytes:
    """``words`` as a part of a JSON string."""
    return encode(words)[1:-1]


class MovesText(Struct, frozen=True, gc=False):
    """The moves of a game: cells, movers and removed marks, as JSON without brackets.

    ``recent`` are the last ones, as many as the game has seats; ``made`` are all as they were made.
    """

    cells: bytes = b""
    movers: bytes = b""
    taken: bytes = b""
    recent: tuple[MoveText, ...] = ()
    made: tuple[PlayedMove, ...] = ()

    def then(self, kind: type[Board], ply: int, seat: str, cell: int, taken: str) -> MovesText:
        """The texts of these moves and one more."""
        move = _text(kind, ply, seat, cell, taken)
        if not self.recent:
            return MovesText(b"%d" % cell, move.mover, move.taken, (move,), (move.made,))
        between = b"," if taken and self.taken else b""
        return MovesText(
            b"%b,%d" % (self.cells, cell),
            b"%b,%b" % (self.movers, move.mover),
            b"%b%b%b" % (self.taken, between, move.taken),
            (*self.recent[1 - len(kind.SEATS) :], move),
            (*self.made, move.made),
        )

    @property
    def part(self) -> bytes:
        """The part of a snapshot that lists the moves."""
        last = self.recent[-1].last if self.recent else b"null"
        said = b",".join([move.said for move in self.recent])
        return b'"last":%b,"moves":[%b],"movers":[%b],"taken":{%b},"said":[%b]' % (
            *(last, self.cells, self.movers, self.taken, said),
        )


def moves_text(match: Match) -> MovesText:
    """The moves of ``match``, one by one."""
    text, kind = MovesText(), type(match.board)
    for move in moves_of(match):
        text = text.then(kind, move.ply, move.seat, move.cell, move.taken)
    return text


def moves_after(text: MovesText, before: Match, match: Match) -> MovesText:
    """The moves of ``match``, if ``text`` is those of ``before``, an earlier version."""
    if match.moves == before.moves:
        return text
    if match.moves[:-1] != before.moves:
        return moves_text(match)
    board, cell = before.board, match.moves[-1]
    taken = board.marks[cell] if board.action == "remove" else ""
    return text.then(type(board), len(match.moves), board.to_move, cell, taken)
