"""Whether the functions of a tictactoe.py say what the rules say, in every position."""

from __future__ import annotations

from collections.abc import Iterator

from games.engines import solution_of
from games.grading.asking import Asked
from games.rules import Board, ClassicBoard

UTILITY = {"X": 1, "O": -1, None: 0}


def faults(asked: Asked) -> list[str]:
    """A sentence for each function that is wrong somewhere, with the first such position."""
    boards = solution_of(ClassicBoard.start()).positions()
    found: dict[str, str] = {}
    answers = asked.checks([board.notation for board in boards])
    for board, line in zip(boards, answers, strict=True):
        for function, said, expected in _compared(board, line):
            if said != expected and function not in found:
                found[function] = (
                    f"{function} gives {_said(said)} in {board.notation}: "
                    f"expected {_said(expected)}."
                )
    return list(found.values())


def _compared(board: Board, line: list[object]) -> Iterator[tuple[str, object, object]]:
    """Each function with its answer and the right one; missing answers are None."""
    answers = iter(line)
    outcome = board.outcome
    yield "winner", next(answers, None), outcome.winner if outcome else None
    over = next(answers, None)
    yield "terminal", over, outcome is not None
    if over is not (outcome is not None):
        return
    if outcome is not None:
        yield "utility", next(answers, None), UTILITY[outcome.winner]
    else:
        free = board.available_moves()
        yield "player", next(answers, None), board.to_move
        yield "actions", next(answers, None), list(free)
        yield "result", next(answers, None), repr(_lists(board.make_move(free[0])))
    if any(board.marks):
        yield (
            "result of a taken cell",
            "raises" if next(answers, None) is True else "a board",
            ("raises"),
        )
    kept = next(answers, None) is True
    yield "result", "a changed board" if not kept else "the same board", "the same board"


def _lists(board: Board) -> list[list[str | None]]:
    return [[mark or None for mark in row] for row in board.SHAPE.in_rows(board.marks)]


def _said(answer: object) -> str:
    return answer.lstrip("!?") if isinstance(answer, str) else repr(answer)
