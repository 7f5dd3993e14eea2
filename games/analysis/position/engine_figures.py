"""Each engine's own picture as figures, made of nothing but its answer.

Which figures an engine has follows from what is in its ``View``: a new engine that shows a known
part gets its figure.
"""

from __future__ import annotations

from games.analysis.position.figures import bits, linear, perfect, rule, search
from games.analysis.position.figures.figure import Draw, Figure
from games.engines.answers import Answer
from games.rules import Board

FIGURES: dict[str, Draw] = {
    "P": linear.matrices,
    "refused": linear.refusals,
    "techniques": search.pruning,
    "integers": bits.bits,
    "losing_replies": perfect.traps,
    "wishes": perfect.preferences,
    "guess": search.guess,
    "plies": search.values,
    "heuristic": search.heuristic,
    "evaluation": search.evaluations,
    "rule": rule.rule,
}
"""The parts that a view may have, in the order of the page, each with what makes its figure."""


def figures(board: Board, answer: Answer) -> list[Figure]:
    """The figures of one engine's ``answer``."""
    shown = [draw(board, answer) for part, draw in FIGURES.items() if part in answer["view"]]
    return [figure for figure in shown if figure is not None]
