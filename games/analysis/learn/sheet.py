"""A sheet of exercises: one at a time with the answer at once, or all of them on a page.

The whole state is in the address: which exercise is on show, which are answered, and how.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.analysis.learn.asked import Asked, ask, field, read
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.questions import Question

SEED = re.compile(r"[a-z0-9-]{1,24}", re.ASCII)


class NoExercise(Exception):
    """An address names an exercise that the sheet does not have; the text quotes it."""


@dataclass(frozen=True, slots=True)
class SheetStep:
    """An exercise in the row of a sheet's exercises: ``mark`` is empty until it is answered."""

    number: int
    url: str
    mark: str
    word: str
    here: bool


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A sheet of exercises.

    ``current`` is the exercise on show with its number ``at``; None where all are. ``hidden`` are
    the fields that carry the answers so far. ``said`` counts the right ones once all are marked.
    """

    lesson: Lesson
    seed: str
    sheet: Sequence[Asked]
    at: int
    current: Asked | None
    steps: Sequence[SheetStep]
    hidden: Sequence[tuple[str, str]]
    next: str
    said: str
    checked: bool
    right: int
    all_right: bool
    method: str
    here: str
    again: str
    whole: str
    another: str
    paper: str
    back: str
    embed: str
    projector: bool

    def address(self) -> str:
        """The page in this state."""
        return f"{self.here}?{urlencode([*self.hidden, *_given(self.current)])}"


def sheet_page(
    lesson: Lesson, seed: str, query: QueryDict, *, embedded: bool, layout_method: str
) -> SheetPage:
    """The exercises that ``seed`` stands for, marked as the address says. Raises NoExercise."""
    projector = "projector" in query and not embedded
    whole = projector or bool({"all", "paper"} & set(query)) or _is_whole_check(query)
    questions = numbered(lesson, seed)
    checks = set(query.getlist("check"))
    asked = [
        ask(question, prefix, query, check=_is_checked(checks, at, whole=whole), show=False)
        for at, (prefix, question) in enumerate(questions, 1)
    ]
    at = _at(query, len(asked))
    done = [number for number, one in enumerate(asked, 1) if one.verdict and not one.open]
    right = sum(one.verdict is not None and one.verdict.mark == "right" for one in asked)
    finished = bool(checks) if whole else len(done) == len(asked)
    name = "embed_exercises" if embedded else "exercises"
    here = reverse(f"analysis:{name}", args=[lesson.slug])
    state = _state(seed, done, questions, query)
    named = urlencode({"seed": seed})
    return SheetPage(
        lesson=lesson,
        seed=seed,
        sheet=asked,
        at=at,
        current=None if whole else asked[at - 1],
        steps=[_step(number, one, here, state, at) for number, one in enumerate(asked, 1)],
        hidden=[("at", str(at)), *state],
        next="" if whole else _next(here, state, done, at, len(asked)),
        said=f"{right} of {len(asked)} right." if finished else "",
        checked=finished,
        right=right,
        all_right=right == len(asked),
        method=layout_method,
        here=here,
        again=f"{here}?{named}",
        whole=f"{here}?{named}&all=1",
        another=here,
        paper=f"{reverse('analysis:exercises', args=[lesson.slug])}?{named}&paper=1",
        back=reverse(
            "analysis:embed_lesson" if embedded else "analysis:lesson", args=[lesson.slug]
        ),
        embed=f"{reverse('analysis:embed_exercises', args=[lesson.slug])}?{named}",
        projector=projector,
    )


def numbered(lesson: Lesson, seed: str) -> list[tuple[str, Question]]:
    """The exercises of a sheet with the beginning of their fields: q1, q2 …"""
    return [(f"q{at}", question) for at, question in enumerate(lesson.sheet(seed), 1)]


def _is_whole_check(query: QueryDict) -> bool:
    """Whether an address checks all exercises at once; one at a time it names the one on show."""
    return "check" in query and "at" not in query


def _is_checked(checks: set[str], at: int, *, whole: bool) -> bool:
    return bool(checks) if whole else str(at) in checks


def _at(query: QueryDict, count: int) -> int:
    text = query.get("at", "1")
    if text not in {str(number) for number in range(1, count + 1)}:
        raise NoExercise(f"There is no exercise {text[:20]!r}: they are 1 to {count}.")
    return int(text)


def _state(
    seed: str, done: Sequence[int], questions: Sequence[tuple[str, Question]], query: QueryDict
) -> list[tuple[str, str]]:
    """The seed, and the exercises that are done with their answers, as fields."""
    pairs = [("seed", seed), *(("check", str(number)) for number in done)]
    for number in done:
        prefix, question = questions[number - 1]
        given = read(question, prefix, query)
        for group in question.groups:
            pairs += [(field(prefix, group), one) for one in given[group.key]]
    return pairs


def _given(current: Asked | None) -> list[tuple[str, str]]:
    """What is chosen in an exercise that is still open."""
    if current is None or not current.open:
        return []
    return [
        (one.name, one.option.key)
        for group in current.groups
        for one in (*group.options, *([group.none] if group.none else []))
        if one.chosen
    ]


def _step(number: int, asked: Asked, here: str, state: list[tuple[str, str]], at: int) -> SheetStep:
    mark = asked.verdict.mark if asked.verdict and not asked.open else ""
    word = {"right": "right", "wrong": "not right", "": "not answered"}[mark]
    url = f"{here}?{urlencode([('at', str(number)), *state])}#exercise"
    return SheetStep(number, url, mark, word, number == at)


def _next(here: str, state: list[tuple[str, str]], done: Sequence[int], at: int, count: int) -> str:
    """The next exercise that is not done, from ``at`` on and round; empty if all are."""
    order = [*range(at + 1, count + 1), *range(1, at)]
    number = next((one for one in order if one not in done), None)
    return f"{here}?{urlencode([('at', str(number)), *state])}#exercise" if number else ""
