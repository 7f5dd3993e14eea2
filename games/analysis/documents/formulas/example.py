"""The parts of a live example, as its template draws them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.analysis.documents.boards import ChoiceLink, LinkedBoard


@dataclass(frozen=True, slots=True)
class ResultRow:
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
class Choices:
    """A named group of links, one of which is on."""

    name: str
    links: tuple[ChoiceLink, ...]


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
    rows: tuple[ResultRow, ...]
    board: LinkedBoard | None = None
    stars: tuple[StarRow, ...] = ()
    choices: tuple[Choices, ...] = ()
    details: tuple[Detail, ...] = field(default=())
    matrix: str = ""

    @property
    def two(self) -> bool:
        """Whether the print has results of its own."""
        return any(row.printed is not None for row in self.rows)


def choice(name: str, key: str, options: Iterable[tuple[str, str, bool]]) -> Choices:
    """Links of (text, address, whether it is on); ``key`` finds them again after a change."""
    links = (ChoiceLink(*one, key=f"{key}-{at}") for at, one in enumerate(options))
    return Choices(name, tuple(links))


def boolean(value: bool) -> str:
    return "true" if value else "false"


def listed(names: Sequence[str]) -> str:
    """``{a1, c3}``: the members of a set by name."""
    return f"{{{', '.join(names)}}}" if names else "∅"
