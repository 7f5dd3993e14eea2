"""Every position of classic tic-tac-toe by number, with what follows it, for learners and counts.

Games of a learner run on these numbers: a move is a look-up, and no board is made while it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.engines.classic.symmetry import canonical
from games.rules import ClassicBoard

X, O = 1, -1  # noqa: E741  the names of the seats
"""The seats as signs: a value for X times the sign is the value for the seat."""


@dataclass(frozen=True)
class Positions:
    """The positions in the order of their plies; with ``symmetry`` alike ones count as one.

    ``number`` finds a board, ``boards`` has it. ``side`` is who moves, ``result`` 1, 0 or -1 for X
    once the game is over. ``cells`` are the legal cells of ``boards`` and ``after`` the positions
    that they lead to, one for each cell; ``different`` has each of these once.
    """

    symmetry: bool
    boards: tuple[ClassicBoard, ...]
    number: dict[ClassicBoard, int]
    side: tuple[int, ...]
    result: tuple[int | None, ...]
    cells: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]
    different: tuple[tuple[int, ...], ...]

    def of(self, board: Any) -> int:
        """The number of ``board``."""
        return self.number[canonical(board) if self.symmetry else board]

    def __len__(self) -> int:
        return len(self.boards)


@cache
def positions(symmetry: bool) -> Positions:
    """The 765 positions up to symmetry, or all 5,478."""
    alike: Callable[[ClassicBoard], ClassicBoard] = canonical if symmetry else _itself
    boards = [ClassicBoard()]
    number = {boards[0]: 0}
    after: list[tuple[int, ...]] = []
    for board in boards:  # grows while it is read
        found = []
        for cell in () if board.is_game_over() else board.available_moves():
            reached = alike(board.make_move(cell))
            if reached not in number:
                number[reached] = len(boards)
                boards.append(reached)
            found.append(number[reached])
        after.append(tuple(found))
    return Positions(
        symmetry=symmetry,
        boards=tuple(boards),
        number=number,
        side=tuple(X if board.to_move == "X" else O for board in boards),
        result=tuple(map(_result, boards)),
        cells=tuple(b.available_moves() if a else () for b, a in zip(boards, after, strict=True)),
        after=tuple(after),
        different=tuple(tuple(dict.fromkeys(one)) for one in after),
    )


def _itself(board: ClassicBoard) -> ClassicBoard:
    return board


def _result(board: ClassicBoard) -> int | None:
    outcome = board.outcome
    return None if outcome is None else {"X": 1, "O": -1, None: 0}[outcome.winner]


Choices = Callable[[int], Iterable[int]]
"""The positions that a learner may choose to reach from one in which it moves; none: it resigns."""


def ways_to_lose(known: Positions, choices: Choices, seats: Sequence[int] = (X, O)) -> int:
    """The complete games that a learner can lose in ``seats``, against every reply.

    All its ``choices`` are followed, each once, and the reply in every cell. Resigning is one way.
    """
    return sum(_ways(known, choices, seat) for seat in seats)


def _ways(known: Positions, choices: Choices, seat: int) -> int:
    result, side, after = known.result, known.side, known.after
    counted: dict[int, int] = {}

    def below(position: int) -> int:
        if (ways := counted.get(position)) is None:
            if (end := result[position]) is not None:
                ways = int(end == -seat)
            elif side[position] == seat:
                chosen = list(choices(position))
                ways = sum(map(below, chosen)) if chosen else 1
            else:
                ways = sum(map(below, after[position]))
            counted[position] = ways
        return ways

    return below(0)


Results = tuple[float, float, float]
"""Shares of games won, drawn and lost."""


def results_against(
    known: Positions,
    chances: Callable[[int], Iterable[tuple[int, float]]],
    replies: Callable[[int], Iterable[tuple[int, float]]],
    seats: Sequence[int] = (X, O),
) -> Results:
    """What a learner gets on average in ``seats``, exactly.

    ``chances`` are the positions it reaches with the chance of each, ``replies`` those of its
    opponent. A learner without a move resigns.
    """
    shares = [_results(known, chances, replies, seat) for seat in seats]
    won, drawn, lost = (sum(each) / len(seats) for each in zip(*shares, strict=True))
    return won, drawn, lost


def _results(
    known: Positions,
    chances: Callable[[int], Iterable[tuple[int, float]]],
    replies: Callable[[int], Iterable[tuple[int, float]]],
    seat: int,
) -> Results:
    found: dict[int, Results] = {}

    def below(position: int) -> Results:
        if position not in found:
            end = known.result[position]
            if end is not None:
                found[position] = _ended(end * seat)
            else:
                moves = list((chances if known.side[position] == seat else replies)(position))
                found[position] = _average(moves) if moves else (0.0, 0.0, 1.0)
        return found[position]

    def _average(moves: list[tuple[int, float]]) -> Results:
        won = drawn = lost = 0.0
        for position, chance in moves:
            one = below(position)
            won += chance * one[0]
            drawn += chance * one[1]
            lost += chance * one[2]
        return won, drawn, lost

    return below(0)


def _ended(value: int) -> Results:
    return float(value > 0), float(value == 0), float(value < 0)
