"""What somebody sees while a game of theirs waits for an opponent, on its page and on others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.characters import Character, nearest, rivals
from games.match import LOBBY, OPEN, PERSON, Match
from games.models import Game
from games.presenters.lists import game_url, terms
from games.presenters.sentences import board_title
from games.rules import board_class

OFFERED = 3
"""How many characters are offered to play meanwhile: the friendliest ones."""

PATIENCE = 8_000
"""Milliseconds in the lobby after which a computer of one's own strength is offered."""

NEWCOMER = 1500
"""The rating of somebody whom nobody has measured."""

ONLOOKERS = {
    "none": "Nobody is looking at it now.",
    "one": "Somebody is looking at it now.",
    "many": "{count} people are looking at it now.",
}
"""What a page says of those who are at an open game without a seat."""


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game of somebody's that waits, or that has just begun, as ``news`` says then."""

    id: str
    url: str
    title: str
    terms: str
    begun: bool
    news: str


def waiting_game(game: Game, viewer: int) -> WaitingGame:
    """``game`` for a page that is about something else. Needs seats at hand."""
    others = [
        seat.person_name
        for seat in game.seats.all()
        if seat.kind == PERSON and seat.user_id != viewer
    ]
    return WaitingGame(
        id=game.id,
        url=game_url(game.id, game.kind),
        title=board_title(board_class(game.variant), game.exact),
        terms=terms(game),
        begun=game.status != OPEN,
        news=_news(game, viewer, others),
    )


def _news(game: Game, viewer: int, others: list[str]) -> str:
    """Who is at a game that has begun, told to ``viewer``; empty while it waits."""
    if game.status == OPEN:
        return ""
    names = " and ".join(others) or "Your opponent"
    if game.created_by_id == viewer:
        return f"{names} joined your game"
    return f"Your game with {names} has begun" if others else "Your game has begun"


def is_waiting(match: Match, viewer: int | None) -> bool:
    """Whether ``viewer`` sits at a game that is not full yet."""
    return match.status == OPEN and match.seat_of(viewer) is not None


@dataclass(frozen=True, slots=True)
class Nearest:
    """The computer about as strong as somebody who waits, to play ``instead`` of the open game.

    It is offered ``after`` so many milliseconds from now; 0: at once.
    """

    who: Character
    instead: str
    after: int


def nearest_computer(
    game_id: str, variant: str, *, waited: int, rating: int | None
) -> Nearest | None:
    """Whom to offer somebody with ``rating`` who has waited so many milliseconds in the lobby."""
    who = nearest(variant, NEWCOMER if rating is None else rating)
    return Nearest(who, game_id, max(0, PATIENCE - waited)) if who else None


def wait_context(
    match: Match, *, waited: int, watchers: int, queue: int, rating: int | None
) -> dict[str, Any]:
    """What those at an open game are told while it waits.

    ``waited`` are the milliseconds since it was opened, ``watchers`` those who look on, ``queue``
    how many others wait in the lobby, ``rating`` that of the one who waits.
    """
    variant, in_lobby = match.board.VARIANT, match.kind == LOBBY
    own = None
    if in_lobby:
        own = nearest_computer(match.id, variant, waited=waited, rating=rating)
    return {
        "waited": waited,
        "elapsed": elapsed(waited),
        "onlookers": ONLOOKERS,
        "onlookers_now": onlookers(watchers),
        "queue": queue_sentence(queue) if in_lobby else "",
        "offers": offers(variant, own.who if own else None),
        "nearest": own,
    }


def onlookers(count: int) -> str:
    """Whether somebody is looking at an open game."""
    form = {0: "none", 1: "one"}.get(count, "many")
    return ONLOOKERS[form].format(count=count)


def queue_sentence(others: int) -> str:
    """How many others wait in the lobby."""
    here = {0: "Nobody else is waiting there.", 1: "One other person is waiting there, too."}
    return here.get(others, f"{others} other people are waiting there, too.")


def offers(variant: str, besides: Character | None = None) -> list[Character]:
    """Whom to play while one waits: characters of the same game, the friendliest first.

    ``besides`` is offered in another way.
    """
    return [one for one in rivals(variant) if one != besides][:OFFERED]


def elapsed(ms: int) -> str:
    """A time as clocks show it: ``0:07``, ``12:30``, ``1:02:05``."""
    minutes, seconds = divmod(max(0, ms) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
