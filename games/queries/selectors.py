"""All reads of games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import (
    BigIntegerField,
    Exists,
    F,
    FilteredRelation,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Value,
)

from games import models
from games.match import ACTIVE, MEETINGS, OPEN, Match
from games.queries.composed import Composed, Given
from games.queries.engine_names import engines_called, engines_there_are
from games.queries.social import seats_beside
from games.storage import log
from games.storage.match_cache import CachedMatch, match_cache
from games.storage.reading import GameRead, read_games
from games.storage.rows import match_of, stored_match

MOST_AT_ONCE = 500
"""How many games one statement names."""


class NoSuchGame(LookupError):
    """There is no game with this id."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"There is no game {game_id!r}.")


def match(game_id: str) -> Match:
    """The game ``game_id`` at its newest version. Raises NoSuchGame."""
    return cached(game_id).match


def cached(game_id: str) -> CachedMatch:
    """The game at its newest version, with the action ids it has accepted. Raises NoSuchGame."""
    found = newest([game_id])
    if not found:
        raise NoSuchGame(game_id)
    return found[0]


def newest(game_ids: Iterable[str]) -> list[CachedMatch]:
    """Read games together and cache them; ids of no game are left out."""
    found = [_cached_match(row) for row in read_games(list(game_ids))]
    # A transaction may be rolled back.
    if not connection.in_atomic_block:
        for one in found:
            match_cache.put(one)
    return found


def _cached_match(row: GameRead) -> CachedMatch:
    entries = list(log.read(row.log))
    match = stored_match(row.game, row.state, row.seats, log.cells(entries), row.rematch)
    return CachedMatch(match, {one.sent: one.version for one in entries if one.sent})


SEATS = Prefetch(
    "seats",
    models.Seat.objects.order_by("index")
    .select_related("user")
    .only(
        *(field.name for field in models.Seat._meta.fields),
        "user__name",
        "user__is_guest",
        "user__is_bot",
    ),
)
"""The seats of games and what pages show of their people. The default order would join the games.
"""


def _rows() -> QuerySet[models.Game]:
    # No caller needs an order, and composing the default one takes as long as all the rest.
    return models.Game.objects.order_by().select_related("rematch").prefetch_related(SEATS)


def load(game_id: str) -> tuple[Match, models.Game]:
    """The match and the row it was read from. Raises NoSuchGame."""
    game = _rows().filter(id=game_id).first()
    if game is None:
        raise NoSuchGame(game_id)
    return match_of(game), game


def opened_at(game_id: str) -> datetime:
    return models.Game.objects.values_list("created_at", flat=True).get(pk=game_id)


def versions(game_ids: Iterable[str]) -> dict[str, int]:
    """The newest versions of games, by id, without reading the games."""
    wanted, found = list(game_ids), dict[str, int]()
    for first in range(0, len(wanted), MOST_AT_ONCE):
        rows = models.Game.objects.filter(id__in=wanted[first : first + MOST_AT_ONCE])
        found.update(rows.values_list("id", "version"))
    return found


def cards() -> QuerySet[models.Game]:
    """Games with all that a list shows of them, newest first."""
    return models.Game.objects.prefetch_related(SEATS).order_by("-updated_at", "id")


def games_of(user_id: int) -> QuerySet[models.Game]:
    """The games in which a person has a seat, newest first."""
    return cards().filter(id__in=models.Seat.objects.filter(user_id=user_id).values("game_id"))


def running_games(user_id: int, besides: str = "") -> QuerySet[models.Game]:
    """A person's open and running games, except ``besides``."""
    # By id: with a subquery PostgreSQL expects far more games and reads all of them; so it does
    # for the default order of seats, which is that of their games.
    ids = [one for one in _running_ids.column(user=user_id) if one != besides]
    return cards().filter(id__in=ids, status__in=[OPEN, ACTIVE]) if ids else cards().none()


MOST_PLAYED = 500
"""Running games of a person that are read at once."""


def playing_ids(user_id: int) -> list[str]:
    """The ids of a person's newest open and running games, at most ``MOST_PLAYED``."""
    return list(_running_ids.column(user=user_id))


@Composed
def _running_ids() -> QuerySet[models.Seat, Any]:
    mine = models.Seat.objects.filter(user_id=Given("user", BigIntegerField()))
    running = mine.filter(ended_at__isnull=True).order_by("-pk")
    return running.values_list("game_id")[:MOST_PLAYED]


def meetings_since(user_id: int, since: datetime, besides: str, most: int) -> list[models.Game]:
    """A person's games with others that were opened or begun after ``since`` and are not over.

    Games of challenges are left out, since every page announces those anyway.
    """
    running = running_games(user_id, besides)
    if running.query.is_empty():  # as for nearly everybody
        return []
    recent = Q(status=OPEN, created_at__gte=since) | Q(status=ACTIVE, started_at__gte=since)
    return list(running.filter(recent, kind__in=MEETINGS, challenge__isnull=True)[:most])


def is_guest(user_id: int) -> bool:
    """Whether a person plays without an account."""
    return get_user_model().objects.filter(pk=user_id, is_guest=True).exists()


def stays_in_class(user_ids: Iterable[int]) -> bool:
    """Whether one of these people plays with their class alone."""
    return get_user_model().objects.filter(pk__in=user_ids, plays_outside=False).exists()


def open_count(user_id: int) -> int:
    """How many games a person has opened that still wait for somebody."""
    return models.Game.objects.filter(created_by_id=user_id, status=OPEN).count()


