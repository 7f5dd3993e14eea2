"""Document 001 on a board of any marks: path matrix, state, occupancies, path and cell scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

import numpy as np
from django.http import QueryDict
from numpy.typing import NDArray

from games.analysis.documents import boards, laboratory, latex
from games.analysis.documents.address import CELLS, SEAT, Fields, Value
from games.analysis.wording import names, number
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


Numbers = Sequence[float]


def read(query: QueryDict) -> dict[str, Any]:
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

    def play_url(text: str) -> str:
        return url(laboratory.GAME.name, text, "play")

    lab = {
        "game": laboratory.game(playing, scores, play_url),
        "proof": laboratory.proof(scores, play_url),
        "needs": laboratory.needs(scores),
    }
    return {**page(fields, lambda text: url(STATE.name, text, "live"), scores), "lab": lab}


def page(
    fields: Fields, url: Callable[[str], str], path_scores: laboratory.Scores
) -> dict[str, Any]:
    """Everything the page shows of one state; ``url`` gives the address of another one.

    ``printed`` and ``chosen`` are the cells of the highest score: of all nine, as printed, and of
    the free ones.
    """
    cells, computer = fields
    state, here = vector(cells, computer), "-".join(fields)
    array = linear.scores_by_code(laboratory.table(path_scores))
    sight = linear.evaluate(state, array)
    own, total, paths, scores = (
        linear.numbers(array) for array in (sight.own, sight.total, sight.paths, sight.cells)
    )
    return {
        "board": boards.draft("board", cells, lambda after: url(f"{after}-{computer}")),
        "seats": [
            boards.ChoiceLink(seat, url(f"{cells}-{seat}"), seat == computer) for seat in "XO"
        ],
        "fresh": "" if here == STATE.default else url(STATE.default),
        "computer": computer,
        "equations": _equations(state[0].tolist(), own, total, paths, scores),
        "paths": _paths(own, total, paths, 1 if computer == "X" else -1),
        "table": _table(own, total, path_scores),
        "state": here,
        "changed": bool(laboratory.query(path_scores)),
        "scores": _grid(cells, scores),
        "printed": _names(at for at, score in enumerate(scores) if score == max(scores)),
        "chosen": _chosen(state, array),
    }


def _equations(
    x: Numbers, own: Numbers, total: Numbers, paths: Numbers, scores: Numbers
) -> list[dict[str, str]]:
    """The three products, in LaTeX and in words."""
    p, size = linear.P.astype(int).tolist(), [abs(one) for one in x]
    transposed = linear.P.T.astype(int).tolist()
    found = []
    for key, title, left, matrix, by, result, words in (
        (
            "own",
            "Occupancy of each path: own marks less the other’s",
            *(r"P\,x", p, x, own, "P times x"),
        ),
        (
            "total",
            "Total occupancy of each path: all marks",
            *(r"P\left|x\right|", p, size, total, "P times the absolute values of x"),
        ),
        (
            "cells",
            "Score of each cell: the scores of the paths through it",
            *(r"c=P^{\top}s", transposed, paths, scores, "c, P transposed times s,"),
        ),
    ):
        product = f"{left}={latex.matrix(matrix)}{latex.column(by)}={latex.column(result)}"
        spoken = f"{words} is {', '.join(map(number, result))}"
        found.append({"key": key, "title": title, "latex": product, "words": spoken})
    return found


def _names(cells: Iterable[int]) -> str:
    return names(ClassicBoard, cells)


def _paths(own: Numbers, total: Numbers, paths: Numbers, sign: int) -> list[dict[str, str]]:
    """Each path by the names of its cells, with its occupancies and its score."""
    return [
        {
            "names": _names(line),
            "x": number(sign * o),
            "o": number(-sign * o),
            "total": number(t),
            "score": number(s),
        }
        for line, o, t, s in zip(LINES, own, total, paths, strict=True)
    ]


def _table(own: Numbers, total: Numbers, scores: laboratory.Scores) -> list[dict[str, Any]]:
    """The scores in force, with the reasons for the printed ones, and how many paths use each."""
    pairs = list(zip(own, total, strict=True))
    return [
        {
            "own": number(o),
            "total": number(t),
            "score": f"{score:g}",
            "reason": laboratory.REASONS.get((o, t), laboratory.FULL),
            "used": pairs.count((o, t)),
        }
        for (o, t), score in laboratory.table(scores).items()
    ]


def _grid(cells: str, scores: Numbers) -> list[Sequence[dict[str, Any]]]:
    shown = [
        {"name": ClassicBoard.cell_name(at), "score": number(score), "free": cells[at] == "."}
        for at, score in enumerate(scores)
    ]
    return ClassicBoard.SHAPE.in_rows(shown)


def _chosen(state: NDArray[np.int8], scores: linear.Floats) -> str:
    """The free cells of the highest score."""
    if not (state == 0).any():
        return "none"
    return _names(np.flatnonzero(linear.best_cells(state, None, scores)[0]).tolist())
