"""Grade a file: read it, ask it in a sandbox, and say what was found in words that can be shown."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from games.arena.grading.answers import PRUNE
from games.arena.grading.everywhere import grade_everywhere
from games.arena.grading.in_games import grade_in_games
from games.arena.grading.in_play import grade_in_play
from games.arena.grading.program import CannotGrade, read_program
from games.arena.grading.result import Case, Grade
from games.arena.grading.sandbox import SandboxError
from games.engines import solution_of
from games.engines.solution import Progress
from games.rules import board_class

LONGEST_NOTE = 200
"""Characters of each sentence about a program at most, since it may quote the program."""


def grade(
    data: bytes,
    game: str,
    progress: Progress = lambda done, of_all: None,
) -> Grade:
    """Grade a file that plays ``game``. Raises CannotGrade with a sentence for its author."""
    began = perf_counter()
    program = read_program(data, game)
    start = board_class(game).start()
    solution_of(start).make_ready(start)
    if solution_of(start).value(start) is None:
        graded = grade_in_games
    else:
        graded = grade_everywhere if solution_of(start).positions() else grade_in_play
    try:
        found = graded(program, start, progress)
    except SandboxError as error:
        where = f" It was asked about {error.position}." if error.position else ""
        where += f" {PRUNE}" if error.slow else ""
        raise CannotGrade(printable(_sentence(str(error)) + where)) from None
    return replace(
        found,
        seconds=round(perf_counter() - began, 3),
        notes=tuple(map(_note, found.notes)),
        doubts=tuple(map(_note, found.doubts)),
        cases=tuple(map(_printable_case, found.cases)),
    )


def _printable_case(one: Case) -> Case:
    return replace(
        one,
        call=_note(one.call),
        came=_note(one.came),
        expected=_note(one.expected),
        advice=_note(one.advice),
    )


def _note(text: str) -> str:
    return printable(text)[:LONGEST_NOTE]


def printable(text: str) -> str:
    """``text`` with all that cannot be printed replaced: what a program says goes on pages."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
