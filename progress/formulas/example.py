"""The parts of a live example, as its template draws them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.analysis.documents.boards import LinkedBoard
from games.analysis.wording import MINUS

TRUE, FALSE = "true", "false"


@dataclass(frozen=True, slots=True)
class Row:
    """A result: its LaTeX, the same for the ear, a note, its value by the print and the project.

    ``printed`` is None where the print is right and there is one value only.
    """

    latex: str
    spoken: str
    note: str
    holds: str
    printed: str | None = None

    @property
    def differs(self) -> bool:
        return self.printed is not None and self.printed != self.holds


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a choice, and whether it is ``on``; ``key`` finds it again after a change."""

    text: str
    url: str
    on: bool
    key: str


@dataclass(frozen=True, slots=True)
class StageStars:
    """The stars of one stage, and where a click leads that changes them."""

    number: int
    stars: int
    url: str
    label: str


@dataclass(frozen=True, slots=True)
class StarRow:
    """The fifteen stages of a level."""

    key: str
    title: str
    stages: tuple[StageStars, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A named group of links, one of which is on."""

    name: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Detail:
    """A table of how a result came about; the first column names its rows."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Live:
    """One example: what can be changed (``board``, ``stars``, ``choices``) and what follows.

    ``said`` is the result in a sentence.
    """

    said: str
    rows: tuple[Row, ...]
    board: LinkedBoard | None = None
    stars: tuple[StarRow, ...] = ()
    choices: tuple[Choice, ...] = ()
    details: tuple[Detail, ...] = field(default=())
    matrix: str = ""

    @property
    def two(self) -> bool:
        """Whether the print has results of its own."""
        return any(row.printed is not None for row in self.rows)


def choice(name: str, key: str, options: Iterable[tuple[str, str, bool]]) -> Choice:
    """Links of (text, address, whether it is on); ``key`` finds them again after a change."""
    links = tuple(Link(text, url, on, f"{key}-{at}") for at, (text, url, on) in enumerate(options))
    return Choice(name, links)


def boolean(value: bool) -> str:
    return TRUE if value else FALSE


def whole(value: float) -> str:
    """A value with its sign; the infinite one by its sign too."""
    if value in (float("inf"), float("-inf")):
        return "+∞" if value > 0 else f"{MINUS}∞"
    return f"{value:+.0f}".replace("-", MINUS) if value else "0"


def listed(names: Sequence[str]) -> str:
    """``{a1, c3}``: the members of a set by name."""
    return f"{{{', '.join(names)}}}" if names else "∅"
