"""The parts of a state frame that describe a position."""

from __future__ import annotations

from msgspec import Struct
from msgspec.json import encode

from games.rules import Board


class BoardText(Struct, frozen=True, gc=False):
    """Parts of a snapshot as JSON, named as there.

    ``turn`` is ``to_act``, ``action`` and ``legal`` with their names. ``labels`` are what is said
    of each cell, ``takeable`` the same to the one who is to act, and who ``takes`` or places a
    piece; neither knows the last move.
    """

    position: bytes
    turn: bytes
    formal: bytes
    patterns: bytes
    labels: tuple[bytes, ...]
    takeable: tuple[bytes, ...]
    takes: bool


def to_act(board: Board) -> bytes:
    """Whose turn it is, and for what, as a part of a snapshot."""
    return encode({"to_act": board.to_move, "action": board.action})[1:-1]
