"""A finished game, move by move, as the exact solution judges it."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis import variations
from games.analysis.reasons import why
from games.analysis.results import level
from games.analysis.review.judge import BLUNDER, MISSED, MISTAKES, OPENING, UNJUDGED, Verdict, judge
from games.analysis.wording import fixed, signed
from games.engines import solution_of
from games.rules import Board

SHAPES = {
    "only move": "◆",
    "best": "●",
    "forced": "·",
    "near best": "○",
    "slower win": "◐",
    "sooner loss": "◐",
    "weaker": "◐",
    "missed win": "△",
    "blunder": "▲",
    "taken away": "–",
    "opening": "·",
    "not judged": "·",
}
"""A sign for each label, so that colour alone never tells two apart."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One move of a game with its verdict: None in the opening, and in a game nobody has solved."""

    ply: int
    board: Board
    move: int
    verdict: Verdict | None


def judged(start: Board, moves: tuple[int, ...], opening: int = 0) -> list[Judged]:
    """Every move of a game. The solution must be at hand, if there is one."""
    board, found = start, []
    for ply, move in enumerate(moves, 1):
        judging = ply > opening and is_solved(board)
        found.append(Judged(ply, board, move, judge(board, move) if judging else None))
        board = board.make_move(move)
    return found


def is_solved(board: Board) -> bool:
    """Whether there is an exact value to judge by."""
    return solution_of(board).value(board) is not None


def mistakes(moves: list[Judged], seat: str) -> list[Judged]:
    """The moves of ``seat`` that are worth a second try, in order of play."""
    return [
        one
        for one in moves
        if one.board.to_move == seat and one.verdict and one.verdict.label in MISTAKES
    ]


def accuracy(moves: list[Judged], seat: str) -> float | None:
    """The average share of what was at stake that the moves of ``seat`` kept, 0 to 1.

    A move keeps (its value - the worst value) / (the best value - the worst value). Moves where
    all values are equal do not count; None if there are no others.
    """
    kept = [
        one.verdict.kept
        for one in moves
        if one.board.to_move == seat and one.verdict and one.verdict.kept is not None
    ]
    return sum(kept) / len(kept) if kept else None


@dataclass(frozen=True, slots=True)
class MoveLink:
    """A move with the address of the position after it."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    """A move with its verdict.

    ``refutation`` leads to what the best engine expects after a mistake, ``shape`` is the sign of
    the ``label``, ``better`` are moves that would have been better. ``before`` and ``after`` are
    exact values from the side of the first seat.
    """

    ply: int
    seat: str
    name: str
    removes: bool
    url: str
    refutation: str
    label: str
    shape: str
    grave: bool
    reason: str
    better: list[MoveLink]
    before: str
    after: str


def rows(start: Board, moves: list[Judged]) -> list[Row]:
    """The score sheet of a review."""
    line = variations.Variation((start,), (), 0).after(*(one.move for one in moves))
    return [_row(line, one) for one in moves]


def _row(line: variations.Variation, one: Judged) -> Row:
    board, verdict = one.board, one.verdict
    label = verdict.label if verdict else OPENING if is_solved(board) else UNJUDGED
    return Row(
        ply=one.ply,
        seat=board.to_move,
        name=board.cell_name(one.move),
        removes=board.action == "remove",
        url=line.address(one.ply),
        refutation=line.address(one.ply, engine=REFUTER) if label in MISTAKES else "",
        label=label,
        shape=SHAPES[label],
        grave=label in (BLUNDER, MISSED),
        reason=why(board, one.move) if verdict else "",
        better=_better(line, one),
        before=fixed(verdict.before) if verdict else "",
        after=fixed(verdict.after) if verdict else "",
    )


def _better(line: variations.Variation, one: Judged) -> list[MoveLink]:
    """Up to three best moves instead of one that is none."""
    if one.verdict is None or one.move in one.verdict.best:
        return []
    before = line.at_ply(one.ply - 1)
    return [
        MoveLink(one.board.cell_name(cell), before.after(cell).address(one.ply))
        for cell in one.verdict.best[:3]
    ]


REFUTER = "perfect"
"""The engine in focus where a mistake is looked at: what it expects is the refutation."""

WIDTH, HEIGHT, MARGIN = 600, 160, 14


@dataclass(frozen=True, slots=True)
class Dot:
    """A move on the graph; ``grave`` marks a blunder or a missed win, ``r`` is the radius."""

    x: float
    y: float
    grave: bool
    r: float


@dataclass(frozen=True, slots=True)
class Graph:
    """The value over the plies as a drawing; ``description`` says it in words.

    ``top`` and ``bottom`` are the heights of a win of the ``first`` and of the ``second`` seat.
    """

    width: int
    height: int
    path: str
    dots: list[Dot]
    middle: float
    top: float
    bottom: float
    right: int
    left: int
    first: str
    second: str
    description: str


def graph(start: Board, moves: list[Judged]) -> Graph:
    """The value over the plies from the side of the first seat."""
    boards = [start, *(one.board.make_move(one.move) for one in moves)]
    step = (WIDTH - 2 * MARGIN) / max(1, len(moves))
    points = [
        (round(MARGIN + ply * step, 1), round(_height(level(board)), 1))
        for ply, board in enumerate(boards)
    ]
    grave = [one.verdict is not None and one.verdict.label in (BLUNDER, MISSED) for one in moves]
    dots = [
        Dot(x, y, grave=bad, r=6 if bad else 3.5)
        for (x, y), bad in zip(points[1:], grave, strict=True)
    ]
    return Graph(
        width=WIDTH,
        height=HEIGHT,
        path="M" + "L".join(f"{x} {y}" for x, y in points),
        dots=dots,
        middle=_height(0),
        top=_height(1),
        bottom=_height(-1),
        right=WIDTH - MARGIN,
        left=MARGIN,
        first=start.SEATS[0],
        second=start.SEATS[1],
        description="; ".join(
            f"after {ply} {signed(level(board), 2)}" for ply, board in enumerate(boards)
        ),
    )


def _height(value: float) -> float:
    return HEIGHT / 2 - value * (HEIGHT / 2 - MARGIN)
