"""Games of people, whichever game it is."""

from __future__ import annotations

from accounts.models import User
from games import services
from games.match import Action, Match, Seat
from games.rules import Board


def opened(game: type[Board], *people: User) -> Match:
    """A game between ``people`` in the order of its seats, who may hold more than one."""
    seats = {
        name: Seat(name, "person", user.pk, user.name)
        for name, user in zip(game.SEATS, (*people, people[0]), strict=False)
    }
    setup = services.GameSetup(by=people[0].pk, variant=game.VARIANT, kind="friend", seats=seats)
    return services.open_game(setup)


def acted(match: Match, cell: int) -> Match:
    """``match`` after whoever is to act has acted on ``cell``."""
    acting = match.acting_seat
    assert acting is not None
    action = Action(match.board.action, match.version, cell=cell, user=acting.user)
    return services.act_and_advance(game_id=match.id, action=action).match


def finished(game: type[Board], *people: User) -> Match:
    """The game's own example, played to its end."""
    match = opened(game, *people)
    for cell in game.EXAMPLE:
        match = acted(match, cell)
    return match
