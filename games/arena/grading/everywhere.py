"""A program in a game small enough to ask it everywhere, and to play every game it can play.

The program is asked in every position that play can reach and that is not over. Then it is
followed through all replies of its opponent and all draws of its own from both seats: the shortest
game that it loses is found, or there is none, which is a proof unless something was only sampled.
"""

from __future__ import annotations

import platform
from collections import Counter, deque
from collections.abc import Mapping, Sequence

from games.arena.grading.answers import (
    MOST_CASES,
    case,
    cell_of,
    failure,
    limit_case,
    said_of,
    verdict,
)
from games.arena.grading.asking import Reply
from games.arena.grading.findings import Findings
from games.arena.grading.program import Program
from games.arena.grading.result import Case, Grade, Refutation
from games.arena.grading.survey import Survey, answers_of, survey
from games.arena.grading.table import table_of
from games.engines import solution_of
from games.engines.solution import Progress
from games.rules import Board

MUTATES = "It changes the board that it is given, so a game with that board goes wrong."
KEPT = "the board as it was"
DRAWS = (
    "It draws some of its moves. Every value that can be drawn was followed and none loses, which "
    "proves that table, but not a file that draws."
)

MEMORY = "It depends on what it was asked before."

Moves = Mapping[str, frozenset[int]]


def grade_everywhere(program: Program, start: Board, progress: Progress) -> Grade:
    """The grade in a game whose positions can all be asked about. Raises SandboxError."""
    boards = {board.notation: board for board in _unfinished(start)}
    found = survey(program, list(boards), progress)
    cases = _changes(found, boards)
    if cases:
        found.doubts.append(MUTATES)
    if found.limit is not None:
        cases.append(limit_case(boards[found.limit.position], program, found.limit))
    counts, findings, moves, failures = _judged(found, boards)
    lines, refutation, fails, met = _follow(start, moves)
    holds = refutation is None and not fails
    if holds and not found.doubts and found.by_chance:
        found.doubts.append(DRAWS)
    certain = holds and not found.doubts
    if certain:  # a verdict that stands until everything was asked again
        progress(len(boards), len(boards))
    if certain and (other := found.confirm()):
        position, answer, again = other
        cases.append(_two_answers(boards[position], program, answer, again))
        counts, findings, moves, failures = _judged(found, boards)
        lines, refutation, fails, met = _follow(start, moves)
    proven = refutation is None and not fails and not found.doubts
    table = {position: next(iter(cells)) for position, cells in moves.items()} if proven else {}
    return Grade(
        interface=program.interface,
        asked=len(found.replies),
        right=counts["right"],
        wins_missed=counts["wins_missed"],
        draws_lost=counts["draws_lost"],
        illegal=counts["illegal"],
        crashes=counts["crashes"],
        never_loses=proven,
        lines=lines,
        refutation=refutation,
        by_ply=findings.by_ply(),
        by_cell=findings.by_cell(start.CELLS),
        mistakes=findings.first(met),
        remembers=found.remembers,
        by_chance=found.by_chance,
        doubts=tuple(found.doubts),
        cases=(*found.cases, *cases, *failures),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        table=table_of(start.VARIANT, table) if table else "",
    )


def _unfinished(start: Board) -> Sequence[Board]:
    """Every position that is not over, those with most marks first."""
    boards = solution_of(start).positions()
    return sorted((b for b in boards if not b.is_game_over()), key=lambda board: -board.ply)


def _judged(
    found: Survey, boards: Mapping[str, Board]
) -> tuple[Counter[str], Findings, dict[str, frozenset[int]], list[Case]]:
    """What the replies count as, its mistakes, its moves by position, and its first failures."""
    counts, findings = Counter[str](), Findings()
    moves: dict[str, frozenset[int]] = {}
    failures: list[Case] = []
    for notation, replies in answers_of(found.replies).items():
        board = boards[notation]
        read = [(reply, cell_of(board, reply.answer)) for reply in replies]
        cells = frozenset(cell for _, cell in read if cell is not None)
        failed = next((reply for reply, cell in read if cell is None), None)
        findings.add(board, cells, failed is not None)
        if failed is None:
            counts[verdict(board, cells)] += 1
            moves[notation] = cells
        else:
            counts[failure(failed.answer)] += 1
            moves[notation] = frozenset()
            failures.append(case(board, found.program, failed))
    failures.sort(key=lambda one: boards[one.position].ply)
    return counts, findings, moves, _some_of_each(failures)


def _some_of_each(failures: Sequence[Case]) -> list[Case]:
    """The first failures, of each kind with the same answer one."""
    first: dict[tuple[str, str], Case] = {}
    for one in failures:
        first.setdefault((one.function, one.came), one)
    return list(first.values())[:MOST_CASES]


def _changes(found: Survey, boards: Mapping[str, Board]) -> list[Case]:
    """The first position, by its marks, in which the program changed the board it was given."""
    changed = [
        (boards[position].ply, position, reply)
        for position, reply in found.first.items()
        if reply.changed
    ]
    for _, position, reply in sorted(changed, key=lambda one: one[:2])[:1]:
        call = f"the board after {case(boards[position], found.program, reply).call}"
        return [Case("a changed board", position, call, reply.changed, KEPT)]
    return []


def _two_answers(board: Board, program: Program, first: Reply, again: Reply) -> Case:
    """A position in which a program answered in two ways."""
    call = case(board, program, first).call
    came = f"{said_of(board, first)}, and asked in another order {said_of(board, again)}"
    return Case("two answers", board.notation, call, came, "", MEMORY)


def _follow(start: Board, moves: Moves) -> tuple[int, Refutation | None, bool, set[Board]]:
    """All games of the program from both seats: how many reach their end, the shortest that is
    lost, whether one of them ends with a failure, and the positions in which it is to move."""
    lines, fails = 0, False
    shortest: Refutation | None = None
    met: set[Board] = set()
    for seat in start.RIVALS:
        ways: dict[Board, tuple[int, tuple[int, ...]]] = {start: (1, ())}
        queue = deque(ways)
        while queue:
            board = queue.popleft()
            count, line = ways[board]
            if (outcome := board.outcome) is not None:
                lines += count
                if outcome.winner not in (seat, None) and (
                    shortest is None or len(line) < len(shortest.moves)
                ):
                    shortest = Refutation(seat, line)
                continue
            if own := board.to_move == seat:
                met.add(board)
            cells = moves.get(board.notation, frozenset()) if own else board.available_moves()
            fails |= not cells
            for cell in cells:
                after = board.make_move(cell)
                if after not in ways:
                    queue.append(after)
                so_far, known = ways.get(after, (0, (*line, cell)))
                ways[after] = so_far + count, known
    return lines, shortest, fails, met
