"""What the page of the values of DSTRU-TAC-TOE shows: the errors as pictures, and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from games.analysis.machines.dstru_training import DstruKey, DstruSnapshot
from games.analysis.machines.jobs import TrainingRun
from games.analysis.machines.learner_page import state_of
from games.engines import solution_of
from games.engines.learning.dstru_values import GAME, NEARLY, SHOWN
from games.engines.numbers import MINUS, number
from games.rules import Board, Shape

ACROSS, DOWN = 7, 12
"""From one stroke to the next in a picture."""

LONGEST = DOWN - 1
"""A stroke of an error of 1; what is off by more is drawn as long."""

DOT = 0.8
"""A stroke of no error."""


@dataclass(frozen=True, slots=True)
class ErrorPicture:
    """The errors after some games: a stroke for each of some positions, ply by ply."""

    games: str
    mean: str
    path: str
    label: str


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A row of the table: the values of the empty board and of each kind of first cell."""

    games: str
    mean: str
    within: str
    met: str
    values: Sequence[str]


@dataclass(frozen=True, slots=True)
class ValueCell:
    """A first cell with what it is held to be worth."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ExpectationPage:
    """The variables of the template. ``kinds`` name the first cells that are alike."""

    seed: int
    state: str
    goes_on: bool
    stopped: bool
    pictures: Sequence[ErrorPicture]
    width: int
    height: int
    rows: Sequence[ErrorRow]
    kinds: Sequence[str]
    exact: Sequence[str]
    shape: Shape
    learned: Sequence[Sequence[ValueCell]]
    true: Sequence[Sequence[ValueCell]]
    learned_label: str
    true_label: str
    nearly: str
    plies: int
    shown: int


def page(run: TrainingRun[DstruSnapshot], key: DstruKey) -> ExpectationPage:
    """The page of a training as far as it is."""
    kinds = _kinds()
    last = run.snapshots[-1] if run.snapshots else None
    return ExpectationPage(
        seed=key.seed,
        state=state_of(run),
        goes_on=not run.done and not run.stopped,
        stopped=run.stopped and not run.done,
        pictures=[_picture(one) for one in run.snapshots],
        width=ACROSS * GAME.LONGEST,
        height=DOWN * SHOWN,
        rows=[_row(one, kinds) for one in run.snapshots],
        kinds=[" ".join(map(GAME.cell_name, cells)) for cells in kinds],
        exact=_values(*last.exact, kinds) if last else [],
        shape=GAME.SHAPE,
        learned=_board(last.errors.first) if last else [],
        true=_board(last.exact[1]) if last else [],
        learned_label=_label(last.errors.first, kinds) if last else "",
        true_label=_label(last.exact[1], kinds) if last else "",
        nearly=f"{round(100 * NEARLY)} %",
        plies=GAME.LONGEST,
        shown=SHOWN,
    )


@cache
def _kinds() -> Sequence[Sequence[int]]:
    """First cells in groups that are alike."""
    start, found = GAME.start(), dict[Board, list[int]]()
    for cell in start.available_moves():
        found.setdefault(solution_of(start).canonical(start.make_move(cell)), []).append(cell)
    return list(found.values())


def _picture(one: DstruSnapshot) -> ErrorPicture:
    strokes = []
    for ply, errors in enumerate(one.errors.by_ply):
        for row, error in enumerate(errors):
            long = max(DOT, min(1.0, error) * LONGEST)
            strokes.append(f"M{ACROSS * ply + 3} {DOWN * (row + 0.5) - long / 2:.1f}v{long:.1f}")
    games, mean = number(one.games), f"{one.errors.mean:.3f}"
    label = f"After {games} games a value is off by {mean} on average"
    return ErrorPicture(games, mean, "".join(strokes), label)


def _row(one: DstruSnapshot, kinds: Sequence[Sequence[int]]) -> ErrorRow:
    errors = one.errors
    return ErrorRow(
        games=number(one.games),
        mean=f"{errors.mean:.3f}",
        within=f"{errors.within:.3f}",
        met=f"{100 * errors.met:.1f} %",
        values=_values(errors.empty, errors.first, kinds),
    )


def _values(empty: float, first: Sequence[float], kinds: Sequence[Sequence[int]]) -> list[str]:
    return [_value(one, 3) for one in (empty, *(first[cells[0]] for cells in kinds))]


def _value(value: float, places: int) -> str:
    """A value with its sign, in as many places as those beside it."""
    text = f"{value:+.{places}f}"
    return text[1:] if float(text) == 0 else text.replace("-", MINUS)


def _board(first: Sequence[float]) -> Sequence[Sequence[ValueCell]]:
    cells = [ValueCell(GAME.cell_name(cell), _value(value, 2)) for cell, value in enumerate(first)]
    return GAME.SHAPE.in_rows(cells)


def _label(first: Sequence[float], kinds: Sequence[Sequence[int]]) -> str:
    said = [
        f"{' '.join(map(GAME.cell_name, cells))} {_value(first[cells[0]], 2)}" for cells in kinds
    ]
    return "; ".join(said)
