"""Engines that play from the solution: ``perfect`` for a player, three tempers for Dos.

Until the table has been made they say so in their view and search instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from games.engines.base import Among, Choice, Engine, all_of, exactly
from games.engines.dstru.objectives import FOR_TRES, FOR_UNO, NEUTRAL, SABOTEUR, Objective
from games.engines.dstru.search import EQUAL, look
from games.engines.dstru.tablebase import TABLEBASE, Table, Tablebase, end_ply
from games.engines.options import TIES
from games.engines.view import PreferenceValues
from games.rules import Board, DstruBoard


@dataclass(frozen=True, slots=True)
class Preference:
    """What an engine looks for: the best value of ``aim`` as the seat ``side`` sees it."""

    aim: Objective
    side: str


class TableEngine(Engine):
    """Takes the moves its first wish likes best, of these the ones its next does, and so on."""

    variant = "dstru"
    OPTIONS = (TIES,)
    repeatable = False
    """While the table is being made, it searches."""

    wishes: ClassVar[Mapping[str, tuple[Preference, ...]]]

    def __init__(self, tablebase: Tablebase = TABLEBASE) -> None:
        self.tablebase = tablebase

    def _choose(self, board: DstruBoard, rng: Random) -> Choice:
        wishes = self.wishes[board.to_move]
        table = self.tablebase.get(board.exact)
        if table is None:
            choice = look(board, rng, wishes[0].aim, among=self.equals)
            return replace(choice, view={**choice.view, "table": "being made: searched instead"})
        return answer(table, board, rng, wishes, self.equals)

    def notice(self, board: Board) -> str:
        """Says so while the table is missing; asking sets about making it."""
        if self.tablebase.get(getattr(board, "exact", False)) is not None:
            return ""
        return f"{self.title} is still making its table. Until it is there it looks ahead instead."


class PerfectEngine(TableEngine):
    """The best expectation against a neutral Dos; among equals what a hostile Dos hurts least."""

    slug = "perfect"
    title = "Perfect"
    idea = "Knows the value of every position against a neutral Dos."
    strength = "perfect"
    seats = DstruBoard.RIVALS
    wishes = {
        "Tres": (Preference(NEUTRAL, "Tres"), Preference(FOR_UNO, "Tres")),
        "Uno": (Preference(NEUTRAL, "Uno"), Preference(FOR_TRES, "Uno")),
    }


class DosSaboteurEngine(TableEngine):
    """Plays for the full grid; where both players together can prevent it, for a long game."""

    slug = "dos-saboteur"
    title = "Dos the saboteur"
    idea = "Plays for the full grid, against both players at once."
    strength = "perfect"
    seats = ("Dos",)
    wishes = {"Dos": (Preference(SABOTEUR, "Dos"),)}


class DosForTresEngine(TableEngine):
    """Plays as Tres's partner; a full grid is better for it than Uno's pattern."""

    slug = "dos-for-tres"
    title = "Dos for Tres"
    idea = "Takes what helps Tres most."
    strength = "perfect"
    seats = ("Dos",)
    wishes = {"Dos": (Preference(FOR_TRES, "Tres"), Preference(NEUTRAL, "Tres"))}


class DosForUnoEngine(TableEngine):
    """Plays as Uno's partner; a full grid is better for it than Tres's pattern."""

    slug = "dos-for-uno"
    title = "Dos for Uno"
    idea = "Takes what helps Uno most."
    strength = "perfect"
    seats = ("Dos",)
    wishes = {"Dos": (Preference(FOR_UNO, "Uno"), Preference(NEUTRAL, "Uno"))}


def answer(
    table: Table,
    board: DstruBoard,
    rng: Random,
    wishes: tuple[Preference, ...],
    among: Among = all_of,
) -> Choice:
    """Look the legal cells up and narrow them down, wish by wish, then as ``among`` says."""
    cells = candidates = board.available_moves()
    seen: dict[Objective, dict[int, float]] = {}
    for wish in wishes:
        values = seen[wish.aim] = table.moves(board, wish.aim, wish.side)
        top = max(values[cell] for cell in candidates)
        candidates = tuple(cell for cell in candidates if values[cell] > top - EQUAL)
    candidates = among(candidates)
    move = rng.choice(candidates)
    return Choice(
        move,
        candidates,
        values=seen[wishes[0].aim],
        bounds=exactly(cells),
        table_hits=len(cells),
        line=(move,),
        view={
            "rule": "table",
            "table": "ready",
            "values_for": wishes[0].side,
            "wishes": [picture(wish, seen[wish.aim]) for wish in wishes],
        },
    )


def picture(wish: Preference, values: Mapping[int, float]) -> PreferenceValues:
    """What a wish saw: the value of each cell and, where no chance is in play, the last ply."""
    aim = wish.aim
    ends = {} if aim.has_chance else {cell: end_ply(value) for cell, value in values.items()}
    return {
        "aim": aim.slug,
        "title": aim.title,
        "side": wish.side,
        "values": {str(cell): value for cell, value in values.items()},
        "ends_at_ply": {str(cell): ply for cell, ply in ends.items()},
    }
