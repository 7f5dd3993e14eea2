"""Facts of a position that depend on no engine: result, distance, class, games."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis import variations
from games.analysis.results import EVEN, level
from games.analysis.wording import number, plies, signed
from games.engines import solution_of
from games.engines.sides import rival_of
from games.engines.solution import EQUAL
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the list of facts; ``notation`` and ``url`` are a position that it names."""

    name: str
    text: str
    notation: str = ""
    url: str = ""


def verdict(board: Board) -> str:
    """The exact result in a few words; a headline."""
    if (outcome := board.outcome) is not None:
        return f"{outcome.winner} has won" if outcome.winner else "A draw"
    value = solution_of(board).value(board)
    if value is None:
        return f"{board.to_move} to {board.action}"
    return _expected_verdict(board) if board.CHANCE_SEAT else _decided_verdict(board, value)


def _decided_verdict(board: Board, value: float) -> str:
    if not value:
        return "A draw with best play"
    winner = board.to_move if value > 0 else rival_of(board)
    return f"{winner} wins in {plies(solution_of(board).distance(board))}"


def _expected_verdict(board: Board) -> str:
    value, (first, second) = level(board), board.RIVALS
    if abs(value) < EVEN:
        return f"Even between {first} and {second}"
    leader = first if value > 0 else second
    return f"{leader} wins with best play" if abs(value) > 1 - EQUAL else f"{leader} is ahead"


def facts(board: Board) -> list[Fact]:
    """Every fact that holds for the position."""
    return [*_expectation(board), *_games(board), *_symmetry(board)]


def _expectation(board: Board) -> list[Fact]:
    """What is expected with chance, and what alliances can force without it."""
    solution = solution_of(board)
    if not board.CHANCE_SEAT or board.is_game_over() or not solution.ready(board):
        return []
    expected = Fact(
        f"Expected result, {board.CHANCE_SEAT} neutral",
        f"{signed(level(board), 4)} for {board.RIVALS[0]}",
    )
    return [expected, *(Fact(one.sides, one.result) for one in solution.forced(board))]


def _games(board: Board) -> list[Fact]:
    solution = solution_of(board)
    here, through = solution.games_from(board), solution.games_through(board)
    every = solution.games_from(type(board).start())
    if here is None or through is None or every is None:
        return []
    first, second = board.RIVALS
    ways = through.total // here.total
    orders = "1 order of moves leads" if ways == 1 else f"{number(ways)} orders of moves lead"
    return [
        Fact("Complete games from here", number(here.total)),
        Fact(
            "How they end",
            f"{first} wins {number(here.first)}, {second} wins {number(here.second)},"
            f" {number(here.drawn)} drawn",
        ),
        Fact(
            "Games through this board",
            f"{number(through.total)} of {number(every.total)}: {orders} here",
        ),
    ]


def _symmetry(board: Board) -> list[Fact]:
    found = solution_of(board).symmetry_class(board)
    if found is None:
        return []
    other = found.canonical
    if other == board:
        return [Fact("Symmetry", found.text)]
    return [Fact("Symmetry", found.text, other.notation, variations.address(other))]
