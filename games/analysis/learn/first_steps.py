"""The first steps of a game, each a position in which the reader makes one move.

Nothing is stored: the step and the answer stand in the address, so it works for anybody and
without scripts. A game whose moves need no introduction has no steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games import presenters
from games.analysis.puzzles.feedback import QuestionCell
from games.characters import first_opponent
from games.engines.played import Played
from games.presenters.contexts import Cell
from games.queries.parsing import whole_number
from games.rules import Board, RulesError, board_class
from games.rules.shape import parse_cell
from games.web.rule_pages import EVERYBODY, legal_moves, match_of


def on_a_pattern(board: Board) -> set[int]:
    """The cells of all patterns."""
    return {cell for line in board.LINES for cell in line}


def blocking(board: Board) -> set[int]:
    """The cells with which the rival would complete a pattern."""
    return {cell for cell in board.available_moves() if Played(board, cell).blocks}


def disarming(board: Board) -> set[int]:
    """The moves after which the next seat cannot complete a pattern at once."""
    return {cell for cell in board.available_moves() if not Played(board, cell).next_wins}


def winning(board: Board) -> set[int]:
    """The cells with which the seat to move completes a pattern."""
    return {cell for cell in board.available_moves() if Played(board, cell).won}


@dataclass(frozen=True, slots=True)
class Step:
    """One move to make in the position after ``moves``, cell names one after the other.

    ``ask`` and ``tell`` say what to do and why. ``done`` and ``learned`` answer a ``right`` cell,
    ``wrong`` any other; both have a place for the ``cell``, ``learned`` also for its ``patterns``.
    """

    moves: str
    ask: str
    tell: str
    right: Callable[[Board], set[int]]
    done: str
    learned: str
    wrong: str

    def position(self, board: type[Board]) -> tuple[int, ...]:
        """The moves that lead to the position. Raises ValueError."""
        moves, refused = legal_moves(board, self.moves)
        if refused:
            raise ValueError(f"{self.moves!r} is no game of {board.TITLE}: {refused}")
        return moves


STEPS: dict[str, tuple[Step, ...]] = {
    "dstru": (
        Step(
            "",
            "You are Tres. Place a piece.",
            "Three patterns win: the top row, the bottom row, and the diagonal from d1 to a4. "
            "Choose a cell on one of them.",
            on_a_pattern,
            "A good start.",
            "{cell} is part of {patterns}. Fill one pattern with your pieces, and you win.",
            "{cell} is on no pattern. The small pictures show the cells that count.",
        ),
        Step(
            "b2c3b2d1a1c3c2d4d4b3",
            "You are Uno. Stop Tres.",
            "Three rounds later, Tres has three cells of the diagonal. Place your piece on the "
            "cell that Tres still needs.",
            blocking,
            "You stopped Tres.",
            "Tres cannot fill the diagonal while your piece is at {cell}. But nothing is safe "
            "for long, because Dos comes next.",
            "With your piece at {cell}, Tres can still fill the diagonal.",
        ),
        Step(
            "a1c2c2d4b3d4b1d3d3c1a4",
            "You are Dos. Take a piece away.",
            "You win if all sixteen cells fill up before anybody has a pattern. Tres is next and "
            "needs only d1. Take one of the three pieces on the top row.",
            disarming,
            "Well taken.",
            "Without {cell}, Tres needs two more pieces. When two people play, chance is Dos and "
            "takes any piece.",
            "If {cell} goes, Tres fills the top row with the next piece.",
        ),
        Step(
            "b4c3c3d1b3d1d4a1a1c2c3c2c4b1b1",
            "You are Tres. Win the game.",
            "Dos has just taken a piece of Uno. You have three cells of the bottom row, and the "
            "fourth is free.",
            winning,
            "You win.",
            "You filled {patterns}, and that is the whole game: Tres places, Uno places, Dos "
            "takes a piece away, until somebody has a pattern or the board is full.",
            "{cell} fills no pattern. Look at the bottom row.",
        ),
    ),
}
"""By game. Each step is one lesson about its moves; the last one wins."""


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """A step on a page: the ``board`` before or after the move, and what is ``said``.

    ``sign`` is the seat to play. ``found`` tells that the answer is right, ``error`` why it
    cannot be one. ``onward`` is the number of the next step, None at the end. ``opponent`` is
    whom to play then, as forms call it, and ``daily`` the game's own board of the day, if any.
    """

    board: Board
    rows: list[Sequence[QuestionCell]]
    title: str
    variant: str
    number: int
    count: int
    sign: str
    headline: str
    said: str
    wrong: str
    found: bool
    error: str
    onward: int | None
    opponent: str
    daily: str
    hidden: dict[str, int]


def first_steps(variant: str, number: str, answer: str) -> FirstSteps:
    """The step that an address asks for, with its answer. Raises KeyError for other games."""
    steps, board = STEPS[variant], board_class(variant)
    at = whole_number(number, 2) if number else 1
    known = at is not None and 0 < at <= len(steps)
    error = "" if known else f"{number[:20]!r} is no step: there are 1 to {len(steps)}."
    at = at if at and known else 1
    step = steps[at - 1]
    moves = step.position(board)
    here = presenters.played(board, moves)
    cell = None if error or not answer else _cell(here, answer)
    if answer and not error and cell is None:
        error = f"{answer[:20]!r} cannot be played here."
    found = cell is not None and cell in step.right(here)
    match = match_of(board, (*moves, cell) if cell is not None and found else moves)
    words = _words(here, cell)
    return FirstSteps(
        board=match.board,
        rows=[
            [_question(one, tried=one.index == cell and not found, over=found) for one in row]
            for row in presenters.page_context(match, EVERYBODY).rows
        ],
        title=board.TITLE,
        variant=variant,
        number=at,
        count=len(steps),
        sign=here.to_move,
        headline=step.done if found else step.ask,
        said=step.learned.format(**words) if found else step.tell,
        wrong=step.wrong.format(**words) if cell is not None and not found else "",
        found=found,
        error=error,
        onward=at + 1 if at < len(steps) else None,
        opponent=first_opponent(variant),
        daily=presenters.daily_url(variant),
        hidden={"step": at},
    )


def _cell(here: Board, text: str) -> int | None:
    """The legal cell that ``text`` names; None if it names none."""
    try:
        cell = parse_cell(text, here.SHAPE)
        here.make_move(cell)
    except RulesError:
        return None
    return cell


def _words(here: Board, cell: int | None) -> dict[str, str]:
    """The cell and the patterns that a move there completes, or else those it is part of."""
    if cell is None:
        return {}
    outcome = here.make_move(cell).outcome
    full = set(outcome.cells) if outcome else set(range(here.CELLS))
    names = zip(here.PATTERN_NAMES, here.LINES, strict=False)
    meant = [f"the {name}" for name, line in names if cell in line and full.issuperset(line)]
    return {"cell": here.cell_name(cell), "patterns": " and ".join(meant)}


def _question(cell: Cell, *, tried: bool, over: bool) -> QuestionCell:
    return QuestionCell(
        name=cell.name,
        mark=cell.mark,
        label=cell.label + (", tried and wrong" if tried else ""),
        last=cell.last,
        won=cell.won,
        legal=cell.legal and not over,
        tried=tried,
        taken=cell.taken,
        taker=cell.taker,
    )
