"""The line above every page of somebody in a class: who they are there, and their task."""

from __future__ import annotations

from typing import Any

from progress.classes import arena, questions
from progress.models import ClassMember, ClassTask, TaskAttempt

SESSION = "task"
"""In the session: the task of the class that somebody is at."""

USUAL_HINT = "Look at what your opponent threatens first."


def bar_of(member: ClassMember | None, task_id: int | None) -> dict[str, Any]:
    """The context of the line: nothing for those whose class is closed."""
    if member is None:
        return {"member": None}
    rows = list(ClassTask.objects.filter(classroom=member.classroom, given_at__isnull=False))
    at = next((place for place, one in enumerate(rows) if one.pk == task_id), None)
    task = None if at is None else rows[at]
    attempt = TaskAttempt.objects.filter(member=member, task=task).first() if task else None
    player = arena.player_of(member)
    return {
        "member": member,
        "task": task,
        "number": None if at is None else at + 1,
        "count": len(rows),
        "done": attempt is not None and attempt.done_at is not None,
        "stuck": attempt is not None and attempt.stuck_at is not None and not _is_hidden(task),
        "hint": _hint(member, attempt) if attempt and attempt.hint and not attempt.done_at else "",
        "arena": player.arena.begun_at.isoformat() if player and arena.runs(player.arena) else "",
        "taken": member.classroom.showing is not None,
        "socket": f"/ws/classes/{member.classroom_id}/",
    }


def _is_hidden(task: ClassTask | None) -> bool:
    """Whether it is not shown yet which answers to a task are wrong."""
    return task is not None and task.kind == ClassTask.Kind.SHEET and task.locked


def _hint(member: ClassMember, attempt: TaskAttempt) -> str:
    ref = attempt.tries[-1][2] if attempt.tries else "1"
    asked = questions.question_of(attempt.task, member.classroom.seed, ref)
    return asked.hint if asked and asked.hint else USUAL_HINT
