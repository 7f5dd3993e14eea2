"""The position as the document that defines its game writes it: sets and variables."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Board


@dataclass(frozen=True, slots=True)
class FormalSet:
    """A set by name, its ``members`` as pairs (x, y)."""

    name: str
    members: str


@dataclass(frozen=True, slots=True)
class FormalVariable:
    name: str
    value: bool


@dataclass(frozen=True, slots=True)
class FormalState:
    sets: list[FormalSet]
    booleans: list[FormalVariable]


def state(board: Board) -> FormalState | None:
    """The formal state of ``board``; None if no document defines its game by sets."""
    formal = board.formal()
    if not formal:
        return None
    sets = [
        FormalSet(name, ", ".join(f"({x},{y})" for x, y in value))
        for name, value in formal.items()
        if not isinstance(value, bool)
    ]
    booleans = [
        FormalVariable(name, value) for name, value in formal.items() if isinstance(value, bool)
    ]
    return FormalState(sets, booleans)
