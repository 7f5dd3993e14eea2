"""What the pages of the course show: a lesson, the map of all lessons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.analysis import variations
from games.analysis.learn.asked import ask
from games.analysis.learn.course.terms import from_elsewhere
from games.analysis.learn.facts import spoken
from games.analysis.learn.lesson import Content, Lesson
from games.analysis.learn.lessons import LESSONS
from games.analysis.learn.played import watch
from games.analysis.learn.tictactoe import file_of
from games.analysis.puzzles.collection import answer
from games.presenters import pale_cells
from games.presenters.contexts import Cell
from games.rules import RulesError, read_notation
from games.rules.shape import parse_cell
from games.signals import LessonResult

ANSWER = "a"
"""The field of a lesson's question."""


def lesson_page(
    lesson: Lesson, query: QueryDict, *, embedded: bool, layout_method: str
) -> dict[str, Any]:
    """The lesson at the state that an address names. ``method`` is how its form is sent.

    ``watch`` is where the player shows the idea, ``analysis`` where an engine's analysis does.
    ``opening`` is the board beside the idea; on a wall, where one part is seen at a time, each has
    one.
    """
    at = LESSONS.index(lesson)
    content = lesson.content
    prefix = "analysis:embed_" if embedded else "analysis:"
    here = reverse(f"{prefix}lesson", args=[lesson.slug])
    check, show = "check" in query, "show" in query
    projector = "projector" in query and not embedded
    kept = {"projector": "1"} if projector else {}
    return {
        "lesson": lesson,
        "content": content,
        "opening": _opening(content, projector=projector),
        "number": at + 1,
        "count": len(LESSONS),
        "touch": _touched(content, here, query, kept),
        "asked": ask(content.question, ANSWER, query, check=check, show=show),
        "method": layout_method,
        "here": here,
        "show": f"{here}?{urlencode({'show': '1', **kept})}#question",
        "sheet": reverse(f"{prefix}exercises", args=[lesson.slug]),
        "watch": watch(lesson, content),
        "analysis": _analysis(content),
        "file": file_of(lesson.slug),
        "terms": from_elsewhere(lesson.slug),
        "more": f"analysis/lessons/{lesson.more}.html" if lesson.more else "",
        "embed": reverse("analysis:embed_lesson", args=[lesson.slug]),
        "projector": projector,
        "earlier": LESSONS[at - 1] if at else None,
        "later": LESSONS[at + 1] if at + 1 < len(LESSONS) else None,
    }


def _opening(content: Content, *, projector: bool) -> dict[str, str] | None:
    """A board to look at, and the same in words."""
    board = read_notation(content.opening) if content.opening else content.touch.board
    shown = content.opening or projector
    return {"notation": board.notation, "spoken": spoken(board)} if shown else None


def _analysis(content: Content) -> str:
    """An engine's analysis of the board to touch, where no whole search shows the idea."""
    board = read_notation(content.touch.board.notation)
    shown = content.engine and not content.watch
    return variations.address(board, engine=content.engine) if shown else ""


def _touched(
    content: Content, here: str, query: QueryDict, kept: Mapping[str, str]
) -> dict[str, Any]:
    """The board to touch, and what was ``said`` of the cell that was."""
    touch, text = content.touch, query.get("touch", "")
    cell, error = None, ""
    if text:
        try:
            cell = parse_cell(text, touch.board.SHAPE)
        except RulesError as problem:
            error = f"{problem}."
        if cell is not None and cell not in touch.cells:
            error, cell = f"Nothing can be said of {text!r} here.", None
    board, said = touch.board, touch.say(cell) if cell is not None else ""
    if cell is not None and touch.plays:
        board = touch.board.make_move(cell)
        if not (board.is_game_over() or board.CHANCE_SEAT):
            reply, seat = answer(board), board.to_move
            board = board.make_move(reply)
            said += f" {seat} answers {board.cell_name(reply)}."
    cells, (away, spent) = [], pale_cells(board)
    for index, mark in enumerate(board.marks):
        name = board.cell_name(index)
        url = f"{here}?{urlencode({**kept, 'touch': name})}#touch" if index in touch.cells else ""
        cells.append(
            Cell(
                index,
                name,
                mark,
                url=url,
                chosen=index == cell,
                away=index in away,
                spent=index in spent,
            )
        )
    return {
        "ask": touch.ask,
        "board": touch.board,
        "rows": board.SHAPE.in_rows(cells),
        "said": said,
        "error": error,
    }


def course_map(results: Mapping[str, LessonResult]) -> list[dict[str, Any]]:
    """All lessons in order, with what somebody has done of each in words."""
    rows = []
    for number, lesson in enumerate(LESSONS, 1):
        result, said = results.get(lesson.slug), []
        if result and result.answered:
            said.append("read")
        if result and result.sheets:
            said.append(f"{result.best} of {len(lesson.makers)} exercises right")
        done = bool(result and result.answered)
        rows.append({"number": number, "lesson": lesson, "done": done, "said": ", ".join(said)})
    return rows
