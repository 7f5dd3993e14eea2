"""A long subject in chapters: a page of contents, and a page for each chapter with the ways on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chapter:
    """``anchor`` is its name in addresses from when the whole subject was one page.

    ``parts`` are the places within it that the contents name, too.
    """

    title: str
    url: str
    anchor: str = ""
    parts: tuple[Chapter, ...] = ()


@dataclass(frozen=True, slots=True)
class ChapterPlace:
    """Where a chapter is among the others; ``number`` counts from 1."""

    here: Chapter
    number: int
    count: int
    before: Chapter | None
    after: Chapter | None


def chapter_place(chapters: Sequence[Chapter], number: int) -> ChapterPlace:
    """The place of chapter ``number``, from 1 to the number of ``chapters``."""
    at, last = number - 1, len(chapters) - 1
    return ChapterPlace(
        here=chapters[at],
        number=number,
        count=len(chapters),
        before=chapters[at - 1] if at else None,
        after=chapters[at + 1] if at < last else None,
    )
