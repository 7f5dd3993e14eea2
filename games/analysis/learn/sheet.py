"""A sheet of exercises: one at a time with the answer at once, or all of them on a page.

The whole state is in the address: which exercise is on show, which are answered, and how.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.analysis.learn.asked import ShownQuestion, ask, field, read
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.questions import Question

SEED = re.compile(r"[a-z0-9-]{1,24}", re.ASCII)


class NoExercise(Exception):
    """An address names an exercise that the sheet does not have; the text quotes it."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A sheet of exercises and the ``context`` of its template.

    ``current`` is the exercise on show with its number ``at``; None where all are. ``right`` counts
    the right answers, ``finished`` says that all are marked.
    """

    sheet: Sequence[ShownQuestion]
    at: int
    current: ShownQuestion | None
    right: int
    finished: bool
    context: dict[str, Any]

    def address(self) -> str:
        """The page in this state."""
        query = urlencode([*self.context["hidden"], *_given(self.current)])
        return f"{self.context['here']}?{query}"


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
    current = None if whole else asked[at - 1]
    prefix, named = "embed_" if embedded else "", urlencode({"seed": seed})
    here = _address(f"{prefix}exercises", lesson)
    state = _state(seed, done, questions, query)
    context = {
        "lesson": lesson,
        "seed": seed,
        "sheet": asked,
        "at": at,
        "current": current,
        "steps": [_step(number, one, here, state, at) for number, one in enumerate(asked, 1)],
        "hidden": [("at", str(at)), *state],
        "next": "" if whole else _next(here, state, done, at, len(asked)),
        "said": f"{right} of {len(asked)} right." if finished else "",
        "checked": finished,
        "all_right": right == len(asked),
        "method": layout_method,
        "here": here,
        "again": f"{here}?{named}",
        "whole": f"{here}?{named}&all=1",
        "another": here,
        "paper": f"{_address('exercises', lesson)}?{named}&paper=1",
        "back": _address(f"{prefix}lesson", lesson),
        "embed": f"{_address('embed_exercises', lesson)}?{named}",
        "projector": projector,
    }
    return SheetPage(asked, at, current, right, finished, context)


def _address(name: str, lesson: Lesson) -> str:
    return reverse(f"analysis:{name}", args=[lesson.slug])


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


def _given(current: ShownQuestion | None) -> list[tuple[str, str]]:
    """What is chosen in an exercise that is still open."""
    if current is None or not current.open:
        return []
    return [
        (one.name, one.option.key)
        for group in current.groups
        for one in (*group.options, *([group.none] if group.none else []))
        if one.chosen
    ]


def _step(
    number: int, asked: ShownQuestion, here: str, state: list[tuple[str, str]], at: int
) -> dict[str, Any]:
    """An exercise in the row of a sheet's exercises: ``mark`` is empty until it is answered."""
    mark = asked.verdict.mark if asked.verdict and not asked.open else ""
    return {
        "number": number,
        "url": f"{here}?{urlencode([('at', str(number)), *state])}#exercise",
        "mark": mark,
        "word": {"right": "right", "wrong": "not right", "": "not answered"}[mark],
        "here": number == at,
    }


def _next(here: str, state: list[tuple[str, str]], done: Sequence[int], at: int, count: int) -> str:
    """The next exercise that is not done, from ``at`` on and round; empty if all are."""
    order = [*range(at + 1, count + 1), *range(1, at)]
    number = next((one for one in order if one not in done), None)
    return f"{here}?{urlencode([('at', str(number)), *state])}#exercise" if number else ""
