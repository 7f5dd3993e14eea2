"""Take a free seat in one atomic step."""

from __future__ import annotations

from accounts import people
from games.match import (
    EMPTY,
    LOBBY,
    OPEN,
    PERSON,
    Match,
    RefusalCode,
    Refused,
    Seat,
    seating,
)
from games.queries import selectors
from games.services import bots
from games.services.act import ActionRefused
from games.services.advance import advance
from games.services.maintenance import require_no_maintenance
from games.services.now import now_ms
from games.services.open import rated_seat, require_account, require_outside
from games.storage import store


def join(*, game_id: str, user_id: int, name: str, seat: str | None = None) -> Match:
    """Seat a person on ``seat``, or on the first free one, and begin once all seats are taken.

    A person who has a seat in a game that has begun, by a first press of the button, gets it.
    Raises NoSuchGame, or ActionRefused (``not_open``, ``not_allowed``, ``bad_message``,
    ``login_required`` for a guest where the game is rated), or UnderMaintenance.
    """
    while True:
        match = selectors.match(game_id)
        if match.status != OPEN and match.seat_of(user_id) is not None:
            return advance(match)
        require_no_maintenance()
        free = [place.name for place in match.seats if place.kind == EMPTY]
        newcomer = Seat(seat or (free[0] if free else match.board.SEATS[0]), PERSON, user_id, name)
        newcomer = rated_seat(newcomer, match.board.VARIANT, match.rated)
        try:
            bots.require_place(user_id, match.kind)
            require_outside(user_id)
            if match.rated:
                require_account(user_id)
                bots.require_alike([user_id, *(one.user for one in match.seats)])
            _require_no_block(match, user_id)
            progress = seating.join(match, newcomer, now_ms())
        except Refused as refused:
            raise ActionRefused(refused, match) from None
        if store.commit(progress):
            return advance(progress.after)


def _require_no_block(match: Match, user_id: int) -> None:
    """Raise Refused if a player of a lobby game blocks the person, as if they came too late.

    Games by invitation are open to everybody who has the link.
    """
    if match.kind != LOBBY or match.status != OPEN:
        return
    seated = {seat.user for seat in match.seats if seat.user is not None}
    if seated & people.apart_from(user_id):
        raise Refused(RefusalCode.NOT_OPEN, seating.ALL_TAKEN)
