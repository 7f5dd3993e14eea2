"""The page "to repeat": exercises that were answered wrong, one at a time on the day they are due.

The address names the exercise that was answered and how, so that its answer can be looked at; the
next one is whichever is due.
"""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.analysis.learn import memory, repeats
from games.analysis.learn.asked import answers, ask
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.lessons import BY_SLUG
from games.analysis.learn.page import ANSWER
from games.analysis.learn.questions import Question
from games.analysis.learn.repeats import Repeat
from games.analysis.learn.sheet import SEED
from games.queries.parsing import whole_number
from games.web.page_limits import limited

Key = tuple[str, str, int]
"""An exercise by its lesson, the seed of its sheet and its number there."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("analysis")
def repeat(request: HttpRequest) -> HttpResponse:
    """The exercises that come back today. A right answer sends one further away, or home."""
    sent = request.POST if request.method == "POST" else request.GET
    kept, today = memory.repeats(request), timezone.localdate()
    ready = repeats.due(kept, today)
    named = _named(sent)
    if request.method == "POST":
        if named is None:
            raise Http404("No exercise is named.")
        return _answer(request, named)
    key = named or (ready[0].key if ready else None)
    page = _page(key, request.GET, kept, ready, today, request.user.pk)
    return render(request, "analysis/repeat.html", page)


def _answer(request: HttpRequest, key: Key) -> HttpResponse:
    lesson, question = _exercise(key)
    asked = ask(question, ANSWER, request.POST, check=True, show=False)
    if asked.verdict is not None and not asked.open:
        marks = {key[2]: asked.verdict.mark == "right"}
        memory.keep(request, lesson, marked=memory.Marked(key[1], marks))
    named = dict(_fields(key))
    query = answers([(ANSWER, question)], request.POST, **named, check="1")
    return redirect(f"{request.path}?{query}#exercise")


def _page(
    key: Key | None,
    query: QueryDict,
    kept: list[Repeat],
    ready: list[Repeat],
    today: date,
    user_id: int | None,
) -> dict[str, Any]:
    """An exercise to repeat, if one is ``due`` or was just answered; and what comes ``later``."""
    context = {"due": len(ready), "later": repeats.later(kept, today)}
    if key is None:
        return context
    lesson, question = _exercise(key)
    sheet = reverse("analysis:exercises", args=[lesson.slug])
    withheld = memory.is_withheld(user_id, lesson, key[1])
    return context | {
        "lesson": lesson,
        "asked": ask(question, ANSWER, query, check="check" in query and not withheld, show=False),
        "withheld": withheld,
        "hidden": _fields(key),
        "back": f"{sheet}?{urlencode({'seed': key[1]})}",
    }


def _fields(key: Key) -> tuple[tuple[str, str], ...]:
    lesson, seed, number = key
    return ("lesson", lesson), ("seed", seed), ("number", str(number))


def _named(query: QueryDict) -> Key | None:
    """The exercise that an address names; None if it names none. Raises Http404."""
    if "lesson" not in query:
        return None
    lesson, seed, text = (query.get(name, "") for name in ("lesson", "seed", "number"))
    if lesson not in BY_SLUG:
        raise Http404(f"There is no lesson {lesson[:30]!r}.")
    number = whole_number(text, 1)
    if number is None or not 1 <= number <= len(BY_SLUG[lesson].makers):
        raise Http404(f"There is no exercise {text[:20]!r}: they are 1 to 5.")
    if not SEED.fullmatch(seed):
        raise Http404(f"There is no sheet {seed[:30]!r}.")
    return lesson, seed, number


def _exercise(key: Key) -> tuple[Lesson, Question]:
    lesson = BY_SLUG[key[0]]
    return lesson, lesson.sheet(key[1])[key[2] - 1]
