"""A program in a game with chance: its expected result against perfect play, exact.

The program holds one seat, a perfect player the other (of equal moves the first), and chance takes
every legal cell of the chance seat with the same probability. All positions that can then arise
are visited ply by ply, so the program is asked about each once.
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from time import perf_counter

from games.arena.grading.answers import MOST_CASES, case, cell_of, failure
from games.arena.grading.asking import LoadedProgram
from games.arena.grading.findings import Findings
from games.arena.grading.program import Program
from games.arena.grading.result import Case, Costly, Grade, Refutation
from games.arena.grading.sandbox import Sandbox, SandboxError
from games.arena.grading.survey import CLOCK, ORDER
from games.engines import solution_of
from games.engines.solution import EQUAL, Progress
from games.rules import Board, board_class

MOST_COSTLY = 10

NEAR = 0.05
"""What a move may cost and still be near best."""

PATIENCE = 120.0
"""Seconds after which a program is too slow to be followed through a game."""

DRAWN = "It draws its moves, and each was asked for once: the figures are those of one run."

Ask = Callable[[list[Board]], Mapping[Board, int | None]]
"""The cells of a program in some positions; None where it gives no legal one."""


@dataclass(slots=True)
class Course:
    """All that happens to a program in ``seat``.

    ``expected`` is its expected result, ``games`` how many games were followed, ``lost`` the
    moves of the shortest that it loses. ``costs`` has every position it was asked about with what
    its move costs, ``failed`` those without a legal answer.
    """

    seat: str
    expected: float = 0.0
    games: int = 0
    lost: tuple[int, ...] | None = None
    costs: list[Costly] = field(default_factory=list)
    failed: list[Board] = field(default_factory=list)


@dataclass(slots=True)
class _Node:
    """A position: in how many ways, with which probability and by which moves it arises."""

    ways: int
    chance: float
    line: tuple[int, ...]


def course(start: Board, seat: str, ask: Ask) -> Course:
    """Follow a program in ``seat`` through every game against perfect play.

    A game that it cannot continue counts as lost. Raises SandboxError when it takes too long.
    """
    found = Course(seat)
    deadline = perf_counter() + PATIENCE
    layer: dict[Board, _Node] = {start: _Node(1, 1.0, ())}
    while layer:
        live = [board for board in layer if board.outcome is None]
        for board, node in layer.items():
            if (outcome := board.outcome) is not None:
                _end(found, node, start, outcome.winner)
        answers = ask([board for board in live if board.to_move == seat])
        below: dict[Board, _Node] = {}
        for board in live:
            cells = _cells(board, seat, answers, found)
            if not cells:
                found.failed.append(board)
                _end(found, layer[board], start, _rival(start, seat))
            for cell in cells:
                _arise(below, board.make_move(cell), layer[board], cell, len(cells))
        if perf_counter() > deadline:
            raise SandboxError(f"it is too slow: a game took more than {PATIENCE:.0f} seconds")
        layer = below
    return found


def _cells(
    board: Board, seat: str, answers: Mapping[Board, int | None], found: Course
) -> tuple[int, ...]:
    """The moves that are followed: all of chance, else one; none if the program fails."""
    if board.to_move == board.CHANCE_SEAT:
        return board.available_moves()
    values = solution_of(board).values(board)
    best = max(values, key=lambda cell: (round(values[cell], 9), -cell))
    if board.to_move != seat:
        return (best,)
    cell = answers[board]
    if cell is None:
        return ()
    cost = max(0.0, values[best] - values[cell])
    found.costs.append(Costly(board.notation, cell, best, cost))
    return (cell,)


def _arise(below: dict[Board, _Node], after: Board, node: _Node, cell: int, among: int) -> None:
    known = below.get(after)
    if known is None:
        below[after] = _Node(node.ways, node.chance / among, (*node.line, cell))
    else:
        known.ways += node.ways
        known.chance += node.chance / among


def _end(found: Course, node: _Node, start: Board, winner: str | None) -> None:
    found.games += node.ways
    if winner == found.seat:
        found.expected += node.chance
    elif winner == _rival(start, found.seat):
        found.expected -= node.chance
        if found.lost is None or len(node.line) < len(found.lost):
            found.lost = node.line


def _rival(start: Board, seat: str) -> str:
    return next(rival for rival in start.RIVALS if rival != seat)


def costliest(courses: Iterable[Course], most: int) -> list[Costly]:
    """The dearest moves of all courses, dearest first, each position once."""
    by_position = {one.position: one for each in courses for one in each.costs if one.cost > 0}
    return sorted(by_position.values(), key=lambda one: (-one.cost, one.position))[:most]


def grade_in_play(program: Program, start: Board, progress: Progress) -> Grade:
    """The grade in a game of chance: the program is asked where it gets against perfect play.

    Raises SandboxError.
    """
    courses: list[Course] = []
    failures = Counter[str]()
    cases: list[Case] = []
    drawn, clock = False, False
    findings = Findings()
    of_all = len(start.RIVALS) * start.LONGEST
    with Sandbox(numpy=program.numpy) as sandbox:
        asked = LoadedProgram(sandbox, program, budget=2 * PATIENCE)

        def ask(boards: list[Board]) -> dict[Board, int | None]:
            if boards:
                progress(len(courses) * start.LONGEST + boards[0].ply, of_all)
            nonlocal drawn, clock
            replies = asked.replies([(board.notation, None) for board in boards])
            read: dict[Board, int | None] = {}
            for board, (_, reply) in zip(boards, replies, strict=True):
                drawn, clock = drawn or reply.by_chance, clock or reply.clock
                read[board] = cell = cell_of(board, reply.answer)
                findings.add(board, () if cell is None else (cell,), cell is None)
                if cell is None:
                    failures[failure(reply.answer)] += 1
                    cases.append(case(board, program, reply))
            return read

        for seat in start.RIVALS:
            courses.append(course(start, seat, ask))
            progress(len(courses) * start.LONGEST, of_all)
        drawn, loose = drawn or asked.draws_at_load, asked.loose_line()
    doubts = [
        *([DRAWN] if drawn and not clock else []),
        *([CLOCK] if clock else []),
        *([ORDER.format(loose, 1)] if loose else []),
    ]
    costs = [cost for each in courses for cost in each.costs]
    dear = [cost for cost in costs if cost.cost > EQUAL]
    missed = sum(_was_winning(board_class(start.VARIANT), cost) for cost in dear)
    lost = [each for each in courses if each.lost is not None]
    shortest = min(lost, key=lambda each: len(each.lost or ()), default=None)
    return Grade(
        interface=program.interface,
        asked=len(costs) + failures.total(),
        right=len(costs) - len(dear),
        wins_missed=missed,
        draws_lost=len(dear) - missed,
        illegal=failures["illegal"],
        crashes=failures["crashes"],
        never_loses=not (lost or failures or doubts),
        lines=sum(each.games for each in courses),
        refutation=None if shortest is None else Refutation(shortest.seat, shortest.lost or ()),
        expected={each.seat: each.expected for each in courses},
        costliest=tuple(costliest(courses, MOST_COSTLY)),
        by_ply=findings.by_ply(),
        by_cell=findings.by_cell(start.CELLS),
        mistakes=findings.first(least=NEAR),
        remembers=False,
        by_chance=drawn,
        doubts=tuple(doubts),
        cases=tuple(cases[:MOST_CASES]),
        python=f"{platform.python_implementation()} {platform.python_version()}",
    )


def _was_winning(kind: type[Board], cost: Costly) -> bool:
    """Whether a move is made where its side stands better than even."""
    board = kind.from_notation(cost.position)
    return (solution_of(board).value(board) or 0) > EQUAL
