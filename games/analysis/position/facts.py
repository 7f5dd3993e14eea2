"""Facts of a position that depend on no engine: result, distance, class, games."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis import variations
from games.analysis.results import EVEN, level
from games.analysis.wording import number, plies, positions, signed
from games.engines import engines_for, solution_of
from games.engines.answers import Analysis, AttemptData
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


def verdict(board: Board, attempt: AttemptData | None = None) -> str:
    """The exact result in a few words; a headline. ``attempt`` may prove it in an unsolved game."""
    if (outcome := board.outcome) is not None:
        return f"{outcome.winner} has won" if outcome.winner else "A draw"
    value = solution_of(board).value(board)
    if value is None:
        return _proven(board, attempt) if attempt else f"{board.to_move} to {board.action}"
    return _expected_verdict(board) if board.CHANCE_SEAT else _decided_verdict(board, value)


def _proven(board: Board, attempt: AttemptData) -> str:
    value, left = attempt["value"], attempt["plies"]
    if value is None:
        return f"{board.to_move} to {board.action}"
    if not value:
        return f"A draw, proven to the end{_with(board, attempt, 'keeps it')}"
    if value > 0:
        return f"{board.to_move} wins, proven in {plies(left)}{_with(board, attempt, 'begins')}"
    lasts = _with(board, attempt, "lasts longest")
    return f"{rival_of(board)} wins, proven in {plies(left)}{lasts}"


def _with(board: Board, attempt: AttemptData, does: str) -> str:
    """What the move of a proof does, to be put behind what it proves."""
    return "" if attempt["move"] is None else f": {board.cell_name(attempt['move'])} {does}"


def read_to(attempt: AttemptData) -> str:
    """How far a proof went, or that there is none."""
    if attempt["value"] is None:
        return f"Nothing is proven here. A search of {positions(attempt['nodes'])} reached no end."
    return f"Every reply is searched to its end: {positions(attempt['nodes'])}."


def thought(board: Board, analysis: Analysis) -> str:
    """What an engine that plays games out thinks of a position in which nothing is proven."""
    for slug, answer in analysis["engines"].items():
        if answer["view"].get("visits"):
            title = engines_for(board.VARIANT)[slug].title
            lead = answer["values"][str(answer["move"])]
            return (
                f"{title} thinks that {_ahead(board, lead)}: it played out"
                f" {number(answer['nodes'])} games."
            )
    return ""


FAR_AHEAD, AHEAD = 35, 10
"""How many points more than its rival a seat has, of a hundred, in games played out."""


def _ahead(board: Board, lead: float) -> str:
    if abs(lead) <= AHEAD:
        return "both stand equal"
    seat = board.to_move if lead > 0 else rival_of(board)
    return f"{seat} is {'far ' if abs(lead) > FAR_AHEAD else ''}ahead"


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
