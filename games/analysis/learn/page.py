"""What the pages of the course show: a lesson, the map of all lessons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.analysis import variations
from games.analysis.learn.asked import Asked, ask
from games.analysis.learn.course.terms import Term, from_elsewhere
from games.analysis.learn.facts import spoken
from games.analysis.learn.lesson import Content, Lesson
from games.analysis.learn.lessons import LESSONS
from games.analysis.learn.played import watch
from games.analysis.learn.tictactoe import LessonFile, file_of
from games.rules import Board, RulesError, read_notation
from games.rules.shape import parse_cell
from games.signals import LessonResult

ANSWER = "a"
"""The field of a lesson's question."""


@dataclass(frozen=True, slots=True)
class TouchCell:
    """A cell of the board to touch: the address that touches it, empty if nothing is said of it."""

    name: str
    mark: str
    url: str
    touched: bool


@dataclass(frozen=True, slots=True)
class Touched:
    """The board to touch, and what was ``said`` of the cell that was."""

    ask: str
    board: Board
    rows: Sequence[Sequence[TouchCell]]
    said: str
    error: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board to look at, and the same in words."""

    notation: str
    spoken: str


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A lesson, as far as somebody has come in it. ``method`` is how its form is sent.

    ``watch`` is where the player shows the idea, ``analysis`` where an engine's analysis does.
    ``opening`` is the board beside the idea; on a wall, where one part is seen at a time, each has
    one.
    """

    lesson: Lesson
    content: Content
    opening: Drawn | None
    number: int
    count: int
    touch: Touched
    asked: Asked
    method: str
    here: str
    show: str
    sheet: str
    watch: str
    analysis: str
    more: str
    file: LessonFile | None
    terms: Sequence[Term]
    embed: str
    projector: bool
    earlier: Lesson | None
    later: Lesson | None


@dataclass(frozen=True, slots=True)
class MapRow:
    """A lesson on the map, with what somebody has done of it in words."""

    number: int
    lesson: Lesson
    done: bool
    said: str


def lesson_page(
    lesson: Lesson, query: QueryDict, *, embedded: bool, layout_method: str
) -> LessonPage:
    """The lesson at the state that an address names."""
    at = LESSONS.index(lesson)
    content = lesson.content
    name = "analysis:embed_lesson" if embedded else "analysis:lesson"
    here = reverse(name, args=[lesson.slug])
    check, show = "check" in query, "show" in query
    asked = ask(content.question, ANSWER, query, check=check, show=show)
    projector = "projector" in query and not embedded
    kept = {"projector": "1"} if projector else {}
    return LessonPage(
        lesson=lesson,
        content=content,
        opening=_opening(content, projector=projector),
        number=at + 1,
        count=len(LESSONS),
        touch=_touched(content, here, query, kept),
        asked=asked,
        method=layout_method,
        here=here,
        show=f"{here}?{urlencode({'show': '1', **kept})}#question",
        sheet=reverse(
            "analysis:embed_exercises" if embedded else "analysis:exercises", args=[lesson.slug]
        ),
        watch=watch(lesson, content),
        analysis=_analysis(content),
        file=file_of(lesson.slug),
        terms=from_elsewhere(lesson.slug),
        more=f"analysis/lessons/{lesson.more}.html" if lesson.more else "",
        embed=reverse("analysis:embed_lesson", args=[lesson.slug]),
        projector=projector,
        earlier=LESSONS[at - 1] if at else None,
        later=LESSONS[at + 1] if at + 1 < len(LESSONS) else None,
    )


def _opening(content: Content, *, projector: bool) -> Drawn | None:
    board = read_notation(content.opening) if content.opening else content.touch.board
    return Drawn(board.notation, spoken(board)) if content.opening or projector else None


def _analysis(content: Content) -> str:
    """An engine's analysis of the board to touch, where no whole search shows the idea."""
    board = read_notation(content.touch.board.notation)
    shown = content.engine and not content.watch
    return variations.address(board, engine=content.engine) if shown else ""


def _touched(content: Content, here: str, query: QueryDict, kept: Mapping[str, str]) -> Touched:
    touch, text = content.touch, query.get("touch", "")
    cell, error = None, ""
    if text:
        try:
            cell = parse_cell(text, touch.board.SHAPE)
        except RulesError as problem:
            error = f"{problem}."
        if cell is not None and cell not in touch.cells:
            error, cell = f"Nothing can be said of {text!r} here.", None
    board = touch.board.make_move(cell) if cell is not None and touch.plays else touch.board
    cells = []
    for index, mark in enumerate(board.marks):
        name = board.cell_name(index)
        more = urlencode({**kept, "touch": name})
        url = f"{here}?{more}#touch" if index in touch.cells else ""
        cells.append(TouchCell(name, mark, url, touched=index == cell))
    said = touch.say(cell) if cell is not None else ""
    return Touched(touch.ask, touch.board, board.SHAPE.in_rows(cells), said, error)


def course_map(results: Mapping[str, LessonResult]) -> list[MapRow]:
    """All lessons in order, with what somebody has done of each."""
    return [
        _row(number, lesson, results.get(lesson.slug)) for number, lesson in enumerate(LESSONS, 1)
    ]


def _row(number: int, lesson: Lesson, result: LessonResult | None) -> MapRow:
    if result is None:
        return MapRow(number, lesson, done=False, said="")
    count = len(lesson.makers)
    said = ["read"] if result.answered else []
    if result.sheets:
        said.append(f"{result.best} of {count} exercises right")
    return MapRow(number, lesson, done=result.answered, said=", ".join(said))
