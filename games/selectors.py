"""All reads of games."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple, TypedDict

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import F, Prefetch, Q, QuerySet

from games import models
from games.characters import character
from games.engines import EngineError, engine
from games.match import ABORTED, ACTIVE, FINISHED, MEETINGS, OPEN, Match
from games.storage.columns import AcceptedRow, MoveRow
from games.storage.match_cache import CachedMatch, match_cache
from games.storage.rows import match_of

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
    """The game at its newest version and the answers its actions got. Raises NoSuchGame."""
    found = newest([game_id])
    if not found:
        raise NoSuchGame(game_id)
    return found[0]


def newest(game_ids: Iterable[str]) -> list[CachedMatch]:
    """Those of the games that exist, read together and remembered."""
    rows = list(_rows().filter(id__in=game_ids))
    actions: dict[str, list[StoredAction]] = {row.id: [] for row in rows}
    for action in _stored_actions(list(actions)):
        actions[action.game_id].append(action)
    found = [_cached_match(row, actions[row.id]) for row in rows]
    if not connection.in_atomic_block:  # what is read within may yet be undone
        for one in found:
            match_cache.put(one)
    return found


class StoredAction(NamedTuple):
    """A move, or another accepted action, whose ``ply`` and ``cell`` are 0."""

    game_id: str
    ply: int
    cell: int
    action_id: str | None
    version: int


def _select(table: str, row: type[MoveRow | AcceptedRow]) -> str:
    """A part of ``ACTIONS``: the columns that rows of this kind have, and 0 for the others."""
    columns = [name if name in row._fields else "0" for name in StoredAction._fields]
    return f"SELECT {', '.join(columns)} FROM {table} WHERE game_id IN ({{ids}})"  # noqa: S608


ACTIONS = " UNION ALL ".join(
    [
        _select(models.Move._meta.db_table, MoveRow),
        _select(models.AcceptedAction._meta.db_table, AcceptedRow),
    ]
)
ACTIONS += " ORDER BY ply"
"""Composed once: Django takes longer to compose this query than a database to answer it."""


def _stored_actions(game_ids: list[str]) -> list[StoredAction]:
    """The moves of games and their other accepted actions, in one query, by ply."""
    if not game_ids:
        return []
    statement = ACTIONS.format(ids=", ".join(["%s"] * len(game_ids)))
    with connection.cursor() as cursor:
        cursor.execute(statement, game_ids * 2)
        return [StoredAction(*row) for row in cursor.fetchall()]


def _cached_match(game: models.Game, stored: list[StoredAction]) -> CachedMatch:
    # What landed between the two reads belongs to a later version: leave it out.
    actions = [one for one in stored if one.version <= game.version]
    answers = {one.action_id: one.version for one in actions if one.action_id}
    return CachedMatch(match_of(game, [one.cell for one in actions if one.ply]), answers)


def _rows() -> QuerySet[models.Game]:
    # Nobody asks for an order of games, and composing the usual one takes as long as all the rest.
    seats = Prefetch("seats", models.Seat.objects.order_by("index").select_related("user"))
    return models.Game.objects.order_by().select_related("rematch").prefetch_related(seats)


def load(game_id: str) -> tuple[Match, models.Game]:
    """The match and the row it was read from. Raises NoSuchGame."""
    game = _rows().filter(id=game_id).first()
    if game is None:
        raise NoSuchGame(game_id)
    # A move that lands between the two reads belongs to a later version: leave it out.
    moves = models.Move.objects.filter(game_id=game_id, version__lte=game.version)
    return match_of(game, list(moves.order_by("ply").values_list("cell", flat=True))), game


def versions(game_ids: Iterable[str]) -> dict[str, int]:
    """The newest versions of those of the games that exist, without the rest of them."""
    wanted, found = list(game_ids), dict[str, int]()
    for first in range(0, len(wanted), MOST_AT_ONCE):
        rows = models.Game.objects.filter(id__in=wanted[first : first + MOST_AT_ONCE])
        found.update(rows.values_list("id", "version"))
    return found


def cards() -> QuerySet[models.Game]:
    """Games with what a list of them shows, newest first."""
    return models.Game.objects.prefetch_related("seats__user").order_by("-updated_at", "id")


def games_of(user_id: int) -> QuerySet[models.Game]:
    """The games in which a person has a seat, newest first."""
    mine = models.Seat.objects.filter(user_id=user_id).values("game_id")
    return cards().filter(id__in=mine)


def running_games(user_id: int) -> QuerySet[models.Game]:
    """A person's games that wait for somebody."""
    return games_of(user_id).filter(status__in=[OPEN, ACTIVE])


def meetings_since(user_id: int, since: datetime) -> QuerySet[models.Game]:
    """A person's games with others, opened after ``since`` and open, or begun after it and on."""
    recent = Q(status=OPEN, created_at__gte=since) | Q(status=ACTIVE, started_at__gte=since)
    return games_of(user_id).filter(recent, kind__in=MEETINGS)


