"""Who can hold a seat of a new game: engines, published engines, chance and people."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django import forms
from django.db.models import QuerySet

from games.characters import Character, character
from games.engines import Engine, EngineError, engine_for, engines_for, seats_against
from games.match import ENGINE, NEUTRAL, PERSON
from games.models.engines import UploadedEngine
from games.queries.engines import published_engines, unpublished_engines
from games.rules import Board

OFFERED = 6
"""Engines of people that the list of opponents names; pages of their own have all."""


@dataclass(slots=True)
class PlayerChoice:
    """One choice of who holds a seat; ``switches`` are the bound fields of its engine's options."""

    value: str
    icon: str
    title: str
    idea: str
    engine: Engine | None = None
    switches: list[forms.BoundField] = field(default_factory=list)

    @classmethod
    def of(cls, one: Engine) -> PlayerChoice:
        return cls(f"{ENGINE}:{one.slug}", "engine", one.title, one.idea, one)

    @property
    def note(self) -> str:
        """How strong an engine is, after document 001's word for it."""
        if self.engine is None:
            return ""
        left = seats_against(self.engine)
        side = f"you are {left[0]}" if len(left) == 1 else ""
        return ", ".join(filter(None, (self.engine.difficulty, self.engine.strength, side)))

    @property
    def character(self) -> Character | None:
        """The character that plays the engine, if there is one."""
        if self.engine is None:
            return None
        return character(self.engine.variant, self.engine.slug)

    @property
    def plays_perfectly(self) -> bool:
        return self.engine is not None and self.engine.strength.startswith("perfect")

    @property
    def never_loses(self) -> bool:
        """Whether it is proven not to lose, and yet makes mistakes: it misses wins."""
        return self.engine is not None and self.engine.strength == "never loses"

    @property
    def is_changed(self) -> bool:
        """Whether a switch is not at its default, so that the page shows all of them."""
        options = self.engine.OPTIONS if self.engine else ()
        return any(
            bound.errors or bound.value() != option.default
            for bound, option in zip(self.switches, options, strict=True)
        )


def outside(variant: str) -> list[PlayerChoice]:
    """The published engines that the list of opponents names, the newest first."""
    return _offered(published_engines(variant), None)


def own_engines(variant: str, user_id: int | None) -> list[PlayerChoice]:
    """The engines that the list of opponents names for their author alone, the newest first."""
    if user_id is None:
        return []
    return _offered(unpublished_engines(variant, user_id), user_id)


def _offered(rows: QuerySet[UploadedEngine], user_id: int | None) -> list[PlayerChoice]:
    found = []
    for row in rows[:OFFERED]:
        try:
            choice = PlayerChoice.of(engine_for(user_id, row.variant, row.slug))
        except EngineError:  # retired or deleted a moment ago
            continue
        found.append(choice if user_id is None else replace(choice, title=row.title))
    return found


def seat_beside(board: type[Board], user_id: int | None, opponent: str, wanted: str) -> str:
    """The seat ``wanted``, or the other rival's if ``opponent``, as forms call it, needs that one.

    An opponent that does not exist changes nothing here: opening the game refuses it.
    """
    kind, _, name = opponent.partition(":")
    if kind != ENGINE or wanted not in board.RIVALS:
        return wanted
    try:
        left = seats_against(engine_for(user_id, board.VARIANT, name))
    except EngineError:
        return wanted
    return wanted if wanted in left or not left else left[0]


def thirds_of(board: type[Board], seat: str) -> list[PlayerChoice]:
    """Who may hold ``seat``, a third one: chance, a person, or an engine made for it."""
    chance = "Every piece is equally likely. You can check the random moves afterwards."
    person = "Joins by your link, or plays with you at this screen."
    engines = engines_for(board.VARIANT, seat)
    return [
        PlayerChoice(NEUTRAL, "dice", "Chance", chance),
        PlayerChoice(PERSON, "people", "A person", person),
        *(PlayerChoice.of(one) for slug, one in engines.items() if slug != NEUTRAL),
    ]
