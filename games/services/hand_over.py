"""Hand a guest's games to an account, including those in play."""

from __future__ import annotations

from games.match import seating
from games.queries import selectors
from games.services.advance import current_match
from games.services.now import now_ms
from games.storage import ownership, store


def rename_seats(*, user_id: int, name: str) -> None:
    """Show a new member's name in the games in play."""
    for game_id in list(selectors.running_games(user_id).values_list("id", flat=True)):
        _hand_over(game_id, user_id, user_id, name)


def hand_over(*, guest_id: int, member_id: int, name: str) -> bool:
    """Give all games of a guest to the member ``name``; True if some stay.

    A game in which both are seated stays as it is: nobody can hold both sides of it.
    To be called inside a transaction.
    """
    theirs = set(selectors.games_of(member_id).values_list("id", flat=True))
    for game_id in list(selectors.running_games(guest_id).values_list("id", flat=True)):
        if game_id not in theirs:
            _hand_over(game_id, guest_id, member_id, name)
    return ownership.give_games(guest_id, member_id, but=theirs)


def _hand_over(game_id: str, old: int, new: int, name: str) -> None:
    """Hand over one game; its version rises, so that everybody there sees the new name."""
    while True:
        match = current_match(game_id)  # a clock that has run out ends it first
        if all(seat.user != old for seat in match.seats):
            return
        if store.commit(seating.hand_over(match, old, new, name, now_ms())):
            return
