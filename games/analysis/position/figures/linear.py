"""The linear engine: its matrices, and what its guard refuses."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.position.figures.figure import Figure
from games.analysis.wording import cells, number
from games.engines.answers import Answer
from games.engines.view import View
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Path:
    """A row of the path matrix; ``cells`` are those on the path, for scripts, ``names`` theirs."""

    index: int
    bits: list[int]
    cells: str
    names: str
    own: str
    total: str
    score: str


@dataclass(frozen=True, slots=True)
class ScoredCell:
    """A cell with what stands on it (``state``) and its score; ``best`` if it may be chosen."""

    cell: int
    name: str
    state: str
    score: str
    free: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Term:
    """What a path adds to the score of a cell."""

    path: int
    score: str


@dataclass(frozen=True, slots=True)
class Matrices(Figure):
    """c = Pᵀs on this board; ``terms`` add up to the ``sum`` that is the score of ``move``."""

    template = "analysis/figures/matrices.html"

    paths: list[Path]
    cells: list[ScoredCell]
    move: str
    terms: list[Term]
    sum: str


def matrices(board: Board, answer: Answer) -> Matrices:
    view, move = answer["view"], answer["move"]
    on_path = zip(view["P"], view["path_scores"], strict=True)
    return Matrices(
        paths=[_path(board, view, index) for index in range(len(view["P"]))],
        cells=_scored_cells(board, answer),
        move=board.cell_name(move),
        terms=[Term(at, number(score)) for at, (row, score) in enumerate(on_path) if row[move]],
        sum=number(view["cell_scores"][move]),
    )


def _path(board: Board, view: View, index: int) -> Path:
    bits = view["P"][index]
    on = [cell for cell, bit in enumerate(bits) if bit]
    return Path(
        index=index,
        bits=bits,
        cells=" ".join(map(str, on)),
        names=" ".join(board.cell_name(cell) for cell in on),
        own=number(view["own_occupancy"][index]),
        total=number(view["total_occupancy"][index]),
        score=number(view["path_scores"][index]),
    )


def _scored_cells(board: Board, answer: Answer) -> list[ScoredCell]:
    view, free = answer["view"], set(board.available_moves())
    return [
        ScoredCell(
            cell=cell,
            name=board.cell_name(cell),
            state=number(view["state"][cell]),
            score=number(score),
            free=cell in free,
            best=cell in answer["candidates"],
        )
        for cell, score in enumerate(view["cell_scores"])
    ]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Cells that the guard refuses, in words, and why."""

    reason: str
    cells: str


@dataclass(frozen=True, slots=True)
class Refusals(Figure):
    template = "analysis/figures/refused.html"

    rows: list[Refusal]


def refusals(board: Board, answer: Answer) -> Refusals:
    refused = answer["view"]["refused"]
    return Refusals(
        [
            Refusal(reason.capitalize(), cells(board, which) or "none")
            for reason, which in refused.items()
        ]
    )
