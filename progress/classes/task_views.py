"""The tasks of a class as its teacher plans them, and the courses that are ready."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games import characters
from games.analysis import variations
from games.queries.parsing import whole_number
from games.rules import VARIANTS, RulesError
from games.rules.shape import Shape, cell_name
from progress.classes import ClassRefused, courses, kinds, tasks
from progress.classes.kinds import Kind
from progress.classes.own import of_teacher, task_of, taught, telling
from progress.models import Classroom, ClassTask

MINUTES_OF_LESSON = 45

THREE = Shape(3, 3)
DRAWN = next(one for one in VARIANTS.values() if one.SHAPE == THREE)
"""The game whose positions are drawn by tapping; those of others are written."""


@of_teacher
@require_safe
def index(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The lessons of a class, one at a time, and what can be added."""
    kind = request.GET.get("kind", Kind.LESSON)
    done = Count("attempts", Q(attempts__done_at__isnull=False))
    # A query that counts leaves out the usual order.
    rows = list(classroom.tasks.annotate(done=done).order_by("lesson", "number", "pk"))
    numbers = sorted({one.lesson for one in rows} | {1})
    lesson = _lesson(request.GET.get("lesson", ""), numbers)
    mine = [one for one in rows if one.lesson == lesson]
    total = sum(one.minutes for one in mine)
    context = {
        "classroom": classroom,
        "courses": courses.COURSES.values(),
        "numbers": [*numbers, numbers[-1] + 1] if mine else numbers,
        "lesson": lesson,
        "tasks": mine,
        "total": total,
        "over": max(0, total - MINUTES_OF_LESSON),
        "left": max(0, MINUTES_OF_LESSON - total),
        "given": any(one.given_at for one in mine),
        "due": next((one.due for one in mine if one.due), None),
        "today": timezone.localdate(),
        "kinds": Kind.choices,
        "kind": kind if kind in Kind.values else Kind.LESSON,
        "offers": kinds.offers(Kind(kind)) if kind in Kind.values else (),
        "there": {(one.kind, one.what) for one in mine},
        "marks": [seat[0] for seat in DRAWN.RIVALS],
        "spots": THREE.in_rows([cell_name(cell, THREE) for cell in range(THREE.cells)]),
        "opponents": [one for slug in VARIANTS for one in characters.rivals(slug)],
    }
    return render(request, "progress/classes/tasks.html", context)


def _lesson(text: str, numbers: list[int]) -> int:
    number = whole_number(text, 2)
    return number if number and 0 < number <= tasks.MOST_LESSONS else numbers[0]


@of_teacher
@require_POST
def add(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Add a task to a lesson."""
    lesson = whole_number(request.POST.get("lesson", ""), 2) or 1
    kind, what = request.POST.get("kind", ""), request.POST.get("what", "")
    with telling(request):
        if kind == Kind.POSITION:
            what = f"{_notation(request)}|{request.POST.get('opponent', '')}"
        offer = kinds.find_offer(kind, what)
        tasks.add(classroom, offer, lesson)
        messages.success(request, f"{offer.title} is in lesson {lesson}.")
    return _back(classroom, lesson, kind)


def _notation(request: HttpRequest) -> str:
    """The position that was written, or else drawn: whose turn it is follows from its marks.

    Raises ClassRefused.
    """
    if written := variations.plain(request.POST.get("notation", "")[:120]):
        return written.replace(" ", "_")
    cells = request.POST.get("drawn", "")[:120].replace("-", ".")
    for seat in DRAWN.RIVALS:
        try:
            return variations.slug_of(variations.read(f"{cells} {seat[0]}"))
        except RulesError:
            continue
    raise ClassRefused(f"No game leads to {cells[:40]!r}: count its marks.")


@of_teacher
@require_POST
def change(request: HttpRequest, classroom: Classroom, task_id: int) -> HttpResponse:
    """Move a task, take it out, hide its answers or release them."""
    task = task_of(classroom, task_id)
    done = request.POST.get("do", "")
    if done in ("up", "down"):
        tasks.move(task, -1 if done == "up" else 1)
    elif done == "to" and (place := whole_number(request.POST.get("place", ""), 3)):
        tasks.move(task, to=place)
    elif done in ("lock", "release"):
        tasks.lock(task, locked=done == "lock")
    elif done == "out":
        tasks.take_out(task)
        messages.success(request, f"{task.title} is out.")
    else:
        messages.error(request, f"{done[:20]!r} cannot be done to a task.")
    if request.POST.get("next") == "now":
        return redirect("classes:now", classroom.pk)
    return _back(classroom, task.lesson)


@of_teacher
@require_POST
def give(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Give a lesson to the class, with a day until which cards work at home, or none."""
    lesson = whole_number(request.POST.get("lesson", ""), 2) or 1
    text = request.POST.get("due", "")
    try:
        due = date.fromisoformat(text) if text else None
    except ValueError:
        messages.error(request, f"{text[:20]!r} is no day.")
        return _back(classroom, lesson)
    count = tasks.give(classroom, lesson, due)
    if count:
        messages.success(request, f"The class has it: {count} task{'' if count == 1 else 's'}.")
    else:
        messages.error(request, f"There is no task in lesson {lesson}.")
    return _back(classroom, lesson)


@of_teacher
@require_POST
def copy(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Copy all tasks to another class of the same teacher."""
    number = request.POST.get("to", "")
    others = taught(request).exclude(pk=classroom.pk)
    other = others.filter(pk=whole_number(number, 9) or 0).first()
    with telling(request):
        if other is None:
            raise ClassRefused(f"You teach no other class {number[:20]!r}.")
        count = tasks.copy(classroom, other)
        copied = "One task is" if count == 1 else f"{count} tasks are"
        messages.success(request, f"{copied} copied to {other.name}, without dates.")
    return redirect("classes:end", classroom.pk)


@require_safe
def all_courses(request: HttpRequest) -> HttpResponse:
    """The courses that are ready to teach."""
    return render(request, "progress/classes/courses.html", {"courses": courses.COURSES.values()})


@require_safe
def course(request: HttpRequest, slug: str) -> HttpResponse:
    """The plan of a course: durations, what they do, what you say."""
    found = courses.COURSES.get(slug)
    if found is None:
        raise Http404(f"There is no course {slug!r}.")
    context = {"course": found, "taught": taught(request)}
    return render(request, "progress/classes/course.html", context)


@of_teacher
@require_POST
def use_course(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Take a ready course over into a class."""
    found = courses.COURSES.get(request.POST.get("course", ""))
    if found is None:
        raise Http404(f"There is no course {request.POST.get('course', '')[:40]!r}.")
    with telling(request):
        count = courses.use(found, classroom)
        messages.success(request, f"{found.title}: {count} tasks. Give the first lesson.")
    return _back(classroom, 1)


def _back(classroom: Classroom, lesson: int, kind: str = "") -> HttpResponse:
    more = f"&kind={kind}" if kind in ClassTask.Kind.values else ""
    return redirect(f"{reverse('classes:tasks', args=[classroom.pk])}?lesson={lesson}{more}")
