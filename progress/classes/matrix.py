"""Who is where: members by tasks, who is stuck, and what most got wrong. Five queries."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import NamedTuple

from django.utils import timezone

from accounts.exports import csv_cell
from progress.classes import questions, tasks
from progress.classes.attempts import wrong_in_a_row
from progress.models import ClassMember, Classroom, ClassTask, TaskAttempt

STATES = {"none": "not begun", "at": "at it", "stuck": "stuck", "done": "done"}
MINUTE, SCHOOL_DAY = timedelta(minutes=1), timedelta(hours=12)
SMALLEST = 3
"""How many attempts there are before it is said what most got wrong."""


class MatrixCell(NamedTuple):
    """A member at a task.

    ``wrong`` are the wrong answers since the last right one, ``all_wrong`` all there were.
    """

    task: ClassTask
    state: str = "none"
    minutes: int = 0
    wrong: int = 0
    stuck_at: datetime | None = None
    all_wrong: int = 0

    @property
    def said(self) -> str:
        """The cell in words, for who does not see it."""
        if self.state == "none":
            return STATES["none"]
        minutes = f", {self.minutes} minute{'' if self.minutes == 1 else 's'}"
        return f"{STATES[self.state]}{minutes}{f', {self.wrong} wrong' if self.wrong else ''}"


class MatrixRow(NamedTuple):
    """A member; ``here`` is whether they have come in today."""

    member: ClassMember
    here: bool
    cells: list[MatrixCell]

    @property
    def need(self) -> tuple[int, float]:
        """The order in which a teacher is needed: the stuck first, then those with least done."""
        done = sum(one.state == "done" for one in self.cells)
        stuck = any(one.state == "stuck" for one in self.cells)
        wrong = sum(one.wrong for one in self.cells if one.state == "at")
        return (0 if stuck else 1 if self.here else 2), done - wrong / 2


@dataclass(frozen=True, slots=True)
class CommonMistake:
    """The wrong answer that most gave; ``notation`` is the position, where there is one."""

    task: ClassTask
    number: int
    count: int
    of: int
    answer: str
    why: str
    notation: str


class Matrix(NamedTuple):
    tasks: list[ClassTask]
    rows: list[MatrixRow]
    done: list[int]
    stuck: list[tuple[MatrixRow, MatrixCell, int]]
    mistake: CommonMistake | None


def matrix(classroom: Classroom, *, by_need: bool = False) -> Matrix:
    """The matrix of a class as it is now, by name or those who need help first."""
    now = timezone.now()
    given = list(tasks.given(classroom))
    members = classroom.members.select_related("user").order_by("name", "picture")
    attempts = list(TaskAttempt.objects.filter(task__in=given))
    known = {(one.member_id, one.task_id): one for one in attempts}
    rows = []
    for member in members:
        here = member.came_at is not None and member.came_at >= now - SCHOOL_DAY
        cells = [_cell(task, known.get((member.pk, task.pk)), now) for task in given]
        rows.append(MatrixRow(member, here, cells))
    if by_need:
        rows.sort(key=lambda row: row.need)
    stuck = [
        (row, cell, (now - cell.stuck_at) // MINUTE)
        for row in rows
        for cell in row.cells
        if cell.stuck_at is not None
    ]
    stuck.sort(key=lambda one: -one[2])
    columns = zip(*(row.cells for row in rows), strict=True) if rows else ()
    done = [sum(cell.state == "done" for cell in column) for column in columns]
    return Matrix(given, rows, done, stuck, _mistake(given, attempts, classroom.seed))


def _cell(task: ClassTask, attempt: TaskAttempt | None, now: datetime) -> MatrixCell:
    if attempt is None:
        return MatrixCell(task)
    minutes = ((attempt.done_at or now) - attempt.begun_at) // MINUTE
    if attempt.done_at is not None:
        return MatrixCell(task, "done", minutes, 0, None, attempt.wrong)
    wrong = wrong_in_a_row(attempt)
    state = "at" if attempt.stuck_at is None else "stuck"
    return MatrixCell(task, state, minutes, wrong, attempt.stuck_at, attempt.wrong)


def _mistake(
    given: list[ClassTask], attempts: Iterable[TaskAttempt], seed: str
) -> CommonMistake | None:
    """What most got wrong; None while few have begun or nobody shares a mistake."""
    begun: Counter[int] = Counter()
    counts: Counter[tuple[int, str, str]] = Counter()
    for one in attempts:
        begun[one.task_id] += 1
        wrongs = {(one.task_id, ref, answer) for answer, right, ref in one.tries if not right}
        counts.update(wrongs)
    numbers = {task.pk: (number, task) for number, task in enumerate(given, 1)}
    for (task_id, ref, answer), count in counts.most_common():
        if count < 2:  # as are all that follow
            break
        if begun[task_id] < SMALLEST:
            continue
        number, task = numbers[task_id]
        question = questions.question_of(task, seed, ref)  # which draws a whole sheet
        if question is None:
            continue
        said = answer, questions.why(question, answer), question.board.notation
        return CommonMistake(task, number, count, begun[task_id], *said)
    return None


def table(classroom: Classroom) -> str:
    """The matrix as CSV: a row for each member, with state, minutes and wrong answers of each task.

    Cells that a spreadsheet would compute are quoted as text.
    """
    found = matrix(classroom)
    out = io.StringIO()
    writer = csv.writer(out)
    titles = [f"{number}. {task.title}" for number, task in enumerate(found.tasks, 1)]
    heads = [f"{title}: {what}" for title in titles for what in ("state", "minutes", "wrong")]
    writer.writerow(["picture", "name", *heads])
    for row in found.rows:
        each = ((STATES[one.state], one.minutes, one.all_wrong) for one in row.cells)
        writer.writerow([row.member.alias, csv_cell(row.member.name), *chain(*each)])
    return out.getvalue()
