"""The settings of a game that is to be opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.match import Kind, Seat
from games.models import Game
from games.storage.store import RequestKey


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup:
    """A game that is to be opened by the person with id ``by``.

    ``seats`` maps seat names to who holds them, and seats not named stay free; ``clock`` is
    (base, increment) in ms; ``opening`` is played before anybody acts; ``event`` is what the
    game is part of; ``closing`` is the id of a rated pair's second game; ``key`` came with the
    request.
    """

    variant: str
    kind: Kind
    seats: Mapping[str, Seat]
    by: int | None = None
    exact: bool = False
    clock: tuple[int, int] | None = None
    rated: bool = False
    opening: tuple[int, ...] = ()
    event: str = ""
    rematch_of: str | None = None
    closing: str | None = None
    key: RequestKey | None = None


def setup_after(
    game: Game, seats: Mapping[str, Seat], *, kind: Kind, closing: str | None = None
) -> GameSetup:
    """The game that follows ``game`` on the same terms: its rematch, or the second of its pair."""
    return GameSetup(
        by=game.created_by_id,
        variant=game.variant,
        kind=kind,
        seats=seats,
        exact=game.exact,
        clock=None if game.base_ms is None else (game.base_ms, game.increment_ms or 0),
        rated=game.rated,
        rematch_of=game.id,
        closing=closing,
    )
