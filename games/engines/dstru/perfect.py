"""Engines that play from the solution: ``perfect`` for a player, three characters for Dos.

Until the table has been made they say so in their view and search instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from games.engines.base import Among, Choice, Engine, all_of, exactly
from games.engines.dstru.objectives import FOR_TRES, FOR_UNO, NEUTRAL, SABOTEUR, Objective
from games.engines.dstru.search import EQUAL, look_ahead
from games.engines.dstru.tablebase import TABLEBASE, DstruTable, Tablebase, end_ply
from games.engines.options import TIES
from games.engines.view import PreferenceValues
from games.rules import DstruBoard


@dataclass(frozen=True, slots=True)
class Preference:
    """What an engine looks for: the best value of ``objective`` as the seat ``side`` sees it."""

    objective: Objective
    side: str


class TableEngine(Engine):
    """Takes the best moves by its first preference, of these the best by the next, and so on."""

    variant = "dstru"
    OPTIONS = (TIES,)
    repeatable = False
    """While the table is being made, it searches."""

    preferences: ClassVar[Mapping[str, tuple[Preference, ...]]]

    def __init__(self, tablebase: Tablebase = TABLEBASE) -> None:
        self.tablebase = tablebase

    def _choose(self, board: DstruBoard, rng: Random) -> Choice:
        preferences = self.preferences[board.to_move]
        table = self.tablebase.get(board.exact)
        if table is None:
            choice = look_ahead(board, rng, preferences[0].objective, among=self.equals)
            return replace(choice, view={**choice.view, "table": "being made: searched instead"})
        return answer(table, board, rng, preferences, self.equals)

    def line_of(self, board: DstruBoard, cell: int) -> tuple[int, ...]:
        """Empty where chance takes part in what it prefers, and while there is no table."""
        preference = self.preferences[board.to_move][0]
        table = self.tablebase.get(board.exact)
        if table is None or preference.objective.has_chance:
            return ()
        return table.line(board, preference.objective, cell)

    def notice(self, board: DstruBoard) -> str:
        """A sentence for while the table is missing; asking starts making it."""
        if self.tablebase.get(board.exact) is not None:
            return ""
        return f"{self.title} is still making its table. Until it is there it looks ahead instead."


class DstruPerfectEngine(TableEngine):
    """The best expectation against a neutral Dos; among equals the best against a hostile Dos."""

    slug = "perfect"
    title = "Perfect"
    idea = "Knows the value of every position against a neutral Dos."
    strength = "perfect"
    seats = DstruBoard.RIVALS
    preferences = {
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
    preferences = {"Dos": (Preference(SABOTEUR, "Dos"),)}


class DosForTresEngine(TableEngine):
    """Plays as Tres's partner; a full grid is better for it than Uno's pattern."""

    slug = "dos-for-tres"
    title = "Dos for Tres"
    idea = "Takes what helps Tres most."
    strength = "perfect"
    seats = ("Dos",)
    preferences = {"Dos": (Preference(FOR_TRES, "Tres"), Preference(NEUTRAL, "Tres"))}


class DosForUnoEngine(TableEngine):
    """Plays as Uno's partner; a full grid is better for it than Tres's pattern."""

    slug = "dos-for-uno"
    title = "Dos for Uno"
    idea = "Takes what helps Uno most."
    strength = "perfect"
    seats = ("Dos",)
    preferences = {"Dos": (Preference(FOR_UNO, "Uno"), Preference(NEUTRAL, "Uno"))}


def answer(
    table: DstruTable,
    board: DstruBoard,
    rng: Random,
    preferences: tuple[Preference, ...],
    among: Among = all_of,
) -> Choice:
    """Look up the legal cells and narrow them down by each preference, then by ``among``."""
    cells = candidates = board.available_moves()
    seen: dict[Objective, dict[int, float]] = {}
    for preference in preferences:
        values = seen[preference.objective] = table.moves(
            board, preference.objective, preference.side
        )
        top = max(values[cell] for cell in candidates)
        candidates = tuple(cell for cell in candidates if values[cell] > top - EQUAL)
    candidates = among(candidates)
    move = rng.choice(candidates)
    return Choice(
        move,
        candidates,
        values=seen[preferences[0].objective],
        bounds=exactly(cells),
        table_hits=len(cells),
        line=(move,),
        view={
            "rule": "table",
            "table": "ready",
            "values_for": preferences[0].side,
            "wishes": [
                preference_values(preference, seen[preference.objective])
                for preference in preferences
            ],
        },
    )


def preference_values(preference: Preference, values: Mapping[int, float]) -> PreferenceValues:
    """The value of each cell for a preference and, where chance takes no part, the last ply."""
    objective = preference.objective
    ends = {} if objective.has_chance else {cell: end_ply(value) for cell, value in values.items()}
    return {
        "aim": objective.slug,
        "title": objective.title,
        "side": preference.side,
        "values": {str(cell): value for cell, value in values.items()},
        "ends_at_ply": {str(cell): ply for cell, ply in ends.items()},
    }
