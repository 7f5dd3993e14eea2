"""What draws the trace of any engine: a sentence for each event, and bands of items."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.player.show import DrawnRow, Frame, Piece, Strip, keys, piece
from games.analysis.player.words import Words
from games.analysis.tree.rows import side_of
from games.engines.trace import Band, EngineTrace, Item, TraceEvent


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
    """A row of items under a title; ``kind`` names its look: ``boards``, ``lines`` or ``cells``."""

    title: str
    kind: str


class TraceShow:
    """A ``trace`` in the words called ``name``."""

    cuts = False
    strip: Strip | None = None

    def __init__(self, trace: EngineTrace, name: str, title: str) -> None:
        self.trace = trace
        self.board = trace.board
        self.title = title
        self.steps = len(trace.events)
        self._words = Words(name, self.board)
        self.code = [self._words.phrase(line, {}) for line in self._words.table["code"]]
        self.signs: bool = self._words.table.get("signs", False)

    def frame(self, step: int, query: str) -> tuple[Frame, list[DrawnRow]]:
        event, words = self.trace.events[step - 1], self._words
        drawn = [self._band(name, band, event) for name, band in event.bands.items()]
        over = self.trace.next_part(step - 1)
        frame = Frame(
            step=step,
            kind=event.kind,
            heading=words.table["headings"][event.kind],
            sentence=words.sentence(event.code, event.numbers),
            line=event.line,
            live="",
            count=words.phrase(words.table.get("count", ""), event.numbers),
            over=over and over + 1,
            rows=keys(drawn),
        )
        return frame, drawn

    def _band(self, name: str, band: Band, event: TraceEvent) -> DrawnRow:
        said = self._words.table["bands"][name]
        first = next(iter(band.values()))
        title = self._words.phrase(said["title"], {**event.numbers, **first.numbers})
        shell = piece("analysis/_band.html", band=BandTitle(title, said["look"]))
        return DrawnRow(shell, tuple(self._item(item, said["name"]) for item in band.values()))

    def _item(self, item: Item, name: str) -> Piece:
        said = self._words.table["items"].get(item.code, {})
        name, total, value = (
            self._words.phrase(said.get(part, usual), item.numbers)
            for part, usual in (("name", name), ("sum", ""), ("value", ""))
        )
        outcome = item.board.outcome if item.board and item.lit else None
        drawn = BandItem(
            name=name,
            state=item.state,
            sum=" · ".join(filter(None, total.split(" · "))),
            value=value,
            side=side_of(item.numbers["first"]) if "first" in item.numbers else "",
            notation=item.board.notation if item.board else "",
            lines=outcome.cells if outcome else (),
            last=item.last,
        )
        return piece("analysis/_band_item.html", item=drawn)
