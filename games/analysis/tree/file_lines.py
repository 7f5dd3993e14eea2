"""The lines that a search of the classic board runs, from the short file of its lesson."""

from __future__ import annotations

from functools import cache

from games.analysis.learn.tictactoe import VARIANT, file_of
from games.engines.steps import SteppedSearch
from games.engines.trace import TraceEvent
from games.rules import Board

RUNS = {
    "start": "def value(",
    "enter": "def value(",
    "won": "return (10 if",
    "drawn": "return 0, None",
    "high": 'if side == "X" and found > best:',
    "low": 'if side == "O" and found < best:',
    "cut": "break",
    "done": "return best, move",
}
"""What each kind of step runs, as the line begins. A value that is better runs the line below."""


def covers(board: Board) -> bool:
    """Whether the files are about the game of ``board``."""
    return board.VARIANT == VARIANT


def lesson_of(search: SteppedSearch) -> str:
    """The lesson whose file is this search."""
    if not search.pruning:
        return "minimax"
    return "ordering" if search.techniques.ordering else "window"


@cache
def function_of(lesson: str) -> tuple[int, tuple[str, ...]]:
    """The number of the first line of ``value`` in the file of a lesson, and its lines."""
    file = file_of(lesson)
    assert file is not None
    first, lines = file.function("value")
    return first, tuple(lines)


def code(search: SteppedSearch) -> list[str]:
    """The lines of ``value`` with their numbers in the file, indented by half to be narrower."""
    first, lines = function_of(lesson_of(search))
    return [f"{number:>2} {_narrow(line)}" for number, line in enumerate(lines, first)]


def _narrow(line: str) -> str:
    code = line.lstrip()
    return " " * ((len(line) - len(code)) // 2) + code


def running(event: TraceEvent, pruning: bool) -> int:
    """The line of ``value`` that runs at ``event``, counted from 0.

    It is the same in the files of both searches that cut.
    """
    kind, better = event.kind, False
    if kind == "end":
        kind = "won" if event.numbers["winner"] else "drawn"
    elif kind == "back":
        kind = "high" if event.numbers["chooses"] == "max" else "low"
        better = event.numbers["improves"]
    _, lines = function_of("window" if pruning else "minimax")
    at = next(at for at, line in enumerate(lines) if line.strip().startswith(RUNS[kind]))
    return at + better
