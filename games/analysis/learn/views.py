"""The course: its map, lessons, sheets of exercises, and the source of each algorithm.

Answers come in the address, so that a marked page can be kept or shared. A form is posted to
remember what somebody has done, and leads to that address; embedded pages remember nothing.
"""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from csp.decorators import csp_replace
from django.core.signing import Signer
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.analysis.learn import memory
from games.analysis.learn.asked import answers, read, said
from games.analysis.learn.first_steps import STEPS
from games.analysis.learn.first_steps import first_steps as first_steps_page
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.lessons import BY_SLUG
from games.analysis.learn.page import (
    ANSWER,
    course_map,
    lesson_page,
)
from games.analysis.learn.questions import grade
from games.analysis.learn.repeats import due
from games.analysis.learn.sheet import SEED, NoExercise, SheetPage, numbered, sheet_page
from games.analysis.learn.source import ALGORITHMS, algorithm_page
from games.signals import AnsweredQuestion
from games.web.page_limits import limited

NEW = "new"
"""Asks for the answers of a sheet that is drawn with the same request."""

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The map of the course, with what somebody has done."""
    rows = course_map(memory.results(request))
    context = {
        "rows": rows,
        "done": sum(row["done"] for row in rows),
        "due": len(due(memory.repeats(request), timezone.localdate())),
        "onward": next((row for row in rows if not row["done"]), None),
    }
    return render(request, "analysis/learn.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("analysis")
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """One lesson. Posting an answer stores that it was given."""
    found = _find(slug)
    if request.method == "POST":
        asked = found.content.question
        given = read(asked, ANSWER, request.POST)
        if (mark := grade(asked, given).mark) != "unclear":
            memory.keep(request, found, answered=True)
            answer = AnsweredQuestion(1, said(asked, given), mark == "right")
            memory.tell_class(request, "lesson", found, [answer])
        more = {name: "1" for name in ("projector",) if name in request.POST}
        query = answers([(ANSWER, asked)], request.POST, check="1", **more)
        return redirect(f"{request.path}?{query}#question")
    page = lesson_page(found, request.GET, embedded=False, layout_method="post")
    context = {**page, "embed_url": request.build_absolute_uri(page["embed"])}
    status = 400 if page["touch"]["error"] else 200
    return render(request, "analysis/lesson.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("analysis")
def exercises(request: HttpRequest, slug: str) -> HttpResponse:
    """A sheet of exercises; ``?seed=`` repeats it, without one there is a new sheet."""
    found = _find(slug)
    if "seed" not in request.GET and request.method != "POST":
        return redirect(f"{request.path}?{_fresh(request, found)}")
    seed = _seed(request.POST if request.method == "POST" else request.GET)
    if request.method == "POST":
        return (
            _answer_one(request, found, seed)
            if "at" in request.POST
            else _answer_all(request, found, seed)
        )
    withheld = memory.is_withheld(request.user.pk, found, seed)
    query = _unmarked(request.GET) if withheld else request.GET
    page = _sheet(found, seed, query, embedded=False, layout_method="post")
    template = "analysis/exercises.html"
    if "paper" in request.GET:
        template = "analysis/exercises_paper.html"
    absolute = request.build_absolute_uri
    more_context = {
        "link": absolute(page.context["again"]),
        "embed_url": absolute(page.context["embed"]),
        "answers": _may_see_answers(found, seed, request.GET.get("answers", "")),
        "with_answers": f"{request.path}?paper=1&answers={NEW}",
        "withheld": withheld,
    }
    return render(request, template, {**page.context, **more_context})


def _may_see_answers(found: Lesson, seed: str, key: str) -> bool:
    """Whether the address has the key of the answers, given to the one who draws the sheet.

    Raises Http404 for another key.
    """
    if key and not constant_time_compare(key, _answers_key(found.slug, seed)):
        raise Http404(f"{key[:30]!r} does not open the answers of this sheet.")
    return bool(key)


def _answers_key(slug: str, seed: str) -> str:
    """What opens the answers on paper: it cannot be told from the seed of the questions."""
    return Signer(salt="exercises.answers").signature(f"{slug}:{seed}")[:16]


def _sheet(
    found: Lesson, seed: str, query: QueryDict, *, embedded: bool, layout_method: str
) -> SheetPage:
    try:
        return sheet_page(found, seed, query, embedded=embedded, layout_method=layout_method)
    except NoExercise as error:
        raise Http404(str(error)) from None


def _answer_one(request: HttpRequest, found: Lesson, seed: str) -> HttpResponse:
    """Mark the exercise on show; with the last one the sheet counts."""
    page = _sheet(found, seed, request.POST, embedded=False, layout_method="post")
    one = page.current
    if one is not None and one.verdict is not None and not one.open:
        marks = {page.at: one.verdict.mark == "right"}
        right = page.right if page.finished else None
        memory.keep(request, found, right=right, marked=memory.Marked(seed, marks))
        _tell_class(request, found, seed, page)
        if memory.is_withheld(request.user.pk, found, seed):
            here = page.at % len(page.sheet) + 1
            return redirect(f"{request.path}?seed={seed}&at={here}#exercise")
    return redirect(f"{page.address()}#exercise")


def _tell_class(request: HttpRequest, found: Lesson, seed: str, page: SheetPage) -> None:
    given = [
        AnsweredQuestion(
            number,
            said(one.question, read(one.question, one.prefix, request.POST)),
            one.verdict.mark == "right",
        )
        for number, one in enumerate(page.sheet, 1)
        if one.verdict and not one.open
    ]
    memory.tell_class(request, "sheet", found, given, seed=seed, of=len(page.sheet))


def _answer_all(request: HttpRequest, found: Lesson, seed: str) -> HttpResponse:
    more = {name: "1" for name in ("projector",) if name in request.POST}
    page = sheet_page(found, seed, _checked(request), embedded=False, layout_method="post")
    marks = {
        number: one.verdict.mark == "right"
        for number, one in enumerate(page.sheet, 1)
        if one.verdict and not one.open
    }
    if marks:
        memory.keep(request, found, right=page.right, marked=memory.Marked(seed, marks))
        _tell_class(request, found, seed, page)
    query = answers(numbered(found, seed), request.POST, seed=seed, check="1", **more)
    return redirect(f"{request.path}?{query}#result")


@require_safe
@csp_replace({"frame-ancestors": ["*"]})
@limited("analysis")
@xframe_options_exempt
def embedded_lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """A lesson for a frame in somebody else's page: without menus, cookies and memory."""
    page = lesson_page(_find(slug), request.GET, embedded=True, layout_method="get")
    context = {**page, "layout": "embed.html"}
    status = 400 if page["touch"]["error"] else 200
    return render(request, "analysis/lesson.html", context, status=status)


