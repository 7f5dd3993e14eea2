"""Take a free seat, in one atomic step: until it is stored the seat stays free."""

from __future__ import annotations

from games import selectors
from games.match import EMPTY, PERSON, Match, Refused, Seat, seating
from games.services.act import ActionRefused
from games.services.advance import advance
from games.services.now import now_ms
from games.services.open import rated_seat, require_account
from games.storage import store


def join(*, game_id: str, user_id: int, name: str, seat: str | None = None) -> Match:
    """Seat a person on ``seat``, or on the first free one, and begin if nobody is missing.

    Raises NoSuchGame, or ActionRefused (``not_open``, ``not_allowed``, ``bad_message``,
    ``login_required`` for a guest where the game is rated).
    """
    while True:
        match = selectors.match(game_id)
        free = [place.name for place in match.seats if place.kind == EMPTY]
        newcomer = Seat(seat or (free[0] if free else match.board.SEATS[0]), PERSON, user_id, name)
        newcomer = rated_seat(newcomer, match.board.VARIANT, match.rated)
        try:
            if match.rated:
                require_account(user_id)
            progress = seating.join(match, newcomer, now_ms())
        except Refused as refused:
            raise ActionRefused(refused, match) from None
        if store.commit(progress):
            return advance(progress.after)
