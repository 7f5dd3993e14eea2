"""Searches: values, what the techniques save, the heuristic, formula 4, a guess at a horizon."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.position.compare import bound_reason, own_number
from games.analysis.position.figures.figure import Figure
from games.analysis.tree import savings
from games.analysis.wording import number, plies, signed
from games.engines.answers import Answer
from games.engines.sides import read, reader
from games.engines.view import HeuristicLine
from games.rules import Board


@dataclass(frozen=True, slots=True)
class CellValue:
    """What a search says of a cell; ``reason`` is there if the value is only a bound."""

    name: str
    value: str
    plies: str
    reason: str
    best: bool


@dataclass(frozen=True, slots=True)
class Values(Figure):
    """The value of each move for ``seat``; some are guesses if ``estimated``."""

    template = "analysis/figures/values.html"

    rows: list[CellValue]
    seat: str
    estimated: bool


def values(board: Board, answer: Answer) -> Values:
    far = answer["view"]["plies"]
    rows = [
        CellValue(
            name=board.cell_name(int(cell)),
            value=own_number(board, answer, int(cell)),
            plies=plies(far[cell]) or "beyond its horizon",
            reason=bound_reason(answer, int(cell)),
            best=int(cell) in answer["candidates"],
        )
        for cell in answer["values"]
    ]
    return Values(rows, reader(board, answer["values_for"]), answer["estimated"])


@dataclass(frozen=True, slots=True)
class Pruning(Figure):
    """The ladder of techniques, those in use, and the depth that the search is limited to."""

    template = "analysis/figures/pruning.html"

    ladder: savings.SavingsTable | None
    techniques: list[str]
    horizon: int | None


def pruning(board: Board, answer: Answer) -> Pruning:
    used = answer["view"]["techniques"]
    on = [name for name, setting in used.items() if setting is True]
    depth = used["depth"]
    return Pruning(savings.table(board), on, depth if isinstance(depth, int) else None)


@dataclass(frozen=True, slots=True)
class LineTerms:
    """A line with the marks on it, and what it adds for the first and for the second seat."""

    cells: str
    names: str
    own: int
    other: int
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class HeuristicTerms(Figure):
    """The heuristic of document 004, term by term; ``centre`` and ``total`` by seat."""

    template = "analysis/figures/heuristic.html"

    seats: tuple[str, ...]
    lines: list[LineTerms]
    centre: list[str]
    total: list[str]


def heuristic(board: Board, answer: Answer) -> HeuristicTerms:
    sides = answer["view"]["heuristic"]
    first, second = (sides[seat] for seat in board.SEATS)
    lines = zip(first["lines"], second["lines"], strict=True)
    return HeuristicTerms(
        seats=board.SEATS,
        lines=[_line_terms(board, one, two) for one, two in lines],
        centre=[signed(first["centre"]), signed(second["centre"])],
        total=[signed(first["total"]), signed(second["total"])],
    )


def _line_terms(board: Board, first: HeuristicLine, second: HeuristicLine) -> LineTerms:
    return LineTerms(
        cells=" ".join(map(str, first["cells"])),
        names=" ".join(board.cell_name(cell) for cell in first["cells"]),
        own=first["own"],
        other=first["other"],
        first=signed(first["term"]),
        second=signed(second["term"]),
    )


@dataclass(frozen=True, slots=True)
class SeatEvaluation:
    """Formula 4 for a seat, as it should be and as it is printed."""

    seat: str
    right: str
    printed: str


@dataclass(frozen=True, slots=True)
class Evaluations(Figure):
    template = "analysis/figures/evaluation.html"

    rows: list[SeatEvaluation]


def evaluations(board: Board, answer: Answer) -> Evaluations:
    return Evaluations(
        [
            SeatEvaluation(seat, signed(both["corrected"]), signed(both["printed"]))
            for seat, both in answer["view"]["evaluation"].items()
        ]
    )


@dataclass(frozen=True, slots=True)
class Guess(Figure):
    """A search that stops early; ``waiting`` says so if it stands in for the tablebase."""

    template = "analysis/figures/guess.html"

    aim: str
    guess: str
    guess_for: str
    depth: str
    nodes: str
    hits: str
    skipped: str
    waiting: str


def guess(board: Board, answer: Answer) -> Guess:
    view = answer["view"]
    return Guess(
        aim=view["aim"],
        guess=signed(read(board, view["guess_for"], view["guess"])),
        guess_for=reader(board, view["guess_for"]),
        depth=plies(answer["depth"]),
        nodes=number(answer["nodes"]),
        hits=number(answer["table_hits"]),
        skipped=number(answer["cutoffs"]),
        waiting=view.get("table", ""),
    )
