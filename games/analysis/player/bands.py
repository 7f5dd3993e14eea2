"""The drawings of engines that do not search: bands of lines or cells, each with its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from games.analysis.player.show import DrawnRow, Frame, Strip, keys, piece
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Item:
    """A line or a cell in a band.

    ``state`` is ``later``, ``now``, ``done``, ``refused`` or ``best``. ``notation`` draws a board
    with ``lines`` and the ``last`` move; ``sum`` is what is computed, ``value`` what comes of it.
    """

    name: str
    state: str
    sum: str = ""
    value: str = ""
    side: str = ""
    notation: str = ""
    lines: tuple[int, ...] = ()
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Band:
    """A row of items under a title; ``kind`` names its look: ``lines`` or ``cells``."""

    title: str
    kind: str
    items: tuple[Item, ...]

    @property
    def drawn(self) -> DrawnRow:
        shell = piece("analysis/_band.html", band=replace(self, items=()))
        return DrawnRow(shell, tuple(piece("analysis/_band_item.html", item=i) for i in self.items))


@dataclass(frozen=True, slots=True)
class Told:
    """A step: what it says and draws. ``over`` is where stepping over leads."""

    kind: str
    heading: str
    sentence: str
    line: int
    bands: Sequence[Band]
    live: str = ""
    count: str = ""
    over: int = 0


class Step(Protocol):
    """What an engine has written down of a step."""

    @property
    def kind(self) -> str: ...


def over(steps: Sequence[Step], at: int, *kinds: str) -> int:
    """Where stepping over leads from the step in place ``at``: to the next of ``kinds``, else 0."""
    after = enumerate(steps[at + 1 :], at + 2)
    return next((number for number, step in after if step.kind in kinds), 0)


@dataclass(slots=True)
class BandShow:
    """Steps that have been told in full."""

    board: Board
    title: str
    code: Sequence[str]
    told: Sequence[Told]
    signs: bool = False
    cuts: bool = False
    strip: Strip | None = field(default=None)

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self.told)

    def frame(self, step: int, query: str) -> tuple[Frame, list[DrawnRow]]:
        """The step, 1 to ``steps``."""
        now = self.told[step - 1]
        drawn = [band.drawn for band in now.bands]
        frame = Frame(
            step=step,
            kind=now.kind,
            heading=now.heading,
            sentence=now.sentence,
            line=now.line,
            live=now.live,
            count=now.count,
            over=now.over,
            rows=keys(drawn),
        )
        return frame, drawn
