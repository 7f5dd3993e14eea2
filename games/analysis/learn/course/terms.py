"""The words of the course (``terms.toml``): what each means, and the lesson that tells it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from games.analysis.learn import texts
from games.analysis.learn.lesson import Content, Lesson
from games.analysis.learn.lessons import BY_SLUG


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the course. ``forms`` is how it is written in sentences, as a pattern."""

    slug: str
    name: str
    lesson: str
    forms: str
    meaning: str


TERMS = tuple(Term(slug=slug, **source) for slug, source in texts.load("terms").items())
"""In the order in which the course tells them."""


def words_of(content: Content) -> Iterator[str]:
    """All that a lesson says, in the order in which it is read."""
    question = content.question
    yield from (*content.idea, content.touch.ask)
    yield from (content.touch.say(cell) for cell in content.touch.cells)
    yield question.ask
    for group in question.groups:
        for option in group.options:
            yield from (option.label, option.why)
    yield from (*question.hints, *question.because, *content.meaning, content.keep)


def uses(term: Term, text: str) -> bool:
    """Whether ``text`` has the term in it, as a word of its own."""
    flags = 0 if term.forms.isupper() or "MAX" in term.forms else re.IGNORECASE
    return re.search(rf"(?<![\w-])(?:{term.forms})(?!\w)", text, flags) is not None


@cache
def from_elsewhere(slug: str) -> Sequence[Term]:
    """The terms that a lesson uses and another one tells."""
    lesson: Lesson = BY_SLUG[slug]
    text = "\n".join(words_of(lesson.content))
    return tuple(term for term in TERMS if term.lesson != slug and uses(term, text))
