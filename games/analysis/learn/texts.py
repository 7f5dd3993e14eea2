"""The words of lessons and exercises, from ``course/lessons.toml`` and ``course/exercises.toml``.

A ``{name}`` in them is filled in with what the code has computed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.analysis.learn.lesson import Content, Touch
from games.analysis.learn.questions import Question, QuestionText
from games.engines.sides import rival_of
from games.rules import Board

Source = dict[str, Any]


def load(name: str) -> dict[str, Any]:
    """The tables of a file beside the code of the course, by their names."""
    path = Path(__file__).parent / "course" / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8"))


LESSONS, EXERCISES = load("lessons"), load("exercises")


def exercise(name: str, board: Board | None = None, /, **found: object) -> QuestionText:
    """The words of an exercise; ``board`` tells {seat} and {rival}."""
    if board is not None:
        found |= {"seat": board.to_move, "rival": rival_of(board)}
    return _words(EXERCISES[name], found)


def question(slug: str, /, **found: object) -> QuestionText:
    """The words of the question of a lesson."""
    return _words(LESSONS[slug], found)


def content(
    slug: str,
    asked: Question,
    board: Board,
    cells: tuple[int, ...],
    say: Callable[[int], str],
    /,
    *,
    plays: bool = True,
    **found: object,
) -> Content:
    """The content of a lesson: its text, its question ``asked``, and the board to touch."""
    source = LESSONS[slug]
    return Content(
        idea=_filled(source["idea"], found),
        touch=Touch(source["touch"].format(**found), board, cells, say, plays),
        question=asked,
        meaning=_filled(source["meaning"], found),
        keep=source["keep"],
        **{name: source.get(name, "") for name in ("watch", "engine", "opening")},
    )


def _words(source: Source, found: dict[str, object]) -> QuestionText:
    return QuestionText(
        source.get("ask", "").format(**found),
        _filled(source.get("hints", ()), found),
        _filled(source.get("because", ()), found),
    )


def _filled(lines: list[str], found: dict[str, object]) -> tuple[str, ...]:
    return tuple(line.format(**found) for line in lines)
