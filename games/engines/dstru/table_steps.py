"""An engine that plays from the table as numbered steps: preference by preference, move by move."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from games.engines.dstru.classes import classes
from games.engines.dstru.perfect import TableEngine
from games.engines.dstru.search import EQUAL, alike
from games.engines.view import PreferenceValues
from games.rules import DstruBoard

Kind = Literal["start", "look", "keep", "done"]
"""Nothing is looked up yet; a move is; the best moves for a preference stay; the move is found."""

Group = tuple[int, ...]
"""Cells whose moves lead to positions that are alike: they share a row of the table."""


@dataclass(frozen=True, slots=True)
class TableStep:
    """A step of ``preference``, counted from 0, about ``group``."""

    kind: Kind
    preference: int = -1
    group: Group = ()


@dataclass(frozen=True, slots=True)
class TableTrace:
    """How an engine comes to its ``candidates`` in ``board``.

    ``preferences`` are its preferences with their values; ``groups`` all moves, ``kept`` those left
    after each preference. ``rows`` number the positions after them in the table.
    """

    board: DstruBoard
    preferences: tuple[PreferenceValues, ...]
    groups: tuple[Group, ...]
    kept: tuple[tuple[Group, ...], ...]
    rows: dict[Group, int]
    candidates: tuple[int, ...]
    steps: tuple[TableStep, ...]


def trace(board: DstruBoard, engine: TableEngine) -> TableTrace | None:
    """The steps of ``engine`` in a live ``board``; None while its table is being made."""
    choice = engine.choose(board, Random(0))
    if "wishes" not in choice.view:
        return None
    preferences = tuple(choice.view["wishes"])
    groups = left = tuple(sorted(alike(board)))
    steps, kept = [TableStep("start")], []
    for at, preference in enumerate(preferences):
        steps += [TableStep("look", at, group) for group in left]
        top = max(preference["values"][str(group[0])] for group in left)
        left = tuple(group for group in left if preference["values"][str(group[0])] > top - EQUAL)
        kept.append(left)
        steps.append(TableStep("keep", at))
    steps.append(TableStep("done", len(preferences) - 1))
    rows = {group: _row(board.make_move(group[0])) for group in groups}
    return TableTrace(
        board, preferences, groups, tuple(kept), rows, choice.candidates, tuple(steps)
    )


def _row(board: DstruBoard) -> int:
    return classes().of(board.tres, board.uno) + 1
