"""What a lesson is made of: one idea, a board to touch, a question, and what the answer means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random

from games.analysis.learn.questions import Question
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Touch:
    """A board that says something of every cell in ``cells`` when it is touched.

    ``plays`` tells that a touch makes the move on the board.
    """

    ask: str
    board: Board
    cells: tuple[int, ...]
    say: Callable[[int], str]
    plays: bool = True


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a lesson, in the order in which it is read. Every number in it is computed.

    ``watch`` is a position whose search shows the idea, empty if no search does; ``engine`` the
    one that the analysis opens instead. ``opening`` is the board that the idea speaks of, where it
    names cells.
    """

    idea: tuple[str, ...]
    touch: Touch
    question: Question
    meaning: tuple[str, ...]
    keep: str
    watch: str = ""
    engine: str = ""
    opening: str = ""


Make = Callable[[Random], Question]
"""Draws one exercise with a generator."""

Course = dict[str, tuple[Callable[[], Content], tuple[Make, ...]]]
"""By lesson, what writes it and what draws the exercises of its sheets."""


@dataclass(frozen=True)
class Lesson:
    """``gist`` says in a sentence what it teaches; ``board`` is the drawing beside its title.

    ``makers`` draw the exercises of its sheets, in order. ``code`` names the algorithm whose source
    belongs to it, ``more`` the template with what else there is to read; both can be empty.
    ``counts`` says that its text counts positions.
    """

    slug: str
    title: str
    gist: str
    board: str
    write: Callable[[], Content]
    makers: tuple[Make, ...]
    code: str = ""
    more: str = ""
    counts: bool = False

    @cached_property
    def content(self) -> Content:
        """The text, computed once in a process."""
        return self.write()

    def sheet(self, seed: str) -> tuple[Question, ...]:
        """The exercises that ``seed`` stands for, the same ones each time."""
        drawn: list[Question] = []
        for at, make in enumerate(self.makers):
            rng = Random(f"{self.slug}:{seed}:{at}")
            question = make(rng)
            while any(_same(one, question) for one in drawn):
                question = make(rng)
            drawn.append(question)
        return tuple(drawn)


def _same(one: Question, other: Question) -> bool:
    return (one.board, one.ask, one.numbers) == (other.board, other.ask, other.numbers)
