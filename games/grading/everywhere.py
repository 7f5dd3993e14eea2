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
    answers = _all_answers(program, list(boards), notes, progress)
    counts = Counter[str]()
    moves: dict[str, frozenset[int]] = {}
    failures: list[str] = []
    for notation, found in answers.items():
        board = boards[notation]
        read = {answer: cell_of(board, answer) for answer in found}
        cells = frozenset(cell for cell in read.values() if cell is not None)
        failed = next((answer for answer, cell in read.items() if cell is None), None)
        if failed is None:
            counts[verdict(board, cells)] += 1
            moves[notation] = cells
        else:
            counts[failure(failed)] += 1
            moves[notation] = frozenset()
            failures.append(note(notation, failed))
    lines, refutation, fails = _follow(start, moves)
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
    )


def _unfinished(start: Board) -> Sequence[Board]:
    """Every position that is not over, those with most marks first."""
    boards = solution_of(start).positions()
    return sorted((b for b in boards if not b.is_game_over()), key=lambda board: -board.ply)


def _all_answers(
    program: Program, positions: list[str], notes: list[str], progress: Progress
) -> dict[str, set[Answer]]:
    """The answers to each position: one for a program without chance."""
    runs = RUNS_OF_CHANCE if program.by_chance else 1
    if runs > 1:
        notes.append(f"It asks for chance, so it was asked everything {runs} times.")
    answers: dict[str, set[Answer]] = {position: set() for position in positions}
    for run in range(runs):
        for position, answer in _answers(program, positions, None if run else notes).items():
            answers[position].add(answer)
        progress(run + 1, runs)
    return answers


def _answers(program: Program, positions: list[str], notes: list[str] | None) -> dict[str, Answer]:
    """The answers of one run; what is wrong with functions is added to ``notes``, if given.

    Unpruned minimax reads half a million positions from the empty board. So functions are made to
    remember their answers, which is right for pure ones: positions with many marks are asked
    without that first, and if an answer is another one then, everything is asked without it.
    """
    late = [p for p in positions if 9 - p.count(".", 0, 9) >= PLAIN_PLIES]
    with Sandbox() as sandbox:
        asked = Asked(sandbox, program)
        if program.interface == CS50 and notes is not None:
            notes += faults(asked)
        plain = dict(asked.moves(late))
        asked.remember()
        remembered = dict(asked.moves(positions))
        if notes is not None:
            notes += _first_crash(asked, remembered)
    if program.by_chance or all(remembered[position] == plain[position] for position in late):
        return remembered
    early = [position for position in positions if position not in plain]
    with Sandbox() as sandbox:
        return plain | dict(Asked(sandbox, program).moves(early))


def _first_crash(asked: Asked, answers: Mapping[str, Answer]) -> list[str]:
    """Where in the file the first exception comes from."""
    for position, answer in answers.items():
        if isinstance(answer, str) and failure(answer) == "crashes":
            return [f"The first exception, in {position}: {asked.why(position)}."]
    return []


def _follow(start: Board, moves: Moves) -> tuple[int, Refutation | None, bool]:
    """All games of the program from both seats: how many, the shortest that is lost, and whether
    one of them ends with a failure."""
    lines, fails = 0, False
    shortest: Refutation | None = None
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
            own = board.to_move == seat
            cells = moves[board.notation] if own else board.available_moves()
            if not cells:
                fails, lines = True, lines + count
            for cell in cells:
                after = board.make_move(cell)
                if after not in ways:
                    queue.append(after)
                so_far, known = ways.get(after, (0, (*line, cell)))
                ways[after] = so_far + count, known
    return lines, shortest, fails
