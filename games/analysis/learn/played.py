"""How the player and the lessons lead to each other, by ``lessons.EXPLAINED``."""

from __future__ import annotations

from django.urls import reverse

from games.analysis import variations
from games.analysis.learn.lesson import Content, Lesson
from games.analysis.learn.lessons import BY_SLUG, EXPLAINED
from games.analysis.player.methods import methods_for, named
from games.rules import Board, read_notation


def lesson_of(method: str) -> Lesson | None:
    """The lesson that explains the method with this name; none for plain lots."""
    slug = EXPLAINED.get(method)
    return BY_SLUG[slug] if slug else None


def watch(lesson: Lesson, content: Content) -> str:
    """Where the player shows what ``lesson`` is about; empty if it does not.

    It is the position that the lesson names, else the one to touch.
    """
    board: Board = read_notation(content.watch or content.touch.board.notation)
    explained = (name for name, slug in EXPLAINED.items() if slug == lesson.slug)
    method = named(methods_for(board), next(explained, ""))
    path = reverse("analysis:search", args=[variations.slug_of(board)])
    if method is not None:
        return path + method.query
    return path if content.watch else ""
