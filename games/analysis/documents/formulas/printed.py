"""The fifteen formulas: as printed (``printed.txt``), as they have to be, and what Oxo computes.

``printed.txt`` is document 000's own LaTeX, a formula a line, character by character; the rest is
in ``formulas.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

MAXIMUM: dict[str, int] = {}
"""The most ``stars`` there are, which the campaign states here."""


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


_WHERE = re.compile(r" (?=\\text\{ where)")


class Copy(NamedTuple):
    """A text to copy: its ``key`` on the page and the name of what it is."""

    key: str
    what: str
    source: str


@dataclass(frozen=True, slots=True)
class PrintedFormula:
    """A formula by its ``line`` of the document.

    ``words`` say it for the ear, ``computes`` what Oxo does with it. ``corrections`` are the parts
    of the print that cannot stand, each with what has to be there, and ``fault`` says why.
    """

    number: int
    title: str
    line: str
    words: str
    computes: str
    corrections: Sequence[Sequence[str]] = ()
    fault: str = ""

    @property
    def anchor(self) -> str:
        return f"formula-{self.number}"

    @property
    def printed(self) -> str:
        """The LaTeX of the document, every "where" included."""
        return self.line.removeprefix("$$ ").removesuffix(" $$")

    @property
    def mended(self) -> list[tuple[str, str]]:
        """``corrections`` with {maximum}, the most stars there are, filled in."""
        most = str(MAXIMUM.get("stars", ""))
        return [(wrong, right.replace("{maximum}", most)) for wrong, right in self.corrections]

    @property
    def holds(self) -> str:
        """The LaTeX as it has to be: the printed one where that is right."""
        text = self.printed
        for wrong, right in self.mended:
            text = text.replace(wrong, right)
        return text

    @property
    def copies(self) -> tuple[Copy, ...]:
        """What a tap copies, each in one line ``$$ … $$``: the print, and what has to be there."""
        name = f"formula {self.number}"
        printed = Copy(str(self.number), f"{name} as printed", f"$$ {self.printed} $$")
        if not self.mended:
            return (printed,)
        return printed, Copy(f"{self.number}-m", f"{name} as it has to be", f"$$ {self.holds} $$")

    @property
    def statements(self) -> tuple[str, ...]:
        """The printed formula in the parts that a page sets below each other."""
        return tuple(_parts(self.printed))

    @property
    def mended_statements(self) -> tuple[str, ...]:
        """The parts of ``holds`` that differ from the print."""
        return tuple(part for part in _parts(self.holds) if part not in self.statements)


def _parts(source: str) -> Iterator[str]:
    """The formula, then each clause of its "where": cut at the commas outside all brackets."""
    head, *where = _WHERE.split(source, maxsplit=1)
    yield head
    for clauses in where:
        depth = start = 0
        for at, letter in enumerate(clauses):
            depth += (letter in "{[(") - (letter in "}])")
            if depth == 0 and clauses.startswith(", ", at):
                yield clauses[start:at]
                start = at + 2
        yield clauses[start:]


def as_markdown(formulas: Iterable[PrintedFormula]) -> str:
    """All of them as printed, for a document of Markdown: a heading, then a line of LaTeX."""
    return "\n\n".join(
        f"## {one.number}. {one.title}\n\n{one.copies[0].source}" for one in formulas
    )


def as_latex(formulas: Iterable[PrintedFormula]) -> str:
    """All of them as printed, for a document of LaTeX with the package amsmath."""
    return "\n\n".join(f"\\section{{{one.title}}}\n\\[ {one.printed} \\]" for one in formulas)


LINES = _text("printed.txt").splitlines()
FORMULAS = tuple(
    PrintedFormula(number, line=line, **source)
    for number, (line, source) in enumerate(
        zip(LINES, tomllib.loads(_text("formulas.toml"))["formula"], strict=True), 1
    )
)
BY_NUMBER = {formula.number: formula for formula in FORMULAS}
