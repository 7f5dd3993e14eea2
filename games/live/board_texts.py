"""The parts of state frames that describe a position in play, as JSON.

Games with few positions have a text for each; others join it from known texts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from msgspec.json import encode

from games.live import dstru_texts
from games.live.board_text import BoardText, to_act
from games.presenters.phrases import cell_labels
from games.presenters.positions import facts_of
from games.rules import Board

JOINED: Final[dict[type[Board], Callable[[Any], BoardText]]] = {
    dstru_texts.BOARD: dstru_texts.joined,
}
"""What joins the texts of positions, for games that have too many of them."""


def board_text(board: Board) -> BoardText:
    """The text of ``board``, whose game goes on."""
    kind = type(board)
    joined = JOINED.get(kind)
    return _whole(kind, board) if joined is None else joined(board)


@lru_cache(4096)
def _whole(kind: type[Board], board: Any) -> BoardText:
    facts = facts_of(board)
    return BoardText(
        encode(facts.notation),
        b'%b,"legal":%b' % (to_act(board), encode(facts.legal)),
        encode(facts.formal or None),
        encode(facts.patterns),
        tuple(map(encode, cell_labels(board))),
        tuple(map(encode, cell_labels(board, acts=True))),
        board.action == "remove",
    )
