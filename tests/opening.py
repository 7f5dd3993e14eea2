"""Games for tests, opened in one line."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games import services
from games.match import Action, Match, Seat


def open_game(
    by: User,
    kind: str = "friend",
    variant: str = "classic",
    options: dict[str, Any] | None = None,
    **seats: User | str | Seat,
) -> Match:
    """A game that ``by`` opens: at each seat a person, an engine by its slug, or a seat as given.

    ``options`` are further fields of ``GameSetup``.
    """
    sitting = {name: seat_of(name, who) for name, who in seats.items()}
    setup = services.GameSetup(
        by=by.pk, variant=variant, kind=kind, seats=sitting, **(options or {})
    )
    return services.open_game(setup)


def seat_of(name: str, who: User | str | Seat) -> Seat:
    if isinstance(who, User):
        return Seat(name, "person", who.pk, who.name)
    return Seat(name, "engine", engine=who) if isinstance(who, str) else who


def played_game(x: User, o: User, *cells: int) -> str:
    """The id of a game in which both have taken ``cells``, in turn."""
    match = open_game(x, X=x, O=o)
    for number, cell in enumerate(cells):
        action = Action("place", match.version + number, None, cell, (x, o)[number % 2].pk)
        services.act(game_id=match.id, action=action)
    return match.id
