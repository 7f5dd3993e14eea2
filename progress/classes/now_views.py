"""Now: the matrix of a class while it works, an attempt on the board, a table to save."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.analysis import variations
from games.analysis.position import board as drawing
from games.analysis.puzzles.feedback import asking
from progress.classes import attempts, make, questions
from progress.classes.matrix import STATES, matrix, table
from progress.classes.own import member_of, of_teacher, task_of
from progress.models import Classroom, TaskAttempt


@of_teacher
@require_safe
def now(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Who is where, who is stuck, what most got wrong."""
    by_need = request.GET.get("order") == "need"
    found = matrix(classroom, by_need=by_need)
    context = {"classroom": classroom, "matrix": found, "by_need": by_need, "states": STATES}
    return render(request, "progress/classes/now.html", context)


@of_teacher
@require_safe
def save_table(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The matrix as CSV, with names: for the teacher alone."""
    response = HttpResponse("\ufeff" + table(classroom), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="class-{classroom.pk}.csv"'
    return response


@of_teacher
@require_safe
def attempt(
    request: HttpRequest, classroom: Classroom, member_id: int, task_id: int
) -> HttpResponse:
    """What a member did at a task: each try, and what comes of it."""
    member = member_of(classroom, member_id)
    task = task_of(classroom, task_id)
    found = TaskAttempt.objects.filter(task=task, member=member).first()
    tries = found.tries if found else []
    ref = tries[-1][2] if tries else "1"
    asked = questions.question_of(task, classroom.seed, ref)
    here = [(answer, right) for answer, right, about in tries if about == ref]
    context: dict[str, Any] = {
        **{"classroom": classroom, "member": member, "task": task, "asked": asked},
        "attempt": found,
        "wrong": attempts.wrong_in_a_row(found) if found and not found.done_at else 0,
        "tries": [(*one, asked and not one[1] and questions.why(asked, one[0])) for one in here],
        "others": len(tries) - len(here),
    }
    if asked is not None:
        cells = {questions.cell_of(asked, answer) for answer, right in here if not right}
        rows = drawing.rows(variations.Variation((asked.board,), (), 0))
        drawn = [[asking(one, tried=one.index in cells, over=True) for one in row] for row in rows]
        context |= {"rows": drawn, "board": asked.board}
    return render(request, "progress/classes/attempt.html", context)


@of_teacher
@require_POST
def hint(request: HttpRequest, classroom: Classroom, member_id: int, task_id: int) -> HttpResponse:
    """Send a hint: the page of the member shows it at once."""
    member = member_of(classroom, member_id)
    rows = TaskAttempt.objects.filter(task=task_of(classroom, task_id), member=member)
    if rows.update(hint=True):
        make.note_change(classroom.pk, for_all=True)
        messages.success(request, f"{member.alias} has a hint.")
    return redirect("classes:attempt", classroom.pk, member_id, task_id)
