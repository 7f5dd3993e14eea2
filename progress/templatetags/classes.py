"""What the pages of classes draw with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.drawing import faces
from games.rules.shape import Shape
from games.templatetags.oxo import grid_lines
from progress.classes.bar import SESSION, bar_of
from progress.classes.matrix import MatrixCell, MatrixRow
from progress.classes.own import membership_of
from progress.models import Classroom

register = template.Library()

THREE = Shape(3, 3)


@register.simple_tag
@cache
def thing(name: str) -> SafeString:
    """The picture of somebody in a class."""
    return mark_safe(faces.thing_svg(name))  # our own path data


@register.simple_tag
def door_lines() -> SafeString:
    """The lines of the board that opens a door."""
    drawn: SafeString = grid_lines(THREE)
    return drawn


@register.simple_tag
@cache
def tally_of(count: int) -> SafeString:
    """Tally marks for ``count``, as many groups of five as it takes."""
    fives, rest = divmod(count, 5)
    groups = [5] * fives + ([rest] if rest else [])
    return mark_safe("".join(faces.tally_svg(one) for one in groups))  # our own


_SIGNS = {
    "none": ("M12 12v.1",),
    "at": ("M3.5 13.5c2-6 4.6-6 6.3-1.3 1.6 4.5 4.1 4.3 5.9-.4 1-2.5 2.6-3.8 4.8-3.2",),
    "stuck": ("M5.2 4.5L4.6 19.3", "M12.2 4.3L11.6 19.6", "M19.2 4.6L18.6 19.2"),
    "done": ("M4.5 13l5 5.2L19.6 6.3",),
}
"""How far somebody is at a task: dot, wave, three strokes, tick."""


@register.simple_tag
@cache
def state_sign(state: str) -> SafeString:
    """The sign of a state, as decoration: its word stands beside it."""
    return _signs(f"state-sign is-{state}", _SIGNS[state])


@register.simple_tag
@cache
def wrong_strokes(count: int) -> SafeString:
    """One or two wrong so far: the first of the three strokes that say stuck."""
    return _signs("wrong-strokes", _SIGNS["stuck"][: min(count, 2)])


def _signs(css: str, strokes: Sequence[str]) -> SafeString:
    paths = "".join(f'<path d="{one}"/>' for one in strokes)
    return mark_safe(  # our own path data
        f'<svg class="{css}" viewBox="0 0 24 24" aria-hidden="true">{paths}</svg>'
    )


@register.simple_tag
def matrix_cells(classroom: Classroom, row: MatrixRow) -> SafeString:
    """The cells of a member in the matrix: a template would take half a second for 800."""
    start = reverse("classes:attempt", args=[classroom.pk, row.member.pk, 0]).removesuffix("0/")
    alias = escape(row.member.alias)
    return mark_safe(  # numbers, signs, and an alias that is escaped
        "".join(
            f'<td><a class="matrix-cell is-{one.state}" href="{start}{one.task.pk}/" '
            f'aria-label="{alias}, task {number}: {one.said}">{_inside(one)}</a></td>'
            for number, one in enumerate(row.cells, 1)
        )
    )


def _inside(cell: MatrixCell) -> str:
    minutes = "" if cell.state == "none" else f'<span class="m">{cell.minutes}</span>'
    wrong = wrong_strokes(cell.wrong) if cell.state == "at" and cell.wrong else ""
    return f"{state_sign(cell.state)}{minutes}{wrong}"


MINUTE = 14
"""Units of a ruler for a minute."""


@register.simple_tag
def ruler(parts: Iterable[int], least: int = 45) -> SafeString:
    """Minutes as a pencil ruler with a numbered block for each of ``parts``."""
    minutes = list(parts)
    length = max(least, sum(minutes))
    ticks = "".join(
        f"M{at * MINUTE} 44V{57 if at % 15 == 0 else 53 if at % 5 == 0 else 49}"
        for at in range(length + 1)
    )
    blocks, start = "", 0
    for number, part in enumerate(minutes, 1):
        x, width = start * MINUTE, part * MINUTE
        over = " over" if start + part > least else ""
        blocks += f'<path class="block{over}" d="M{x} 44V8H{x + width}V44"/>'
        blocks += f'<text class="head" x="{x + width / 2:g}" y="33">{number}</text>'
        start += part
    figures = "".join(
        f'<text x="{at * MINUTE}" y="76">{at}</text>' for at in range(0, length + 1, 15)
    )
    return mark_safe(  # numbers alone
        f'<svg class="minute-ruler" viewBox="-4 0 {length * MINUTE + 8} 80" role="img" '
        f'aria-label="{len(minutes)} parts, {sum(minutes)} minutes"><path d="M0 44H'
        f'{length * MINUTE}{ticks}"/>{blocks}{figures}</svg>'
    )


@register.filter
def minutes_of(parts: Iterable[Any]) -> list[int]:
    """The minutes of tasks, or of the parts of a lesson."""
    return [one.minutes for one in parts]


@register.simple_tag
def sheet_key(given: str) -> str:
    """The address of a sheet with its answers on paper; ``given`` names it as a course does."""
    page = reverse("analysis:exercises", args=[given.partition(":")[2]])
    return f"{page}?paper=1&answers=new"


@register.filter
def in_threes(cells: Sequence[Any]) -> list[Sequence[Any]]:
    """Cells in rows of three."""
    return THREE.in_rows(cells)


@register.filter
def minutes_left(seconds: int) -> str:
    """Seconds as a clock shows them: ``14:58``."""
    return f"{seconds // 60}:{seconds % 60:02}"


@register.inclusion_tag("progress/classes/_bar.html", takes_context=True)
def class_bar(context: template.Context) -> dict[str, Any]:
    """For somebody in a class: who they are there, and the task they are at."""
    request = context["request"]
    member = membership_of(request.user.pk)
    return bar_of(member, request.session.get(SESSION))
