"""What shows the trace of any engine: a sentence for each event, and a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.analysis.player.show import DrawnRow, Frame, Piece, SearchStrip, keys, piece
from games.analysis.player.words import TraceWords
from games.analysis.tree.rows import drawn, side_of
from games.engines.trace import Band, EngineTrace, Item, TraceEvent
from games.rules import Board


class Show:
    """How an engine comes to its move in a live ``board``, from step 1 to ``steps``.

    Its events are told in the words called ``name`` and drawn as bands or as rows of a tree.
    ``code`` are the lines of its algorithm; ``lesson`` is the one whose file they are from, if they
    are from one. ``cuts`` says that some steps leave moves out, ``signs`` that values are results
    of the game.
    """

    cuts = False
    lesson = ""
    steps: int

    def __init__(self, board: Board, name: str) -> None:
        self.board = board
        self.words = TraceWords(name, board)
        self.code: Sequence[str] = [
            self.words.phrase(line, {}) for line in self.words.table["code"]
        ]
        self.signs: bool = self.words.table.get("signs", False)

    @property
    def strip(self) -> SearchStrip | None:
        """The whole of it as one drawing, if there is one."""
        return None

    def event(self, step: int) -> TraceEvent:
        """What happens at ``step``. Raises ValueError for one that there is not."""
        raise NotImplementedError

    def ways(self, step: int, event: TraceEvent) -> dict[str, Any]:
        """What more a frame has: where stepping over leads, and whatever else is known."""
        raise NotImplementedError

    def running(self, event: TraceEvent) -> int:
        """The line of the code that runs, counted from 0."""
        return self.words.running(event)

    def frame(self, step: int, query: str) -> tuple[Frame, list[DrawnRow]]:
        """The step, 1 to ``steps``, with its rows; ``query`` begins the links to others.

        Raises ValueError for a step that there is not.
        """
        event, words = self.event(step), self.words
        rows = drawn(event.rows, words, query) if event.rows else _bands(event, words)
        frame = Frame(
            step=step,
            kind=event.kind,
            heading=words.heading(event),
            sentence=words.sentence(event.code, event.numbers, event.kind),
            line=self.running(event),
            live=words.phrase(words.table["live"][event.live], event.numbers) if event.live else "",
            rows=keys(rows),
            **{"count": words.phrase(words.table.get("count", ""), event.numbers)}
            | self.ways(step, event),
        )
        return frame, rows


class TraceShow(Show):
    """A ``trace`` that is written down in full."""

    def __init__(self, trace: EngineTrace, name: str) -> None:
        super().__init__(trace.board, name)
        self.trace = trace
        self.steps = len(trace.events)

    def event(self, step: int) -> TraceEvent:
        return self.trace.events[step - 1]

    def ways(self, step: int, event: TraceEvent) -> dict[str, Any]:
        over = self.trace.next_part(step - 1)
        return {"over": over and over + 1}


@dataclass(frozen=True, slots=True)
class BandItem:
    """An item in words. ``notation`` draws a board with ``lines`` and the ``last`` move.

    ``sum`` is what is computed, ``value`` what comes of it.
    """

    name: str
    state: str
    sum: str
    value: str
    side: str
    notation: str
    lines: tuple[int, ...]
    last: int | None


@dataclass(frozen=True, slots=True)
class BandTitle:
    """A row of items under a title; ``kind`` names its look: ``boards``, ``board`` for a large one,
    ``lines`` or ``cells``.
    """

    title: str
    kind: str


def _bands(event: TraceEvent, words: TraceWords) -> list[DrawnRow]:
    return [_band(name, band, event, words) for name, band in event.bands.items()]


def _band(name: str, band: Band, event: TraceEvent, words: TraceWords) -> DrawnRow:
    said, first = words.table["bands"][name], next(iter(band.values()))
    title = words.phrase(said["title"], {**event.numbers, **first.numbers})
    shell = piece("analysis/_band.html", band=BandTitle(title, said["look"]))
    return DrawnRow(shell, tuple(_item(item, said["name"], words) for item in band.values()))


def _item(item: Item, name: str, words: TraceWords) -> Piece:
    said = words.table["items"].get(item.code, {})
    name, total, value = (
        words.phrase(said.get(part, usual), item.numbers)
        for part, usual in (("name", name), ("sum", ""), ("value", ""))
    )
    outcome = item.board.outcome if item.board and item.lit else None
    shown = BandItem(
        name=name,
        state=item.state,
        sum=" · ".join(filter(None, total.split(" · "))),
        value=value,
        side=side_of(item.numbers["first"]) if "first" in item.numbers else "",
        notation=item.board.notation if item.board else "",
        lines=outcome.cells if outcome else (),
        last=item.last,
    )
    return piece("analysis/_band_item.html", item=shown)
