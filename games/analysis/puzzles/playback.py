"""An answer to a puzzle played out on the board, move by move, with the reason in places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from games.analysis import reasons
from games.analysis.puzzles.collection import Puzzle, SolutionPath, answer
from games.analysis.puzzles.feedback import expected, fault
from games.analysis.reasons.on_board import LineData, lines_data, said
from games.analysis.reasons.sentence import DrawnLine
from games.analysis.variations import Variation
from games.drawing.marks import line_path
from games.engines import solution_of
from games.engines.sides import has_side, rival_of
from games.queries.parsing import whole_number
from games.rules import Board

SOLUTION = "solution"
"""What a playback is called that shows the right moves; the others have the name of a cell."""

REFUTED = 3
"""The most wrong answers that are played out."""

COUNTS = ("no", "one", "two", "three", "four")


class StepData(TypedDict):
    """A step as scripts show it: ``marks`` by cell, ``last`` is the cell of its move."""

    said: str
    marks: list[str]
    last: int | None
    lines: list[LineData]


@dataclass(frozen=True, slots=True)
class PlaybackStep:
    """The end of ``line``, which the last move led to. ``said`` is said of that move.

    ``lines`` are drawn over the board: threats, patterns, and what won.
    """

    line: Variation
    said: str
    lines: tuple[DrawnLine, ...] = ()

    @property
    def data(self) -> StepData:
        board = self.line.board
        lines = lines_data(board, self.lines)
        return {"said": self.said, "marks": [*board.marks], "last": self.line.last, "lines": lines}


@dataclass(frozen=True, slots=True)
class Playback:
    """Moves to be shown one after the other; ``slug`` names them in an address."""

    slug: str
    title: str
    steps: tuple[PlaybackStep, ...]


@dataclass(frozen=True, slots=True)
class ShownStep:
    """The step of a playback that a page draws, without scripts: ``at`` counts from 1."""

    step: PlaybackStep
    slug: str
    at: int
    count: int

    @property
    def paths(self) -> list[tuple[str, str]]:
        """Of each line whose it is, and the data of its path."""
        shape = self.step.line.board.SHAPE
        return [(line.seat, line_path(line.cells, shape)) for line in self.step.lines]


def playbacks(
    puzzle: Puzzle, way: SolutionPath, wrong: Sequence[tuple[Board, int]]
) -> list[Playback]:
    """The solution, once it was found, and what refutes the answers that were ``wrong``.

    Of those, each is a position and a cell; before the solution is found the latest one counts.
    """
    if not way.solved:
        return [_refutation(*one) for one in wrong[-1:]]
    different = list(dict.fromkeys(wrong))
    return [_solution(puzzle, way), *(_refutation(*one) for one in different[-REFUTED:])]


def shown(found: Iterable[Playback], slug: str, number: str) -> ShownStep | None:
    """The step that an address asks for; the first if the number is none."""
    one = next((one for one in found if one.slug == slug), None)
    if one is None:
        return None
    at = min(whole_number(number, 2) or 1, len(one.steps))
    return ShownStep(one.steps[at - 1], slug, at, len(one.steps))


def data(found: Iterable[Playback]) -> dict[str, dict[str, list[StepData]]]:
    """The playbacks as scripts show them, by their slugs."""
    return {one.slug: {"steps": [step.data for step in one.steps]} for one in found}


def _solution(puzzle: Puzzle, way: SolutionPath) -> Playback:
    """The right moves with the replies, and what they lead to."""
    moves = _to_the_end(way.board)
    steps = _steps(Variation((puzzle.board,), (), 0), (*way.cells, *moves), puzzle.board.to_move)
    return Playback(SOLUTION, "See it again", tuple(steps))


def _refutation(board: Board, cell: int) -> Playback:
    """A wrong move and the replies that show what is wrong. No better one is named."""
    reason, name, rival = reasons.reason_of(board, cell), board.cell_name(cell), rival_of(board)
    line = Variation((board,), (), 0).after(cell)
    if reason.instead and board.CHANCE_SEAT:
        return Playback(name, f"Why not {name}?", tuple(_by_patterns(board, cell, line)))
    steps = [
        PlaybackStep(line, f"{name} {fault(board, cell)}.", () if reason.instead else reason.lines)
    ]
    if not reason.instead:
        moves = reason.moves
        steps += _steps(line, (*moves, *_to_the_end(line.after(*moves).board)), rival)
    elif not line.board.is_game_over():
        reply = answer(line.board)
        steps.append(PlaybackStep(line.after(reply), f"{rival} answers {board.cell_name(reply)}."))
    return Playback(name, f"Why not {name}?", tuple(steps))


def _by_patterns(board: Board, cell: int, line: Variation) -> list[PlaybackStep]:
    """A move that is worth less than another where chance decides, and what the rival makes of it,
    unless chance comes before.
    """
    name, after = board.cell_name(cell), line.board
    none = f"lies on no pattern still open to {board.to_move}"
    text, lines = _on_patterns(board, cell) or (none, ())
    steps = [PlaybackStep(line, f"{name} {text} and {expected(board, cell)}.", lines)]
    if has_side(after) and not after.is_game_over():
        reply = answer(after)
        reason = reasons.reason_of(after, reply)
        known = None if reason.lines else _on_patterns(after, reply)
        text, lines = known or (reason.text, reason.lines)
        words = f"{after.to_move} answers {after.cell_name(reply)}, which {text}."
        steps.append(PlaybackStep(line.after(reply), words, lines))
    return steps


def _to_the_end(board: Board) -> tuple[int, ...]:
    """Best play from a decided position, where no chance has a part."""
    cells: list[int] = []
    if board.CHANCE_SEAT:
        return ()
    while not board.is_game_over() and solution_of(board).value(board):
        cells.append(answer(board))
        board = board.make_move(cells[-1])
    return tuple(cells)


def _steps(line: Variation, cells: Iterable[int], winner: str) -> list[PlaybackStep]:
    """A step for each move: with its reason, or as an answer of the one who can do no more."""
    found = []
    for cell in cells:
        before, line = line.board, line.after(cell)
        if has_side(before) and before.to_move != winner:
            words = f"{before.to_move} answers {before.cell_name(cell)}."
            found.append(PlaybackStep(line, words))
        else:
            found.append(_reasoned(before, cell, line))
    return found


def _reasoned(board: Board, cell: int, line: Variation) -> PlaybackStep:
    reason, seat, outcome = reasons.reason_of(board, cell), board.to_move, line.board.outcome
    if outcome is not None:
        won = tuple(one for one in board.LINES if set(one) <= set(outcome.cells))
        return PlaybackStep(line, said(board, cell, reason), _drawn(seat, won))
    if board.CHANCE_SEAT and has_side(board) and not reason.lines:
        text, lines = _on_patterns(board, cell) or ("", ())
        words = f"{board.cell_name(cell)} {text}." if text else said(board, cell, reason)
        return PlaybackStep(line, words, lines)
    return PlaybackStep(line, said(board, cell, reason), () if reason.instead else reason.lines)


def _on_patterns(board: Board, cell: int) -> tuple[str, tuple[DrawnLine, ...]] | None:
    """The patterns that a cell lies on: those its owner can still complete, else the rival's."""
    seat = board.to_move
    if own := _open_to(seat, board, cell):
        return f"lies on {_count(own)} still open to {seat}", _drawn(seat, own)
    rival = rival_of(board)
    if theirs := _open_to(rival, board, cell):
        return f"stands in {_count(theirs)} that {rival} wanted", _drawn(rival, theirs)
    return None


def _open_to(seat: str, board: Board, cell: int) -> tuple[tuple[int, ...], ...]:
    """The lines through a free cell on which nobody but ``seat`` has a mark."""
    return tuple(
        line
        for line in board.LINES
        if cell in line and {board.marks[one] for one in line} <= {"", seat}
    )


def _count(lines: tuple[tuple[int, ...], ...]) -> str:
    return f"{COUNTS[len(lines)]} pattern{'s' * (len(lines) > 1)}"


def _drawn(seat: str, lines: tuple[tuple[int, ...], ...]) -> tuple[DrawnLine, ...]:
    return tuple(DrawnLine(seat, line) for line in lines)
