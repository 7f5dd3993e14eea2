"""A program in a game small enough to ask it everywhere, and to play every game it can play.

The program is asked in every position that play can reach and that is not over. Then it is
followed through all replies of its opponent from both seats: either it never loses, which is a
proof, or the shortest game that it loses is found.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence

from games.engines import solution_of
from games.engines.solution import Progress
from games.grading.answers import MOST_NOTES, cell_of, failure, note, verdict
from games.grading.asking import Answer, Asked
from games.grading.findings import Findings
from games.grading.functions import faults
from games.grading.grade import Grade, Refutation
from games.grading.program import CS50, Program
from games.grading.sandbox import Sandbox
from games.rules import Board

RUNS_OF_CHANCE = 3
"""How often a program is asked everything if it asks for chance itself."""

PLAIN_PLIES = 5
"""From so many marks on, programs are asked without a memory of their own answers, too."""

Moves = Mapping[str, frozenset[int]]


def grade_everywhere(program: Program, start: Board, progress: Progress) -> Grade:
    """The grade in a game whose positions can all be asked about. Raises SandboxError."""
    boards = {board.notation: board for board in _unfinished(start)}
    notes: list[str] = []
    answers, remembers = _all_answers(program, list(boards), notes, progress)
    counts = Counter[str]()
    moves: dict[str, frozenset[int]] = {}
    failures: list[str] = []
    findings = Findings()
    for notation, found in answers.items():
        board = boards[notation]
        read = {answer: cell_of(board, answer) for answer in found}
        cells = frozenset(cell for cell in read.values() if cell is not None)
        failed = next((answer for answer, cell in read.items() if cell is None), None)
        findings.add(board, cells, failed is not None)
        if failed is None:
            counts[verdict(board, cells)] += 1
            moves[notation] = cells
        else:
            counts[failure(failed)] += 1
            moves[notation] = frozenset()
            failures.append(note(notation, failed))
    lines, refutation, fails, met = _follow(start, moves)
    return Grade(
        interface=program.interface,
        asked=len(boards),
        right=counts["right"],
        wins_missed=counts["wins_missed"],
        draws_lost=counts["draws_lost"],
        illegal=counts["illegal"],
        crashes=counts["crashes"],
        never_loses=refutation is None and not fails,
        lines=lines,
        refutation=refutation,
        notes=(*notes, *failures[:MOST_NOTES]),
        by_ply=findings.by_ply(),
        by_cell=findings.by_cell(start.CELLS),
        mistakes=findings.first(met),
        remembers=remembers,
        by_chance=program.by_chance,
    )


def _unfinished(start: Board) -> Sequence[Board]:
    """Every position that is not over, those with most marks first."""
    boards = solution_of(start).positions()
    return sorted((b for b in boards if not b.is_game_over()), key=lambda board: -board.ply)


def _all_answers(
    program: Program, positions: list[str], notes: list[str], progress: Progress
) -> tuple[dict[str, set[Answer]], bool]:
    """The answers to each position, one for a program without chance; and whether its functions
    may remember theirs."""
    runs = RUNS_OF_CHANCE if program.by_chance else 1
    count = _Count(progress, runs * (len(positions) + len(_late(positions))))
    if runs > 1:
        notes.append(f"It asks for chance, so it was asked everything {runs} times.")
    answers: dict[str, set[Answer]] = {position: set() for position in positions}
    remembers = True
    for run in range(runs):
        found, remembers = _answers(program, positions, None if run else notes, count)
        for position, answer in found.items():
            answers[position].add(answer)
    return answers, remembers


class _Count:
    """Tells ``progress`` of each answer, and of no more than there were to be."""

    def __init__(self, progress: Progress, of_all: int) -> None:
        self._progress, self._of_all, self._done = progress, of_all, 0

    def __call__(self, answers: int) -> None:
        self._done = min(self._of_all, self._done + answers)
        self._progress(self._done, self._of_all)


def _late(positions: list[str]) -> list[str]:
    return [p for p in positions if 9 - p.count(".", 0, 9) >= PLAIN_PLIES]


def _answers(
    program: Program, positions: list[str], notes: list[str] | None, count: _Count
) -> tuple[dict[str, Answer], bool]:
    """The answers of one run; what is wrong with functions is added to ``notes``, if given.

    Unpruned minimax reads half a million positions from the empty board. So functions are made to
    remember their answers, which is right for pure ones: positions with many marks are asked
    without that first, and if an answer is another one then, everything is asked without it.
    """
    late = _late(positions)
    with Sandbox() as sandbox:
        asked = Asked(sandbox, program, count)
        if program.interface == CS50 and notes is not None:
            notes += faults(asked)
        plain = dict(asked.moves(late))
        asked.remember()
        remembered = dict(asked.moves(positions))
        if notes is not None:
            notes += _first_crash(asked, remembered)
    if program.by_chance or all(remembered[position] == plain[position] for position in late):
        return remembered, True
    early = [position for position in positions if position not in plain]
    with Sandbox() as sandbox:
        return plain | dict(Asked(sandbox, program, count).moves(early)), False


def _first_crash(asked: Asked, answers: Mapping[str, Answer]) -> list[str]:
    """Where in the file the first exception comes from."""
    for position, answer in answers.items():
        if isinstance(answer, str) and failure(answer) == "crashes":
            return [f"The first exception, in {position}: {asked.why(position)}."]
    return []


def _follow(start: Board, moves: Moves) -> tuple[int, Refutation | None, bool, set[Board]]:
    """All games of the program from both seats: how many, the shortest that is lost, whether one
    of them ends with a failure, and the positions in which it is to move."""
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
            cells = moves[board.notation] if own else board.available_moves()
            if not cells:
                fails, lines = True, lines + count
            for cell in cells:
                after = board.make_move(cell)
                if after not in ways:
                    queue.append(after)
                so_far, known = ways.get(after, (0, (*line, cell)))
                ways[after] = so_far + count, known
    return lines, shortest, fails, met
