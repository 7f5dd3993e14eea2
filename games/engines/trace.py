"""How an engine comes to its move, as plain data: events that one player puts into words and draws.

An engine tells what it did and with which numbers. It knows neither words nor drawings: the code of
an event names its sentence, and what is drawn are bands of items, each with its own numbers.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.rules import Board

Numbers = Mapping[str, Any]
"""What a sentence or an item is about, by the names of the places in its phrase."""


@dataclass(frozen=True, slots=True)
class Item:
    """A move, a cell or a line in a band; ``code`` names what is written beside it.

    ``state`` is ``later``, ``now``, ``done``, ``refused`` or ``best``. A number called ``first`` is
    a value for the first seat, whose sign is drawn. ``board`` is drawn with the move ``last`` and,
    if it is ``lit``, with the lines that end the game.
    """

    state: str = "later"
    code: str = ""
    numbers: Numbers = field(default_factory=dict)
    board: Board | None = None
    last: int | None = None
    lit: bool = True


Band = Mapping[Any, Item]
"""Items in the order in which they are drawn."""


@dataclass(frozen=True, slots=True)
class TreeItem:
    """A move of a search that leads to ``board``; the root has no ``cell``.

    ``state`` is ``later``, ``hand``, ``done`` or ``cut``. ``code`` names the note beside it. The
    number ``value`` is what it is worth as far as ``bound`` says, ``first`` that for the first
    seat. ``step`` is when it was entered or cut, 0 if it was not. ``on_path`` says that the search
    is below it, ``now`` that it is at it.
    """

    board: Board
    cell: int | None
    state: str
    code: str = ""
    numbers: Numbers = field(default_factory=dict)
    step: int = 0
    on_path: bool = False
    now: bool = False


@dataclass(frozen=True, slots=True)
class TreeRow:
    """The moves of ``seat`` at one position of the stack; ``code`` says what it does with them."""

    ply: int
    seat: str
    code: str
    items: tuple[TreeItem, ...]


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """A step: its ``kind``, and the ``code`` of what is said of it.

    ``line`` is the line of the algorithm that runs, None where that follows from kind and code.
    ``begins`` tells that the part of the work before it is over. What is drawn are the ``bands``
    of an engine that does not search a tree, or the ``rows`` of one that does, with the moves
    ``path`` to where it happens; ``live`` names what is said beside that line.
    """

    kind: str
    line: int | None
    code: str
    numbers: Numbers
    bands: Mapping[str, Band] = field(default_factory=dict)
    begins: bool = False
    rows: tuple[TreeRow, ...] = ()
    path: tuple[int, ...] = ()
    live: str = ""


@dataclass(frozen=True, slots=True)
class EngineTrace:
    """All steps of an engine in ``board``, up to the ``candidates`` that it draws its move from."""

    board: Board
    candidates: tuple[int, ...]
    events: tuple[TraceEvent, ...]

    def next_part(self, at: int) -> int:
        """The place of the first event after ``at`` that begins another part; 0 if none does."""
        later = range(at + 1, len(self.events))
        return next((place for place in later if self.events[place].begins), 0)


class TraceWriter:
    """Writes down what an engine does, as it does it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._events: list[TraceEvent] = []
        self._bands: dict[str, dict[Hashable, Item]] = {}
        self._now: set[tuple[str, Hashable]] = set()

    def draw(self, band: str, items: Band) -> None:
        """Draw ``items`` as ``band`` from now on, in place of what was there."""
        self._bands[band] = dict(items)

    def draw_moves(self, band: str, *, lit: bool = True) -> None:
        """Draw the board after each legal move."""
        self.draw(
            band,
            {
                cell: Item("later", "", {"cell": cell}, self.board.make_move(cell), cell, lit)
                for cell in self.board.available_moves()
            },
        )

    def draw_cells(self, band: str) -> None:
        """Draw each legal cell by its name alone."""
        cells = self.board.available_moves()
        self.draw(band, {cell: Item(numbers={"cell": cell}) for cell in cells})

    def settle(
        self, band: str, key: Hashable, state: str, code: str | None = None, /, **numbers: Any
    ) -> None:
        """Leave an item in ``state``, without an event about it."""
        item = self._bands[band][key]
        self._bands[band][key] = replace(
            item,
            state=state,
            code=item.code if code is None else code,
            numbers={**item.numbers, **numbers},
        )

    def mark(
        self,
        band: str,
        key: Hashable,
        code: str | None = None,
        state: str = "done",
        /,
        **numbers: Any,
    ) -> None:
        """Let the next event be about an item, and write its ``code`` and ``numbers`` there."""
        self.settle(band, key, state, code, **numbers)
        self._now.add((band, key))

    def redraw(self, band: str, key: Hashable, board: Board, last: int) -> None:
        """Draw another position as an item."""
        self._bands[band][key] = replace(self._bands[band][key], board=board, last=last, lit=True)

    def tell(
        self, kind: str, line: int, code: str = "", /, *, begins: bool = False, **numbers: Any
    ) -> None:
        """Write an event down; without a ``code`` its kind names its sentence."""
        bands = {
            band: {key: self._shown(band, key, item) for key, item in items.items()}
            for band, items in self._bands.items()
            if items
        }
        self._events.append(TraceEvent(kind, line, code or kind, numbers, bands, begins))
        self._now.clear()

    def _shown(self, band: str, key: Hashable, item: Item) -> Item:
        if (band, key) not in self._now:
            return item
        return replace(item, state="now" if item.state == "done" else f"now {item.state}")

    def finish(self, candidates: tuple[int, ...]) -> EngineTrace:
        """The whole trace."""
        return EngineTrace(self.board, candidates, tuple(self._events))
