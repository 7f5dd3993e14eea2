"""The daily board: a person's answers to the puzzle of their day, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from games.analysis.puzzles.calendar import daily, number
from games.analysis.puzzles.collection import NoSuchPuzzle, Puzzle, SolutionPath, find, play
from games.rules import Board
from games.rules.shape import parse_cell
from progress.models import PuzzleTry
from progress.puzzles import own_days
from progress.puzzles.day_clock import Streak
from progress.puzzles.lessons import mark_puzzle
from progress.puzzles.puzzle_attempts import Try
from progress.puzzles.puzzle_ratings import rate_first_try

RIGHT, WRONG = "●", "○"


class DayOver(Exception):
    """An answer to the board of a day that has ended; the text is for people."""

    def __init__(self, given: date) -> None:
        board = f"board {number(given)}, of {given.day} {given:%B}"
        super().__init__(f"Your answer was for {board}. That day is over; this is the next board")


@dataclass(frozen=True, slots=True)
class DayProgress:
    """A person's progress with a puzzle, from their answers.

    ``marks`` says of each answer whether it was right, ``wrong`` are the wrong ones in the position
    at hand, the latest last, and ``slips`` all wrong ones, each with its position.
    """

    puzzle: Puzzle
    way: SolutionPath
    marks: tuple[bool, ...] = ()
    wrong: tuple[int, ...] = ()
    slips: tuple[tuple[Board, int], ...] = ()

    @property
    def found(self) -> bool:
        return self.way.solved

    @property
    def at_once(self) -> bool:
        return self.found and all(self.marks)

    @property
    def solved(self) -> bool | None:
        """Whether the first try succeeded; None while all answers are right but not complete."""
        return False if not all(self.marks) else self.found or None

    @property
    def shapes(self) -> str:
        """A filled circle for each right answer, a hollow one for each wrong one."""
        return " ".join(RIGHT if right else WRONG for right in self.marks)

    @property
    def answers(self) -> str:
        """Each answer in a word: what ``shapes`` shows, for those who listen."""
        return ", ".join("right" if right else "wrong" for right in self.marks)

    @property
    def tries(self) -> int:
        return self.marks.count(False) + 1


def progress(puzzle: Puzzle, answers: Sequence[int]) -> DayProgress:
    """The progress that ``answers`` make; those after the solution are ignored."""
    own, marks, wrong = list[int](), list[bool](), list[int]()
    slips: list[tuple[Board, int]] = []
    way = play(puzzle, ())
    for cell in answers:
        if way.solved or cell in wrong:
            continue
        right = cell in puzzle.theme.right(way.board)
        marks.append(right)
        if right:
            own.append(cell)
            wrong.clear()
            way = play(puzzle, tuple(own))
        else:
            wrong.append(cell)
            slips.append((way.board, cell))
    return DayProgress(puzzle, way, tuple(marks), tuple(wrong), tuple(slips))


def board_of(day: date, row: PuzzleTry | Try | None) -> Puzzle:
    """The board of a person's day: the one they have begun, or else everybody's.

    They differ on the day of an upgrade to a release with other puzzles, which may also lack the
    one begun. Raises Busy while the puzzles are being found.
    """
    if row is not None:
        with suppress(NoSuchPuzzle):
            return find(row.puzzle)
    return daily(day)


def stored(puzzle: Puzzle, row: PuzzleTry | Try | None) -> DayProgress:
    """The answers stored for a person's day; in rows of older releases only the first try."""
    if row is None or row.puzzle != puzzle.id:
        return progress(puzzle, ())
    if row.answers or row.solved is None:
        return progress(puzzle, cells(puzzle.board, row.answers))
    if row.solved:
        return progress(puzzle, _solution(puzzle))
    return DayProgress(puzzle, play(puzzle, ()), (False,))


def cells(board: Board, names: str) -> list[int]:
    """The cells with these names. Raises RulesError."""
    return [parse_cell(name, board.SHAPE) for name in names.split("-")] if names else []


def _solution(puzzle: Puzzle) -> list[int]:
    """The solver's moves of one solution."""
    own: list[int] = []
    while not (way := play(puzzle, tuple(own))).solved:
        own.append(puzzle.theme.right(way.board)[0])
    return own


def answer(
    *, user_id: int, zone: str, cell: str, day: date, line: Sequence[int] | None = None
) -> DayProgress:
    """Store an answer to the board of a person's day, and rate their first try.

    ``line`` are the own moves that led to where it was given, if a page knows; an answer given
    elsewhere changes nothing. Raises DayOver, or RulesError for what is no free cell.
    """
    with transaction.atomic():
        clock = own_days.kept(user_id, zone)
        if day != clock.day:
            raise DayOver(day)
        PuzzleTry.objects.get_or_create(
            user_id=user_id,
            day=clock.day,
            defaults={"puzzle": daily(clock.day).id, "solved": None},
        )
        row = PuzzleTry.objects.select_for_update().get(user_id=user_id, day=clock.day)
        puzzle = board_of(clock.day, row)
        if row.puzzle != puzzle.id:  # answers to a board that is gone
            row.puzzle, row.answers, row.solved, row.found_at = puzzle.id, "", None, None
        before = stored(puzzle, row)
        if before.found or (line is not None and list(line) != list(before.way.cells[::2])):
            return before
        index = parse_cell(cell, puzzle.board.SHAPE)
        before.way.board.make_move(index)
        given = [*cells(puzzle.board, row.answers), index]
        after = progress(puzzle, given)
        row.answers = "-".join(puzzle.board.cell_name(one) for one in given)
        if before.solved is None and after.solved is not None:
            row.solved = after.solved
            rate_first_try(
                user_id=user_id, zone=zone, puzzle=puzzle, solved=after.solved, besides=row.pk
            )
        row.found_at = own_days.now() if after.found else None
        if after.marks != before.marks:
            row.save(update_fields=["puzzle", "answers", "solved", "found_at"])
            if after.found or not after.marks[-1]:
                mark_puzzle(
                    user_id=user_id, puzzle_id=puzzle.id, right=after.at_once, today=clock.day
                )
        return after


def shared(done: DayProgress, day: date, streak: Streak, url: str) -> str:
    """The text that a person shares of a solved board: how it went, without the moves."""
    how = "at once" if done.at_once else f"in {done.tries} tries"
    lines = [f"Oxo · board {number(day)}", f"{done.shapes}  {how}"]
    if streak.current > 1:
        lines.append(f"{streak.current} days in a row")
    return "\n".join((*lines, url))
