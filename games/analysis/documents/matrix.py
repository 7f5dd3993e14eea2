"""Document 001 on a board of any marks: path matrix, state, occupancies, path and cell scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import numpy as np
from django.http import QueryDict
from numpy.typing import NDArray

from games.analysis.documents import boards, laboratory, latex
from games.analysis.documents.address import CELLS, SEAT, Fields, Value
from games.analysis.wording import number
from games.engines.classic import linear
from games.rules import ClassicBoard
from games.rules.classic import LINES

STATE = Value("board", (CELLS, SEAT), "X...O...X-O")
"""Nine cells, and whose marks count +1: the computer's."""

P_LATEX = "P=" + latex.matrix(linear.P.astype(int).tolist())


def vector(cells: str, computer: str) -> NDArray[np.int8]:
    """The state of the document as a batch of one, (1, 9): 1 for ``computer``, -1 for the user."""
    values = [0 if letter == "." else 1 if letter == computer else -1 for letter in cells]
    return np.array([values], dtype=np.int8)


@dataclass(frozen=True, slots=True)
class Equation:
    """A product in LaTeX and in words."""

    key: str
    title: str
    latex: str
    words: str


@dataclass(frozen=True, slots=True)
class PathScore:
    """A path by the names of its cells, its occupancies and its score."""

    names: str
    x: str
    o: str
    total: str
    score: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of the table: a score, the reason for the printed one, how many paths here have it."""

    own: str
    total: str
    score: str
    reason: str
    used: int


@dataclass(frozen=True, slots=True)
class Laboratory:
    """What the scores in force do: a game against them, all their games, two positions."""

    game: laboratory.Game
    proof: list[laboratory.Proved]
    needs: list[laboratory.Need]


@dataclass(frozen=True, slots=True)
class CellScore:
    name: str
    score: str
    free: bool


@dataclass(frozen=True, slots=True)
class MatrixPage:
    """The page of one state.

    ``fresh`` leads back to the example it opens with; empty if it shows that. ``changed`` says that
    the scores are not the printed ones. ``printed`` and
    ``chosen`` are the cells of the highest score: of all nine, as printed, and of the free ones.
    """

    board: boards.LinkedBoard
    seats: list[boards.Option]
    fresh: str
    computer: str
    equations: list[Equation]
    paths: list[PathScore]
    table: list[TableRow]
    scores: list[Sequence[CellScore]]
    printed: str
    chosen: str
    state: str
    changed: bool
    lab: Laboratory


def read(query: QueryDict) -> MatrixPage:
    """The page of an address. Raises BadAddress, Busy."""
    scores = laboratory.read(query.getlist("score"))
    given = {value.name: query.get(value.name, value.default) for value in (STATE, laboratory.GAME)}
    fields = STATE.read(given[STATE.name])
    playing = laboratory.GAME.read(given[laboratory.GAME.name])
    changed = {
        value.name: text
        for value in (STATE, laboratory.GAME)
        if (text := given[value.name]) != value.default
    }

    def url(name: str, text: str, part: str) -> str:
        told = {**changed, name: text, **laboratory.query(scores)}
        return f"?{urlencode(told, doseq=True)}#{part}"

    return page(
        fields,
        lambda cells, computer: url(STATE.name, f"{cells}-{computer}", "live"),
        scores,
        Laboratory(
            laboratory.game(playing, scores, lambda text: url(laboratory.GAME.name, text, "play")),
            laboratory.proof(scores, lambda text: url(laboratory.GAME.name, text, "play")),
            laboratory.needs(scores),
        ),
    )


def page(
    fields: Fields,
    url: Callable[[str, str], str],
    path_scores: laboratory.Scores,
    lab: Laboratory,
) -> MatrixPage:
    """Everything the page shows of one state; ``url`` gives the address of another one."""
    cells, computer = fields
    state = vector(cells, computer)
    array = linear.scores_by_code(laboratory.table(path_scores))
    sight = linear.evaluate(state, array)
    own, total, paths, scores = (
        linear.numbers(array) for array in (sight.own, sight.total, sight.paths, sight.cells)
    )
    x = state[0].tolist()
    example_cells, example_computer = STATE.default.split("-")
    return MatrixPage(
        board=boards.draft("board", cells, lambda after: url(after, computer)),
        seats=[boards.Option(seat, url(cells, seat), on=seat == computer) for seat in "XO"],
        fresh="" if "-".join(fields) == STATE.default else url(example_cells, example_computer),
        computer=computer,
        equations=_equations(x, own, total, paths, scores),
        paths=_paths(own, total, paths, computer),
        table=_table(own, total, path_scores),
        state="-".join(fields),
        changed=bool(laboratory.query(path_scores)),
        lab=lab,
        scores=_grid(cells, scores),
        printed=_names(at for at, score in enumerate(scores) if score == max(scores)),
        chosen=_chosen(state, array),
    )


Numbers = Sequence[float]


def _equations(
    x: Numbers, own: Numbers, total: Numbers, paths: Numbers, scores: Numbers
) -> list[Equation]:
    p, size = linear.P.astype(int).tolist(), [abs(one) for one in x]
    transposed = linear.P.T.astype(int).tolist()

    def product(left: str, matrix: Iterable[Numbers], by: Numbers, result: Numbers) -> str:
        return f"{left}={latex.matrix(matrix)}{latex.column(by)}={latex.column(result)}"

    return [
        Equation(
            "own",
            "Occupancy of each path: own marks less the other’s",
            product(r"P\,x", p, x, own),
            f"P times x is {_spoken(own)}",
        ),
        Equation(
            "total",
            "Total occupancy of each path: all marks",
            product(r"P\left|x\right|", p, size, total),
            f"P times the absolute values of x is {_spoken(total)}",
        ),
        Equation(
            "cells",
            "Score of each cell: the scores of the paths through it",
            product(r"c=P^{\top}s", transposed, paths, scores),
            f"c, P transposed times s, is {_spoken(scores)}",
        ),
    ]


def _spoken(values: Numbers) -> str:
    return ", ".join(number(value) for value in values)


def _names(cells: Iterable[int]) -> str:
    return " ".join(ClassicBoard.cell_name(cell) for cell in cells)


def _paths(own: Numbers, total: Numbers, paths: Numbers, computer: str) -> list[PathScore]:
    sign = 1 if computer == "X" else -1
    return [
        PathScore(_names(line), number(sign * o), number(-sign * o), number(t), number(s))
        for line, o, t, s in zip(LINES, own, total, paths, strict=True)
    ]


def _table(own: Numbers, total: Numbers, scores: laboratory.Scores) -> list[TableRow]:
    """The scores in force, with how many paths of this board use each."""
    pairs = list(zip(own, total, strict=True))
    return [
        TableRow(
            number(o),
            number(t),
            f"{score:g}",
            laboratory.REASONS.get((o, t), laboratory.FULL),
            used=pairs.count((o, t)),
        )
        for (o, t), score in laboratory.table(scores).items()
    ]


def _grid(cells: str, scores: Numbers) -> list[Sequence[CellScore]]:
    shown = [
        CellScore(ClassicBoard.cell_name(at), number(score), free=cells[at] == ".")
        for at, score in enumerate(scores)
    ]
    return ClassicBoard.SHAPE.in_rows(shown)


def _chosen(state: NDArray[np.int8], scores: linear.Floats) -> str:
    """The free cells of the highest score."""
    if not (state == 0).any():
        return "none"
    return _names(np.flatnonzero(linear.best_cells(state, None, scores)[0]).tolist())
