"""Formulas 1 and 4 for the position of a game that is being played, one seat as the AI."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.analysis.documents.formulas.values import Examples
from games.analysis.wording import limit
from games.engines.classic import formulas
from games.engines.classic.scores import WIN
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Number:
    """A formula's value: ``url`` is the formula with this position as its example."""

    name: str
    value: str
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """V and E of one position, both for the seat ``ai``."""

    ai: str
    rows: tuple[Number, Number]


def numbers_of(board: Board, ai: str) -> Numbers:
    """V and E of a board of nine cells whose game goes on."""
    cells, examples = board.marks, Examples({})
    drawn = board.notation.split()[0]
    value = formulas.minimax_value(cells, board.to_move, ai)
    holds = formulas.state_evaluation(cells, ai)
    printed = formulas.state_evaluation_printed(cells, ai)
    winner = {0: "", WIN: ai}.get(value, formulas.opponent(ai))
    return Numbers(
        ai,
        (
            Number(
                "V",
                limit(value),
                f"{winner} can force a win" if winner else "nobody can force a win",
                reverse("analysis:formula", args=[1]) + examples.url(1, drawn, board.to_move, ai),
            ),
            Number(
                "E",
                limit(holds),
                f"{limit(printed)} as printed" if printed != holds else "as printed too",
                reverse("analysis:formula", args=[4]) + examples.url(4, drawn),
            ),
        ),
    )