def open_games() -> QuerySet[models.Game]:
    """The lobby: games anybody may join, the longest waiting first."""
    return cards().filter(kind=models.Game.Kind.LOBBY, status=OPEN).order_by("created_at")


def waiting_on(
    variant: str, base_ms: int | None, increment_ms: int | None, rated: bool
) -> QuerySet[models.Game]:
    """The open games of the lobby on these terms, by the usual rules, the longest waiting first."""
    terms = {"base_ms": base_ms, "increment_ms": increment_ms, "rated": rated, "exact": False}
    return open_games().filter(variant=variant, **terms)


def is_guest(user_id: int) -> bool:
    """Whether a person plays without an account."""
    return get_user_model().objects.filter(pk=user_id, is_guest=True).exists()


def open_count(user_id: int) -> int:
    """How many games a person has opened that still wait for somebody."""
    return models.Game.objects.filter(created_by_id=user_id, status=OPEN).count()


class HistoryFilters(TypedDict, total=False):
    """What a history can be narrowed to; empty texts leave it as it is."""

    variant: str
    kind: str
    opponent: str
    result: str


def finished_games(user_id: int, filters: HistoryFilters) -> QuerySet[models.Game]:
    """A person's history. ``filters``: variant, kind, opponent (a name), result.

    A result is ``won``, ``lost`` or ``drawn``, seen from the person's own seat; at one screen
    nobody wins against anybody.
    """
    rows = games_of(user_id).filter(status__in=[FINISHED, ABORTED])
    if filters.get("variant"):
        rows = rows.filter(variant=filters["variant"])
    if filters.get("kind"):
        rows = rows.filter(kind=filters["kind"])
    if filters.get("opponent"):
        name = filters["opponent"]
        met = models.Seat.objects.filter(game__in=rows).exclude(engine="")
        engines = _engines_called(name, met.values_list("game__variant", "engine").distinct())
        other = models.Seat.objects.filter(Q(user__name__iexact=name) | Q(engine__in=engines))
        rows = rows.filter(id__in=other.exclude(user_id=user_id).values("game_id"))
    if filters.get("result"):
        rows = rows.filter(_result_is(filters["result"], user_id))
    return rows


def games_waiting_for_server(now: datetime) -> QuerySet[models.Game]:
    """Games in play that a passed deadline may have ended or whose engine has not answered."""
    return models.Game.objects.filter(status=ACTIVE, updated_at__lt=now).filter(
        Q(base_ms__isnull=False) | Q(seats__kind__in=["engine", "neutral"])
    )


def rating(user_id: int, variant: str) -> int | None:
    """A person's rating at a game, as it is shown; None for a person without a rating."""
    found = models.Rating.objects.filter(user_id=user_id, variant=variant)
    number = found.values_list("rating", flat=True).first()
    return None if number is None else round(number)


def ratings_of(user_id: int) -> list[models.Rating]:
    return list(models.Rating.objects.filter(user_id=user_id))


def rating_board(variant: str) -> QuerySet[models.Rating]:
    """People by the rating they have almost certainly earned: less twice its deviation."""
    rows = models.Rating.objects.filter(variant=variant, user__is_active=True)
    sure = F("rating") - 2 * F("deviation")
    return rows.select_related("user").annotate(sure=sure).order_by("-sure", "user_id")


def rating_changes(game_id: str) -> list[models.RatingChange]:
    return list(models.RatingChange.objects.filter(game_id=game_id).select_related("user"))


def _engines_called(name: str, met: Iterable[tuple[str, str]]) -> set[str]:
    """The engines that ``name`` may mean, of those ``met`` as (game, engine's name) pairs.

    People may call them as pages do, in part, or as addresses do.
    """
    meant = name.casefold()
    return {
        one
        for variant, one in met
        if meant in (one, one.partition(":")[0]) or meant in _label(variant, one).casefold()
    }


def _label(variant: str, name: str) -> str:
    """All names that pages give an engine, one after the other."""
    known = character(variant, name)
    return f"{_formal(variant, name)} {known.name if known else ''}"


def _formal(variant: str, name: str) -> str:
    try:
        return engine(variant, name).label
    except EngineError:  # an engine of long ago whose games are still here
        return name


def _result_is(result: str, user_id: int) -> Q:
    """Games won, lost or drawn by a person, from the seat that won."""
    mine = models.Seat.objects.filter(user_id=user_id)
    if result == "drawn":
        return Q(status=FINISHED, winner="")
    wins = Q()
    for name in mine.values_list("name", flat=True).distinct():
        own = mine.filter(name=name).values("game_id")
        wins |= Q(winner=name, id__in=own)
    if not wins:
        return Q(pk__in=[])
    return (
        Q(status=FINISHED)
        & ~Q(kind=models.Game.Kind.LOCAL)
        & (wins if result == "won" else ~wins & ~Q(winner=""))
    )
