"""The first steps of a game, each a position in which the reader makes one move.

The step and the answer stand in the address, so it works for anybody and without scripts. Of those
who made the last one it is remembered. A game whose moves need no introduction has no steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games import presenters
from games.analysis.learn import texts
from games.analysis.puzzles.calendar import DAYS, whose
from games.analysis.puzzles.feedback import asking, tried
from games.characters import first_opponent
from games.engines.played import MoveFacts
from games.queries.parsing import whole_number
from games.rules import Board, board_class
from games.web.rule_pages import EVERYBODY, legal_moves, match_of


def on_a_pattern(board: Board) -> set[int]:
    """The cells of all patterns."""
    return {cell for line in board.LINES for cell in line}


def blocking(board: Board) -> set[int]:
    """The cells with which the rival would complete a pattern."""
    return {cell for cell in board.available_moves() if MoveFacts(board, cell).blocks}


def disarming(board: Board) -> set[int]:
    """The moves after which the next seat cannot complete a pattern at once."""
    return {cell for cell in board.available_moves() if not MoveFacts(board, cell).next_wins}


def winning(board: Board) -> set[int]:
    """The cells with which the seat to move completes a pattern."""
    return {cell for cell in board.available_moves() if MoveFacts(board, cell).won}


def taking(board: Board) -> set[int]:
    """The cells that win a small board."""
    return set(board.small_boards.takes) if board.small_boards else set()


def sends(board: Board) -> dict[int, int]:
    """The small board to which each move sends the next seat, -1 for any."""
    stand = board.small_boards
    return dict(zip(board.available_moves(), stand.sends, strict=True)) if stand else {}


def sending_to_the_top_right(board: Board) -> set[int]:
    """The moves that send the next seat to the top right board."""
    last = board.SHAPE.of_small_boards.columns - 1
    return {cell for cell, small in sends(board).items() if small == last}


def binding(board: Board) -> set[int]:
    """The moves that leave the next seat no choice of a board."""
    return {cell for cell, small in sends(board).items() if small >= 0}


def steps_slug(variant: str) -> str:
    """The name under which the steps of a game are remembered of those who did them."""
    return f"steps-{variant}"


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One move to make in the position after ``moves``, cell names one after the other.

    ``ask`` and ``tell`` say what to do and why, ``right`` names what finds the right cells.
    ``done`` and ``learned`` answer one of them, ``wrong`` any other; both have a place for the
    ``cell``, ``learned`` also for its ``patterns``, and for ``where`` one must play then.
    """

    moves: str
    ask: str
    tell: str
    right: str
    done: str
    learned: str
    wrong: str

    def position(self, board: type[Board]) -> tuple[int, ...]:
        """The moves that lead to the position. Raises ValueError."""
        moves, refused = legal_moves(board, self.moves)
        if refused:
            raise ValueError(f"{self.moves!r} is no game of {board.TITLE}: {refused}")
        return moves


RIGHT = {
    one.__name__: one
    for one in (
        *(on_a_pattern, blocking, disarming, winning),
        *(taking, sending_to_the_top_right, binding),
    )
}

STEPS = {
    variant: tuple(FirstStep(**step) for step in steps)
    for variant, steps in texts.load("first_steps").items()
}
"""By game. Each step is one lesson about its moves; the last one wins."""


def first_steps(variant: str, number: str, answer: str) -> dict[str, Any]:
    """The step that an address asks for, with its answer. Raises KeyError for other games.

    ``board`` is that before or after the move, ``sign`` the seat to play. ``found`` tells that the
    answer is right, ``error`` why it cannot be one. ``onward`` is the number of the next step, None
    at the end; ``opponent`` is whom to play then, as forms call it. ``method`` is how an answer is
    sent: the last one is remembered.
    """
    steps, board = STEPS[variant], board_class(variant)
    at = whole_number(number, 2) if number else 1
    known = at is not None and 0 < at <= len(steps)
    error = "" if known else f"{number[:20]!r} is no step: there are 1 to {len(steps)}."
    at = at if at and known else 1
    step = steps[at - 1]
    moves = step.position(board)
    here = presenters.played(board, moves)
    cell = None if error or not answer else tried(here, answer)
    if answer and not error and cell is None:
        error = f"{answer[:20]!r} cannot be played here."
    found = cell is not None and cell in RIGHT[step.right](here)
    match = match_of(board, (*moves, cell) if cell is not None and found else moves)
    words = _words(here, cell)
    return {
        "board": match.board,
        "rows": [
            [asking(one, tried=one.index == cell and not found, over=found) for one in row]
            for row in presenters.page_context(match, EVERYBODY).rows
        ],
        "title": board.TITLE,
        "variant": variant,
        "number": at,
        "count": len(steps),
        "sign": here.to_move,
        "headline": step.done if found else step.ask,
        "said": step.learned.format(**words) if found else step.tell,
        "wrong": step.wrong.format(**words) if cell is not None and not found else "",
        "found": found,
        "error": error,
        "onward": at + 1 if at < len(steps) else None,
        "opponent": first_opponent(variant),
        "daily": presenters.daily_url(variant),
        "whose": whose(variant) if variant in DAYS else "",
        "hidden": {"step": at},
        "method": "get" if at < len(steps) else "post",
    }


def _words(here: Board, cell: int | None) -> dict[str, str]:
    """The cell, the patterns that a move there completes, or else those it is part of, and where
    the next move must be then.
    """
    if cell is None:
        return {}
    after = here.make_move(cell)
    outcome = after.outcome
    full = set(outcome.cells) if outcome else set(range(here.CELLS))
    names = zip(here.PATTERN_NAMES, here.LINES, strict=False)
    meant = [f"the {name}" for name, line in names if cell in line and full.issuperset(line)]
    where = presenters.where_to_play(after)
    return {"cell": here.cell_name(cell), "patterns": " and ".join(meant), "where": where}
