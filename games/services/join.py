"""Take a free seat: an explicit, atomic act; the seat is nobody's until it is kept."""

from __future__ import annotations

from games import match as table
from games import selectors, store
from games.match import EMPTY, PERSON, Match, Refused, Seat
from games.services.act import ActionRefused
from games.services.now import now_ms
from games.services.open import rated_seat
from games.services.settle import settle


def join(*, game_id: str, user_id: int, name: str, seat: str | None = None) -> Match:
    """Seat a person on ``seat``, or on the first free one, and begin if nobody is missing.

    Raises NoSuchGame, or ActionRefused (``not_open``, ``not_allowed``, ``bad_message``).
    """
    while True:
        match = selectors.match(game_id)
        free = [place.name for place in match.seats if place.kind == EMPTY]
        newcomer = Seat(seat or (free[0] if free else match.board.SEATS[0]), PERSON, user_id, name)
        newcomer = rated_seat(newcomer, match.board.VARIANT, match.rated)
        try:
            progress = table.join(match, newcomer, now_ms())
        except Refused as refused:
            raise ActionRefused(refused, match) from None
        if store.commit(progress):
            return settle(progress.after)
