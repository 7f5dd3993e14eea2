"""The lines that a search of the classic board runs, from the short file of its lesson."""

from __future__ import annotations

from functools import cache

from games.analysis.learn.tictactoe import VARIANT, file_of
from games.engines.steps import Moment, SteppedSearch
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


def running(moment: Moment, pruning: bool) -> int:
    """The line of ``value`` that runs at ``moment``, counted from 0.

    It is the same in the files of both searches that cut.
    """
    kind: str = moment.kind
    if kind == "end":
        outcome = moment.frame.board.outcome
        kind = "won" if outcome and outcome.winner else "drawn"
    elif kind == "back":
        kind = "high" if moment.frame.high else "low"
    _, lines = function_of("window" if pruning else "minimax")
    at = next(at for at, line in enumerate(lines) if line.strip().startswith(RUNS[kind]))
    return at + _is_better(moment)


def _is_better(moment: Moment) -> bool:
    """Whether a value that comes back is better than those before it, inside the window or not."""
    if moment.branch is None or moment.branch.found is None or moment.kind != "back":
        return False
    frame, value = moment.frame, moment.branch.found.value
    earlier = [
        one.found.value
        for one in frame.branches
        if one.found and one.entered < moment.branch.entered
    ]
    return not earlier or (value > max(earlier) if frame.high else value < min(earlier))
