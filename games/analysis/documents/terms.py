"""The index of terms: who knows a word of a document finds the page that explains it.

``terms.txt`` has the words of the five documents, each with its page. Those of the course bring
their meaning and their lesson.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from games.analysis.documents.anchors import anchor
from games.analysis.learn.course.terms import TERMS, Term
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.lessons import BY_SLUG

SOURCE = Path(__file__).with_name("terms.txt")


@dataclass(frozen=True, slots=True)
class Mention:
    """A word as a document has it, and the address of the page that explains it."""

    name: str
    document: str
    url: str


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A word with all that explains it: its meaning in the course, and pages for documents."""

    name: str
    slug: str
    meaning: str
    lesson: Lesson | None
    mentions: tuple[Mention, ...]

    @property
    def initial(self) -> str:
        """The letter under which it stands."""
        return _order(self.name)[0].upper()


def mentions() -> list[Mention]:
    """Every word of ``terms.txt``, document by document."""
    _, *parts = re.split(r"^# ", SOURCE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = []
    for part in parts:
        head, *rows = part.strip().split("\n")
        for row in rows:
            name, url = row.split(" :: ")
            found.append(Mention(name, head.split(" ", 1)[0], url))
    return found


@cache
def letters() -> Sequence[tuple[str, Sequence[IndexEntry]]]:
    """The index in order of the alphabet, letter by letter."""
    course = {_key(term.name): term for term in TERMS}
    named = defaultdict(list)
    for one in mentions():
        named[_key(one.name)].append(one)
    entries = [_entry(course.get(key), named[key]) for key in {*course, *named}]
    entries.sort(key=lambda one: _order(one.name))
    return [(initial, [*found]) for initial, found in groupby(entries, lambda one: one.initial)]


def _entry(term: Term | None, found: list[Mention]) -> IndexEntry:
    if term is None:
        name = found[0].name
        return IndexEntry(name, anchor(name), "", None, tuple(found))
    return IndexEntry(term.name, term.slug, term.meaning, BY_SLUG[term.lesson], tuple(found))


def _key(name: str) -> str:
    """What two spellings of one word share: ``alpha, α`` and ``alpha`` are one."""
    return name.split(",")[0].lower()


def _order(name: str) -> str:
    return name.lstrip("_").lower()
