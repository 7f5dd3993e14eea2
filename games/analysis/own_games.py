"""The game data of a person, for their own download."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver

from accounts.guests import User
from accounts.signals import Sections, data_collected, data_measured, games_written
from games import presenters
from games.analysis import game_text, variations
from games.match import PERSON, Match
from games.models import Game, IdempotencyKey, Rating, RatingChange, Seat
from games.queries import selectors
from games.storage.log import moves_of

AT_ONCE = 200
"""Games read together."""

GAME = (
    *("id", "variant", "exact", "kind", "event", "status", "winner", "reason", "rated"),
    *("position", "opening", "base_ms", "increment_ms"),
    *("created_at", "started_at", "finished_at"),
)


@receiver(data_collected, dispatch_uid="games.own_data")
def collect(sender: object, user: User, **_: object) -> Sections:
    ratings = Rating.objects.filter(user=user.pk).order_by("pk")
    changes = RatingChange.objects.filter(user=user.pk).order_by("pk")
    keys = IdempotencyKey.objects.filter(user=user.pk).order_by("pk")
    rated = ("variant", "rating", "deviation", "volatility", "pairs", "rated_at")
    return {
        "games": (_game(game, user.pk) for game in games_of(user.pk)),
        "ratings": ratings.values(*rated).iterator(),
        "rating_changes": changes.values("game_id", "score", "before", "after").iterator(),
        "challenges_sent": _challenges(user.challenges_sent, "challenged"),
        "challenges_received": _challenges(user.challenges_received, "challenger"),
        "reports": _reports(user),
        "reports_worked_on_as_staff": _reports_taken(user),
        "requests": keys.values("key", "game_id", "created_at").iterator(),
    }


def _challenges(rows: Any, other: str) -> Iterator[dict[str, Any]]:
    """Challenges of one direction, with the other person's name."""
    terms = ("variant", "seat", "base_ms", "increment_ms", "rated", "status", "made_at")
    found = rows.order_by("pk").values(f"{other}__name", *terms, "answered_at", "game_id")
    return iter(found.iterator())


def _reports(user: User) -> Iterator[dict[str, Any]]:
    """What a person reported."""
    told = ("reported__name", "game_id", "reason", "text", "status", "made_at")
    return iter(user.reports_made.order_by("pk").values(*told).iterator())


def _reports_taken(user: User) -> Iterator[dict[str, Any]]:
    """The reports on which a person worked as staff."""
    told = ("id", "reason", "status", "made_at", "closed_at", "note")
    return iter(user.reports_taken.order_by("pk").values(*told).iterator())


@receiver(data_measured, dispatch_uid="games.own_data_measured")
def measure(sender: object, user: User, most: int | None, **_: object) -> int:
    return Seat.objects.filter(user=user.pk).order_by()[:most].count()


@receiver(games_written, dispatch_uid="games.own_games")
def write(sender: object, user: User, **_: object) -> Iterator[str]:
    return (f"{as_text(one.match)}\n" for page in _pages(user.pk) for one in selectors.newest(page))


def as_text(match: Match) -> str:
    """A match as the text that an import reads, with its players."""
    start = presenters.start_of(match)
    line = variations.Variation((start,), (), 0).after(*match.moves)
    return game_text.as_text(line, players_of(match))


def players_of(match: Match) -> dict[str, str]:
    """Who sits where, engines by their formal names."""
    variant = match.board.VARIANT
    return {
        seat.name: seat.title if seat.kind == PERSON else presenters.formal_title(seat, variant)
        for seat in match.seats
    }


def games_of(user_id: int) -> Iterator[Game]:
    """The games of a person, those too which they opened and left, with seats."""
    for page in _pages(user_id):
        games = Game.objects.filter(pk__in=page).order_by("created_at", "pk")
        yield from games.prefetch_related("seats__user", "remarks")


def _pages(user_id: int) -> Iterator[list[str]]:
    """The ids of a person's games, each once, in pages."""
    sat = _by_key(Seat.objects.filter(user=user_id), "game_id")
    opened = Game.objects.filter(created_by=user_id).exclude(seats__user=user_id)
    told: set[str] = set()
    page: list[str] = []
    for game_id in chain(sat, opened.order_by("pk").values_list("pk", flat=True).iterator()):
        if game_id in told:
            continue
        told.add(game_id)
        page.append(game_id)
        if len(page) == AT_ONCE:
            yield page
            page = []
    if page:
        yield page


def _by_key(rows: QuerySet[Any], field: str) -> Iterator[str]:
    """A field of all rows, by their key: each query is short."""
    found = list(rows.order_by("pk").values_list("pk", field)[:AT_ONCE])
    while found:
        yield from (value for _, value in found)
        rest = rows.filter(pk__gt=found[-1][0])
        found = list(rest.order_by("pk").values_list("pk", field)[:AT_ONCE])


def _game(game: Game, user_id: int) -> dict[str, Any]:
    return {
        **{name: getattr(game, name) for name in GAME},
        "opened_by_you": game.created_by_id == user_id,
        "seats": [
            {
                "seat": seat.name,
                "holder": seat.engine or (seat.person_name if seat.kind == PERSON else seat.kind),
                "you": seat.user_id == user_id,
                "rating": seat.rating,
            }
            for seat in game.seats.all()
        ],
        "remarks": [
            {"seat": one.seat, "phrase": one.code, "at": one.at} for one in game.remarks.all()
        ],
        "moves": [
            {"ply": move.ply, "seat": move.seat, "cell": move.cell, "at": move.at}
            for move in moves_of(game)
        ],
    }
