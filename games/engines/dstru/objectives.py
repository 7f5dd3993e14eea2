"""Objectives: the payoffs for which DSTRU-TAC-TOE is solved and searched.

A game of three is solved by saying what each ending is worth and what each seat does about
it: raise the value, lower it, or (a neutral Dos) neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Role(Enum):
    """What a seat does with the values of its moves: raise, lower or average them."""

    RAISE = "raise"
    LOWER = "lower"
    CHANCE = "chance"


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """``payoff`` by winner (-1, 0, 1) and the ``role`` of each seat; ``title`` is for people.

    Objectives are a handful of constants, equal only if they are the same object.
    """

    slug: str
    title: str
    payoff: Mapping[str, int]
    role: Mapping[str, Role]

    @property
    def has_chance(self) -> bool:
        return Role.CHANCE in self.role.values()

    @property
    def side(self) -> str:
        """The seat whose gain its values count: the winner who is worth +1."""
        return next(seat for seat, worth in self.payoff.items() if worth == 1)

    def sign(self, seat: str) -> int:
        """What turns a value into one from the side of ``seat``. Chance sees it as it is."""
        return -1 if self.role[seat] is Role.LOWER else 1


def payoff(winner: str, loser: str) -> dict[str, int]:
    """A race: the winner of a full grid, Dos, is worth nothing either way."""
    return {winner: 1, "Dos": 0, loser: -1}


def roles(*raising: str) -> dict[str, Role]:
    """These seats play together, the rest against them."""
    return {seat: Role.RAISE if seat in raising else Role.LOWER for seat in ("Tres", "Uno", "Dos")}


FULL_GRID = {"Dos": 1, "Tres": -1, "Uno": -1}

NEUTRAL = Objective(
    "neutral",
    "Tres against Uno, Dos neutral",
    payoff("Tres", "Uno"),
    {"Tres": Role.RAISE, "Uno": Role.LOWER, "Dos": Role.CHANCE},
)
TRES_WINS = Objective(
    "tres-wins",
    "Tres for a win, Uno against it, Dos neutral",
    {"Tres": 1, "Dos": 0, "Uno": 0},
    {"Tres": Role.RAISE, "Uno": Role.LOWER, "Dos": Role.CHANCE},
)
UNO_WINS = Objective(
    "uno-wins",
    "Uno for a win, Tres against it, Dos neutral",
    {"Uno": 1, "Dos": 0, "Tres": 0},
    {"Uno": Role.RAISE, "Tres": Role.LOWER, "Dos": Role.CHANCE},
)
"""Their values are probabilities: of a win, however hard the rival tries to prevent it."""

FOR_TRES = Objective(
    "for-tres", "Tres and Dos against Uno", payoff("Tres", "Uno"), roles("Tres", "Dos")
)
FOR_UNO = Objective(
    "for-uno", "Uno and Dos against Tres", payoff("Uno", "Tres"), roles("Uno", "Dos")
)
SABOTEUR = Objective("saboteur", "Dos alone for a full grid", FULL_GRID, roles("Dos"))
FULL_WITH_TRES = Objective(
    "full-with-tres", "Dos and Tres together for a full grid", FULL_GRID, roles("Dos", "Tres")
)
FULL_WITH_UNO = Objective(
    "full-with-uno", "Dos and Uno together for a full grid", FULL_GRID, roles("Dos", "Uno")
)