class HistoryFilters(TypedDict, total=False):
    """The filters of a history; an empty one does not filter."""

    variant: str
    kind: str
    opponent: str
    result: str


def finished_games(user_id: int, filters: HistoryFilters) -> QuerySet[models.Game]:
    """A person's history, the latest end first.

    A result is one of ``RESULTS``, seen from the person's own seat; games at one screen have
    none. Seats store when and how each game ended, so only the page that is shown is read,
    however long the history or rare the result.
    """
    own = FilteredRelation("seats", condition=Q(seats__user_id=user_id))
    asked = filters.get("result")
    # In one call, or Django would take the result from any of the person's seats.
    which = Q(own__result=RESULTS[asked]) if asked else Q(own__result__gt="")
    if filters.get("opponent"):
        which &= _is_met(filters["opponent"], user_id)
    rows = models.Game.objects.annotate(own=own).filter(which, own__ended_at__isnull=False)
    if filters.get("variant"):
        rows = rows.filter(variant=filters["variant"])
    if filters.get("kind"):
        rows = rows.filter(kind=filters["kind"])
    return rows.order_by("-own__ended_at", "-own__id").prefetch_related(SEATS)


RESULTS = {
    "won": models.Seat.Result.WON,
    "lost": models.Seat.Result.LOST,
    "drawn": models.Seat.Result.DRAWN,
    "third": models.Seat.Result.THIRD,
}
"""How a seat stores each result that a history can be filtered by."""

NAMED_OF_LATE = 1_000
"""How many of a person's latest games are searched for engines with switches by name."""


def _is_met(name: str, user_id: int) -> Q:
    """Of ``own`` seats those in games with a person or an engine called ``name``."""
    engines = engines_called(name, {*_engines_met(user_id), *engines_there_are()})
    named = get_user_model().objects.named(name).exclude(pk=user_id)
    people = list(named.values_list("pk", flat=True))
    if not engines and (met := seats_beside(user_id, people)) is not None:
        return Q(own__pk__in=met)
    others = models.Seat.objects.filter(game=OuterRef("pk"))
    return Q(Exists(others.filter(Q(user__in=people) | Q(engine__in=engines))))


def games_by_status() -> dict[str, int]:
    """How many games are open, and how many in play: those with a ``due_at``."""
    games = models.Game.objects
    active = games.filter(due_at__isnull=False)
    return {str(OPEN): games.filter(status=OPEN).count(), str(ACTIVE): active.count()}


def all_games() -> Iterator[models.Game]:
    """Every game with its seats, a few at a time."""
    games = models.Game.objects.order_by("pk").prefetch_related("seats")
    yield from games.iterator(chunk_size=MOST_AT_ONCE)


def maintenance() -> models.Maintenance | None:
    """The maintenance that is under way, during which no game begins."""
    return models.Maintenance.objects.first()


def _engines_met(user_id: int) -> QuerySet[models.Seat, tuple[str, str]]:
    """The engines of a person's latest games, with their games."""
    mine = models.Seat.objects.filter(user_id=user_id, ended_at__isnull=False)
    latest = mine.order_by("-ended_at").values("game_id")[:NAMED_OF_LATE]
    met = models.Seat.objects.filter(game__in=latest).exclude(engine="")
    return met.order_by().values_list("game__variant", "engine").distinct()


def due(now: datetime, most: int) -> list[str]:
    """The games in play that the server has to check, the longest overdue first."""
    rows = models.Game.objects.filter(due_at__lte=now).order_by("due_at")
    return list(rows.values_list("id", flat=True)[:most])


def rating(user_id: int, variant: str) -> int | None:
    """A person's rating at a game, as it is shown; None for a person without a rating."""
    found = models.Rating.objects.filter(user_id=user_id, variant=variant)
    number = found.values_list("rating", flat=True).first()
    return None if number is None else round(number)


def ratings_of(user_id: int) -> list[models.Rating]:
    return list(models.Rating.objects.filter(user_id=user_id))


def ratings_of_all(user_ids: Collection[int]) -> dict[int, list[models.Rating]]:
    """The ratings of each of some people; people without any are left out."""
    found: dict[int, list[models.Rating]] = {}
    for one in models.Rating.objects.filter(user_id__in=user_ids):
        found.setdefault(one.user_id, []).append(one)
    return found


def rated_at(variant: str) -> QuerySet[models.Rating]:
    """All ratings at a game, closed accounts included."""
    return models.Rating.objects.filter(variant=variant).order_by()


class RatedPerson(NamedTuple):
    """A row of a rating board."""

    user_id: int
    name: str
    is_bot: bool
    rating: float
    deviation: float
    pairs: int
    rated_at: datetime


def rating_board(variant: str, *, bots: bool = False) -> QuerySet[models.Rating, Any]:
    """People by the lower bound of their rating: the columns of ``RatedPerson``.

    The bound is the rating less twice its deviation. Bots have a board of their own.
    """
    people = {"user__is_active": True, "user__friends_only": False}
    rows = models.Rating.objects.filter(variant=variant, **people)
    if bots:  # there are few, and an index finds them
        rows = rows.filter(user__in=get_user_model().objects.filter(is_bot=True).values("pk"))
    else:
        rows = rows.filter(user__is_bot=False)
    sure = F("rating") - Value(2.0) * F("deviation")  # as the index has it
    columns = ("user_id", "user__name", "user__is_bot", *RatedPerson._fields[3:])
    return rows.order_by(sure.desc(), "user_id").values_list(*columns)


def rating_changes(game_id: str) -> list[models.RatingChange]:
    return list(models.RatingChange.objects.filter(game_id=game_id).select_related("user"))
