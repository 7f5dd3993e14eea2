"""Lessons: how each engine thinks, on boards that lead to the analysis."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.analysis import variations
from games.analysis.context import context_of
from games.analysis.learn.exercises import LONGEST, Exercise
from games.analysis.learn.first_steps import STEPS
from games.analysis.learn.first_steps import first_steps as first_steps_page
from games.analysis.learn.lessons import BY_SLUG, LESSONS, Lesson


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "analysis/learn.html", {"lessons": LESSONS})


@require_safe
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """One lesson. Answers come in the address, so that a marked page can be kept or shared."""
    found = BY_SLUG.get(slug)
    if found is None:
        raise Http404(f"There is no lesson {slug!r}.")
    answers = [request.GET.get(f"a{n}", "")[:LONGEST] for n in range(1, len(found.exercises) + 1)]
    exercises = [
        _exercise(number, one, text)
        for number, (one, text) in enumerate(zip(found.exercises, answers, strict=True), 1)
    ]
    right = sum(one.mark == "right" for one in exercises)
    context = {
        "lesson": found,
        "exercises": exercises,
        "text": f"analysis/lessons/{found.slug}.html",
        "answered": any(answers),
        "right": right,
        "all_right": right == len(exercises),
        **_neighbours(found),
    }
    return render(request, "analysis/lesson.html", context)


@require_safe
def first_steps(request: HttpRequest, variant: str) -> HttpResponse:
    """A game taught by its first moves: ``?step=2`` is the second one, ``&cell=a4`` the answer."""
    if variant not in STEPS:
        raise Http404(f"There are no first steps for {variant!r}.")
    page = first_steps_page(variant, request.GET.get("step", ""), request.GET.get("cell", ""))
    status = 400 if page.error else 200
    return render(request, "analysis/first_steps.html", context_of(page), status=status)


@dataclass(frozen=True, slots=True)
class MarkedExercise:
    """An exercise with the answer ``given``, its mark, and what is ``said`` about it."""

    number: int
    question: str
    asks: str
    notation: str
    url: str
    given: str
    mark: str
    said: str


def _exercise(number: int, one: Exercise, text: str) -> MarkedExercise:
    mark, said = one.mark(text) if text.strip() else ("", "")
    return MarkedExercise(
        number=number,
        question=one.question,
        asks=one.asks,
        notation=one.notation,
        url=variations.address(one.board, **({"engine": one.engine} if one.engine else {})),
        given=text,
        mark=mark,
        said=said,
    )


def _neighbours(found: Lesson) -> dict[str, Lesson | None]:
    at = LESSONS.index(found)
    return {
        "earlier": LESSONS[at - 1] if at else None,
        "later": LESSONS[at + 1] if at + 1 < len(LESSONS) else None,
    }
