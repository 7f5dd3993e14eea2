"""Engines that play from the solution: ``perfect`` for a player, three tempers for Dos.

Until the table has been made they say so in their view and search instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from games.engines.base import Choice, Engine
from games.engines.dstru.aims import FOR_TRES, FOR_UNO, NEUTRAL, SABOTEUR, Aim
from games.engines.dstru.search import EQUAL, look
from games.engines.dstru.shelf import SHELF, Shelf
from games.engines.dstru.simple import PLACERS
from games.engines.dstru.table import Table, end_ply
from games.rules import Board, DstruBoard


@dataclass(frozen=True, slots=True)
class Wish:
    """What an engine looks for: the best value of ``aim`` as the seat ``side`` sees it."""

    aim: Aim
    side: str


class TableEngine(Engine):
    """Takes the moves its first wish likes best, of these the ones its next does, and so on."""

    variant = "dstru"
    wishes: ClassVar[Mapping[str, tuple[Wish, ...]]]

    def __init__(self, shelf: Shelf = SHELF) -> None:
        self.shelf = shelf

    def _choose(self, board: DstruBoard, rng: Random) -> Choice:
        wishes = self.wishes[board.to_move]
        table = self.shelf.get(board.exact)
        if table is None:
            choice = look(board, rng, wishes[0].aim)
            return replace(choice, view={**choice.view, "table": "being made: searched instead"})
        return answer(table, board, rng, wishes)

    def notice(self, board: Board) -> str:
        """Says so while the table is missing; asking sets about making it."""
        if self.shelf.get(getattr(board, "exact", False)) is not None:
            return ""
        return f"{self.title} is still making its table. Until it is there it looks ahead instead."


class PerfectEngine(TableEngine):
    """The best expectation against a neutral Dos; among equals what a hostile Dos hurts least."""

    slug = "perfect"
    title = "Perfect"
    idea = "Knows the value of every position against a neutral Dos."
    strength = "perfect"
    seats = PLACERS
    wishes = {
        "Tres": (Wish(NEUTRAL, "Tres"), Wish(FOR_UNO, "Tres")),
        "Uno": (Wish(NEUTRAL, "Uno"), Wish(FOR_TRES, "Uno")),
    }


class DosSaboteurEngine(TableEngine):
    """Plays for the full grid; where both players together can prevent it, for a long game."""

    slug = "dos-saboteur"
    title = "Dos the saboteur"
    idea = "Plays for the full grid, against both players at once."
    strength = "perfect"
    seats = ("Dos",)
    wishes = {"Dos": (Wish(SABOTEUR, "Dos"),)}


class DosForTresEngine(TableEngine):
    """Plays as Tres's partner; a full grid is better for it than Uno's pattern."""

    slug = "dos-for-tres"
    title = "Dos for Tres"
    idea = "Takes what helps Tres most."
    strength = "perfect"
    seats = ("Dos",)
    wishes = {"Dos": (Wish(FOR_TRES, "Tres"), Wish(NEUTRAL, "Tres"))}


class DosForUnoEngine(TableEngine):
    """Plays as Uno's partner; a full grid is better for it than Tres's pattern."""

    slug = "dos-for-uno"
    title = "Dos for Uno"
    idea = "Takes what helps Uno most."
    strength = "perfect"
    seats = ("Dos",)
    wishes = {"Dos": (Wish(FOR_UNO, "Uno"), Wish(NEUTRAL, "Uno"))}


def answer(table: Table, board: DstruBoard, rng: Random, wishes: tuple[Wish, ...]) -> Choice:
    """Look the legal cells up and narrow them down, wish by wish."""
    cells = candidates = board.available_moves()
    seen: dict[Aim, dict[int, float]] = {}
    for wish in wishes:
        values = seen[wish.aim] = table.moves(board, wish.aim, wish.side)
        top = max(values[cell] for cell in candidates)
        candidates = tuple(cell for cell in candidates if values[cell] > top - EQUAL)
    move = rng.choice(candidates)
    return Choice(
        move,
        candidates,
        values=seen[wishes[0].aim],
        table_hits=len(cells),
        line=(move,),
        view={
            "rule": "table",
            "table": "ready",
            "wishes": [picture(*pair) for pair in seen.items()],
        },
    )


def picture(aim: Aim, values: Mapping[int, float]) -> dict[str, Any]:
    """What a wish saw: the value of each cell and, where no chance is in play, the last ply."""
    ends = {} if aim.has_chance else {cell: end_ply(value) for cell, value in values.items()}
    return {
        "aim": aim.slug,
        "title": aim.title,
        "values": {str(cell): value for cell, value in values.items()},
        "ends_at_ply": {str(cell): ply for cell, ply in ends.items()},
    }