@require_safe
@csp_replace({"frame-ancestors": ["*"]})
@limited("analysis")
@xframe_options_exempt
def embedded_exercises(request: HttpRequest, slug: str) -> HttpResponse:
    """A sheet of exercises for such a frame."""
    found = _find(slug)
    if "seed" not in request.GET:
        return redirect(f"{request.path}?{_fresh(request, found)}")
    seed = _seed(request.GET)
    withheld = memory.is_withheld(None, found, seed)  # a frame sends no cookies: all are visitors
    query = _unmarked(request.GET) if withheld else request.GET
    page = _sheet(found, seed, query, embedded=True, layout_method="get")
    context = {**page.context, "layout": "embed.html", "withheld": withheld}
    return render(request, "analysis/exercises.html", context)


@require_safe
def algorithm(request: HttpRequest, slug: str) -> HttpResponse:
    """The source of an algorithm as this site runs it, folded to its core."""
    if slug not in ALGORITHMS:
        raise Http404(f"There is no algorithm {slug!r}.")
    return render(request, "analysis/algorithm.html", algorithm_page(slug))


@require_http_methods(["GET", "HEAD", "POST"])
def first_steps(request: HttpRequest, variant: str) -> HttpResponse:
    """A game taught by its first moves: ``?step=2`` is the second one, ``&cell=a4`` the answer.

    Posting the answer to the last one stores that somebody did them.
    """
    if variant not in STEPS:
        raise Http404(f"There are no first steps for {variant!r}.")
    given = request.POST if request.method == "POST" else request.GET
    page = first_steps_page(variant, given.get("step", ""), given.get("cell", ""))
    if request.method == "POST" and not page["error"]:
        if page["found"] and page["onward"] is None:
            memory.keep_steps(request, variant)
        answer = {name: given[name] for name in ("step", "cell") if name in given}
        return redirect(f"{request.path}?{urlencode(answer)}")
    status = 400 if page["error"] else 200
    return render(request, "analysis/first_steps.html", page, status=status)


def _find(slug: str) -> Lesson:
    found = BY_SLUG.get(slug)
    if found is None:
        raise Http404(f"There is no lesson {slug!r}.")
    return found


def _seed(query: Any) -> str:
    text = query.get("seed", "")
    if not SEED.fullmatch(text):
        raise Http404(
            f"There is no sheet {text[:30]!r}: a seed is up to 24 of a to z, 0 to 9 and -."
        )
    return str(text)


def _fresh(request: HttpRequest, found: Lesson) -> str:
    """The query of a new sheet, with the rest of the address kept, and its answers if asked for."""
    query = request.GET.copy()
    seed = "".join(secrets.choice(LETTERS) for _ in range(6))
    query["seed"] = seed
    if query.get("answers") == NEW:
        query["answers"] = _answers_key(found.slug, seed)
    return query.urlencode()


def _unmarked(given: QueryDict) -> QueryDict:
    query = given.copy()
    query.pop("check", None)
    return query


def _checked(request: HttpRequest) -> Any:
    query = request.POST.copy()
    query["check"] = "1"
    return query
