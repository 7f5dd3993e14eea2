"""Document 001 on a board of any marks: path matrix, state, occupancies, path and cell scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.analysis.documents import boards, latex
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


def page(fields: Fields, url: Callable[..., str]) -> dict[str, Any]:
    """Everything the page shows of one state; ``url`` gives the address of another one."""
    cells, computer = fields
    state = vector(cells, computer)
    sight = linear.look(state)
    own, total, paths, scores = (
        linear.numbers(array) for array in (sight.own, sight.total, sight.paths, sight.cells)
    )
    x = state[0].tolist()
    return {
        "board": boards.draft("board", cells, lambda after: url(after, computer)),
        "seats": [{"text": seat, "url": url(cells, seat), "on": seat == computer} for seat in "XO"],
        "fresh": "" if "-".join(fields) == STATE.default else url(*STATE.default.split("-")),
        "computer": computer,
        "equations": _equations(x, own, total, paths, scores),
        "paths": _paths(own, total, paths),
        "table": _table(own, total),
        "scores": _grid(cells, scores),
        **_choice(state, scores),
    }


def _equations(
    x: list[int], own: list[Any], total: list[Any], paths: list[Any], scores: list[Any]
) -> list[dict[str, str]]:
    p, size = linear.P.astype(int).tolist(), [abs(one) for one in x]
    transposed = linear.P.T.astype(int).tolist()

    def product(left: str, matrix: Any, by: list[Any], result: list[Any]) -> str:
        return f"{left}={latex.matrix(matrix)}{latex.column(by)}={latex.column(result)}"

    return [
        {
            "key": "own",
            "title": "Occupancy of each path: own marks less the other’s",
            "latex": product(r"P\,x", p, x, own),
            "words": f"P times x is {_spoken(own)}",
        },
        {
            "key": "total",
            "title": "Total occupancy of each path: all marks",
            "latex": product(r"P\left|x\right|", p, size, total),
            "words": f"P times the absolute values of x is {_spoken(total)}",
        },
        {
            "key": "cells",
            "title": "Score of each cell: the scores of the paths through it",
            "latex": product(r"c=P^{\top}s", transposed, paths, scores),
            "words": f"c, P transposed times s, is {_spoken(scores)}",
        },
    ]


def _spoken(values: list[Any]) -> str:
    return ", ".join(number(value) for value in values)


def _names(cells: Any) -> str:
    return " ".join(ClassicBoard.cell_name(int(cell)) for cell in cells)


def _paths(own: list[Any], total: list[Any], paths: list[Any]) -> list[dict[str, str]]:
    return [
        {"names": _names(line), "own": number(o), "total": number(t), "score": number(s)}
        for line, o, t, s in zip(LINES, own, total, paths, strict=True)
    ]


def _table(own: list[Any], total: list[Any]) -> list[dict[str, Any]]:
    """The printed scores, with how many paths of this board use each."""
    pairs = list(zip(own, total, strict=True))
    return [
        {"own": number(o), "total": number(t), "score": number(score), "used": pairs.count((o, t))}
        for (o, t), score in linear.PRINTED.items()
    ]


def _grid(cells: str, scores: list[Any]) -> list[list[dict[str, Any]]]:
    shown = [
        {"name": ClassicBoard.cell_name(at), "score": number(score), "free": cells[at] == "."}
        for at, score in enumerate(scores)
    ]
    return [shown[at : at + 3] for at in (0, 3, 6)]


def _choice(state: NDArray[np.int8], scores: list[Any]) -> dict[str, str]:
    """The cells of the highest score: of all nine, as printed, and of the free ones."""
    top = max(scores)
    printed = [at for at, score in enumerate(scores) if score == top]
    free = np.flatnonzero(linear.best_cells(state)[0]) if (state == 0).any() else ()
    return {"printed": _names(printed), "chosen": _names(free) or "none"}
