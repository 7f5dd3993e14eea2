"""A step of an engine in the player, ready for a page or as JSON: a sentence and a drawing.

What is drawn are rows of pieces of HTML. A key names the content of each, so that a page changes
only those that differ from one step to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from django.template.loader import render_to_string


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a drawing as HTML, and the ``key`` that names this content."""

    key: str
    html: str


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A row as pieces: the ``shell`` has an empty list, and the ``boards`` are its items."""

    shell: Piece
    boards: tuple[Piece, ...]

    @property
    def html(self) -> str:
        items = "".join(board.html for board in self.boards)
        return self.shell.html.replace("</ol>", f"{items}</ol>")


@lru_cache(maxsize=16384)
def piece(template: str, **context: object) -> Piece:
    """What ``template`` makes of a hashable context."""
    html = render_to_string(template, dict(context)).strip()
    return Piece(blake2b(html.encode(), digest_size=6).hexdigest(), html)


@dataclass(frozen=True, slots=True)
class Window:
    """α and β on the number line: which of its five stops each is at, and what that means.

    ``shut`` says that nothing is left between them.
    """

    alpha: int
    beta: int
    shut: bool
    said: str


@dataclass(frozen=True, slots=True)
class SearchStrip:
    """All of a search as one drawing: ``read``, ``cut`` and ``rest`` are paths, ``height`` high."""

    read: str
    cut: str
    rest: str
    height: int


@dataclass(frozen=True, slots=True)
class Frame:
    """One step: what happens, the running line of the code, what is drawn, where the ways lead.

    ``rows`` has a list for each row: the key of the row and those of its items. ``pen`` is the
    place on the strip, 0 to 1. ``over`` and ``cut`` are the steps after what is in hand and of the
    next cut, 0 if there is none.
    """

    step: int
    kind: str
    heading: str
    sentence: str
    line: int
    live: str
    count: str
    rows: tuple[tuple[str, ...], ...]
    crumbs: str = ""
    window: Window | None = None
    pen: float = 0
    over: int = 0
    cut: int = 0


def keys(rows: Sequence[DrawnRow]) -> tuple[tuple[str, ...], ...]:
    """The rows of a ``Frame``."""
    return tuple((row.shell.key, *(one.key for one in row.boards)) for row in rows)
