"""What an engine shows of its thinking beside its move: the parts that a ``View`` can have.

Plain data, ready for JSON, so cells that are keys are written as strings. A part that an engine
shows gets its figure on the analysis page (``games.analysis.position.figures``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from games.engines.options import Setting


class Evaluation(TypedDict):
    """Formula 4 of document 000 for one side, as it should be and as it is printed."""

    corrected: int
    printed: int


class HeuristicLine(TypedDict):
    """A line with the marks of both sides on it, and what it adds to the heuristic."""

    cells: list[int]
    own: int
    other: int
    term: int


class Heuristic(TypedDict):
    """Document 004's heuristic for one side: its terms, and the ``total`` of them."""

    lines: list[HeuristicLine]
    centre: int
    total: int


class MaskedMarks(TypedDict):
    """A line as a ``mask``, and the marks of each side on it as integers."""

    mask: int
    X: int
    O: int  # noqa: E741  the name of the seat


class PreferenceValues(TypedDict):
    """The value of each cell for one of the objectives that an engine plays for, one after another.

    ``aim`` and ``title`` name the objective, the values speak for the seat ``side``.
    ``ends_at_ply`` is the last ply by cell; empty where chance takes part.
    """

    aim: str
    title: str
    side: str
    values: dict[str, float]
    ends_at_ply: dict[str, int]


class View(TypedDict, total=False):
    """An engine's own picture of a position; each engine fills in what it knows.

    ``rule``            what chose the move, such as ``win`` or ``random``; ``cells`` are the cells
                        it chose among, ``wins`` and ``blocks`` those it looked at first.
    ``P``               the path matrix, with the arrays that the linear engine computes from it:
                        ``state`` by cell, occupancies and ``path_scores`` by path,
                        ``cell_scores`` by cell; ``refused`` are cells by the guard's reason.
    ``plies``           plies to the end after each cell, None where the engine does not know.
    ``evaluation``      formula 4 by seat; ``heuristic`` document 004's by seat.
    ``techniques``      what each option of the search is set to.
    ``integers``        the position as integers by name, ``masks`` the lines on it.
    ``losing_replies``  the replies to each cell that lose.
    ``wishes``          what the engine prefers, the first preference first.
    ``aim``             the title of the objective that a search plays for; ``guess`` is its value
                        without looking ahead, for the seat ``guess_for``.
    ``values_for``      the seat that the values of the answer speak for.
    ``visits``          how many of the games that it played out began with each cell.
    ``table``           whether the answer comes from the tablebase.
    """

    rule: str
    cells: list[int]
    wins: list[int]
    blocks: list[int]
    P: list[list[int]]
    state: list[int]
    own_occupancy: list[float]
    total_occupancy: list[float]
    path_scores: list[float]
    cell_scores: list[float]
    refused: dict[str, list[int]]
    plies: dict[str, int | None]
    evaluation: dict[str, Evaluation]
    heuristic: dict[str, Heuristic]
    techniques: Mapping[str, Setting]
    integers: dict[str, int]
    masks: list[MaskedMarks]
    losing_replies: dict[str, list[int]]
    wishes: list[PreferenceValues]
    aim: str
    guess: float
    guess_for: str
    values_for: str
    visits: dict[str, int]
    table: str
