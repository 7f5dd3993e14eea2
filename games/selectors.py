"""All reads of games."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet

from games import models
from games.engines import ENGINES
from games.match import (
    ABORTED,
    ACTIVE,
    FINISHED,
    FORMER_PLAYER,
    OPEN,
    PERSON,
    Clock,
    Match,
    Seat,
)
from games.recent import Known, recent
from games.rules import Outcome, board_class


class NoSuchGame(LookupError):
    """There is no game with this id."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"There is no game {game_id!r}.")


def match(game_id: str) -> Match:
    """The game ``game_id`` as the table sees it, at its newest version. Raises NoSuchGame."""
    return known(game_id).match


def known(game_id: str) -> Known:
    """The game at its newest version and the answers its actions got. Raises NoSuchGame."""
    found = newest([game_id])
    if not found:
        raise NoSuchGame(game_id)
    return found[0]


def newest(game_ids: Iterable[str]) -> list[Known]:
    """Those of the games that exist, read together and remembered."""
    rows = list(_rows().filter(id__in=game_ids))
    moves: dict[str, list[tuple[int, str | None, int]]] = {row.id: [] for row in rows}
    kept = models.Move.objects.filter(game_id__in=list(moves)).order_by("game_id", "ply")
    for move in kept.values_list("game_id", "cell", "action_id", "version"):
        moves[move[0]].append(move[1:])
    found = [_known(row, moves[row.id]) for row in rows]
    if not connection.in_atomic_block:  # what is read within may yet be undone
        for one in found:
            recent.put(one)
    return found


def _known(game: models.Game, moves: list[tuple[int, str | None, int]]) -> Known:
    # A move that landed between the two reads belongs to a later version: leave it out.
    moves = [move for move in moves if move[2] <= game.version]
    moved = {action_id: version for _, action_id, version in moves if action_id}
    match = to_match(game, [cell for cell, _, _ in moves])
    return Known(match, game.table.get("acks", {}), moved)


def _rows() -> QuerySet[models.Game]:
    return models.Game.objects.select_related("rematch").prefetch_related("seats__user")


def load(game_id: str) -> tuple[Match, models.Game]:
    """The match and the row it was read from. Raises NoSuchGame."""
    game = _rows().filter(id=game_id).first()
    if game is None:
        raise NoSuchGame(game_id)
    # A move that lands between the two reads belongs to a later version: leave it out.
    moves = models.Move.objects.filter(game_id=game_id, version__lte=game.version)
    return to_match(game, list(moves.order_by("ply").values_list("cell", flat=True))), game


def to_match(game: models.Game, cells: list[int]) -> Match:
    """Build the match from a row with its seats at hand and the cells of its moves in order."""
    board = board_class(game.variant).from_notation(game.position)
    over = game.status in (FINISHED, ABORTED)
    table = game.table
    rematch = getattr(game, "rematch", None)
    return Match(
        id=game.id,
        board=board,
        seats=tuple(_seat(seat) for seat in game.seats.all()),
        kind=game.kind,
        status=game.status,
        outcome=_outcome(game, board) if over else None,
        moves=tuple(cells),
        opening=game.opening,
        version=game.version,
        clock=_clock(game),
        rated=game.rated,
        return_id=table.get("return_id"),
        draw_offer=table.get("draw_offer"),
        draw_offered_at=table.get("draw_offered_at"),
        draw_offered_by=table.get("draw_offered_by"),
        rematch_offer=table.get("rematch_offer"),
        rematch_game=rematch.id if rematch else None,
        started=_ms(game.started_at),
        updated=_ms(game.updated_at) or 0,
        ended=_ms(game.finished_at),
        seed=game.seed,
    )


def version(game_id: str) -> int:
    """The newest version of a game, without the rest of it. Raises NoSuchGame."""
    found = models.Game.objects.filter(id=game_id).values_list("version", flat=True).first()
    if found is None:
        raise NoSuchGame(game_id)
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


def open_games() -> QuerySet[models.Game]:
    """The lobby: games anybody may join, the longest waiting first."""
    return cards().filter(kind=models.Game.Kind.LOBBY, status=OPEN).order_by("created_at")


def waiting_on(
    variant: str, base_ms: int | None, increment_ms: int | None, rated: bool
) -> QuerySet[models.Game]:
    """The open games of the lobby on these terms, by the usual rules, the longest waiting first."""
    terms = {"base_ms": base_ms, "increment_ms": increment_ms, "rated": rated, "exact": False}
    return open_games().filter(variant=variant, **terms)


def open_count(user_id: int) -> int:
    """How many games a person has opened that still wait for somebody."""
    return models.Game.objects.filter(created_by_id=user_id, status=OPEN).count()


def finished_games(user_id: int, filters: dict[str, Any]) -> QuerySet[models.Game]:
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
        engines = _engines_called(name)
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
    """A person's rating at a game, as it is shown; None for whoever has not been rated."""
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


def _engines_called(name: str) -> set[str]:
    """The engines somebody may mean by ``name``: as their pages call them, or as addresses do."""
    meant = name.casefold()
    return {name.lower()} | {
        slug
        for engines in ENGINES.values()
        for slug, one in engines.items()
        if meant in one.title.casefold()
    }


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


def _seat(row: models.Seat) -> Seat:
    title = ""
    if row.kind == PERSON:
        title = row.user.name if row.user else FORMER_PLAYER
    return Seat(row.name, row.kind, row.user_id, title, row.engine, row.rating)


def _outcome(game: models.Game, board: Any) -> Outcome:
    on_board = board.outcome
    if on_board is not None and on_board.reason == game.reason:
        return on_board
    return Outcome(game.winner or None, game.reason)


def _clock(game: models.Game) -> Clock | None:
    if game.base_ms is None:
        return None
    kept = game.table["clock"]
    return Clock(game.base_ms, game.increment_ms or 0, kept["remaining"], kept.get("since"))


def _ms(time: datetime | None) -> int | None:
    return None if time is None else round(time.timestamp() * 1000)
