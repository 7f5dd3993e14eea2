"""What the five source documents ask for, a statement a row, and where each of them works.

``statements.txt`` is the one source: ``/formulas/documents/`` shows it, and
``python -m games.analysis.documents.statements`` writes ``docs/documents.md`` from it.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from games.analysis.documents.anchors import anchor

ROOT = Path(__file__).parents[3]
SOURCE = Path(__file__).with_name("statements.txt")
ERRATA = ROOT / "docs/errata.md"


@dataclass(frozen=True, slots=True)
class Location:
    """Where a statement works: the address of a page, a command or a name in the code."""

    text: str

    @property
    def is_page(self) -> bool:
        return self.text.startswith("/")


@dataclass(frozen=True, slots=True)
class Statement:
    """A few words of a document; ``erratum`` is the number of what is wrong with it, or 0."""

    words: str
    places: tuple[Location, ...]
    erratum: int
    wrong: str

    @property
    def anchor(self) -> str:
        """Where the page of errata explains what is wrong."""
        return anchor(self.wrong)


@dataclass(frozen=True, slots=True)
class Document:
    """A source document by its number and its subject."""

    number: str
    title: str
    statements: tuple[Statement, ...]

    @property
    def mended(self) -> int:
        """How many of its statements work beside what is printed."""
        return sum(bool(one.erratum) for one in self.statements)

    @property
    def written(self) -> int:
        """How many of its statements work as they are written."""
        return len(self.statements) - self.mended


def errata() -> list[str]:
    """The headings of the errata, in order: the first one is number 1."""
    return re.findall(r"^### (.+)$", ERRATA.read_text(encoding="utf-8"), re.MULTILINE)


def documents() -> list[Document]:
    """All five, in order. Raises ValueError for an erratum that is none."""
    headings = errata()
    _, *parts = re.split(r"^# ", SOURCE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = []
    for part in parts:
        head, *rows = part.strip().split("\n")
        number, title = head.split(" ", 1)
        found.append(Document(number, title, tuple(_statement(row, headings) for row in rows)))
    return found


def _statement(row: str, headings: list[str]) -> Statement:
    words, places, *wrong = row.split(" :: ")
    erratum = headings.index(wrong[0]) + 1 if wrong else 0
    return Statement(words, tuple(map(Location, places.split("; "))), erratum, "".join(wrong))


def as_markdown() -> str:
    """The tables of ``docs/documents.md``."""
    lines = ["# What the source documents say, and where it works", ""]
    for one in documents():
        lines += [
            f"## {one.number} {one.title}",
            "",
            f"{len(one.statements)} statements: {one.written} work as written, {one.mended} beside "
            "what is printed wrongly (the number of the [erratum](errata.md)).",
            "",
            "| statement | works at | erratum |",
            "|---|---|---|",
            *(_row(statement) for statement in one.statements),
            "",
        ]
    return "\n".join(lines)


def _row(one: Statement) -> str:
    places = ", ".join(f"`{place.text}`" for place in one.places)
    words = one.words.replace("|", "\\|")
    return f"| {words} | {places} | {one.erratum or ''} |"


if __name__ == "__main__":
    sys.stdout.write(as_markdown())
