"""Stores on people's seats when a game ended, and with which result.

So one index serves a person's history, filtered by result too, however long it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from django.db.models import Q, QuerySet

from games import models
from games.match import ABORTED, LOCAL, Match
from games.models import Seat
from games.rules import third_seats, third_won
from games.storage.rows import match_of, time_of

SEATS = models.Seat._meta.db_table


def results(match: Match) -> list[str]:
    """The result of every seat of a match that is over, in order; "" where no person holds it.

    A person with several seats has a result only on the first, so that a history lists the game
    once.
    """
    told, found = set[int](), []
    for seat in match.seats:
        first = seat.user is not None and seat.user not in told
        found.append(_result(match, seat.user) if first and seat.user is not None else "")
        told |= {seat.user} if seat.user is not None else set()
    return found


def _result(match: Match, user: int) -> Seat.Result:
    winner = match.outcome.winner if match.outcome else None
    if match.status == ABORTED:
        return Seat.Result.ABORTED
    if not winner:
        return Seat.Result.DRAWN
    if match.kind == LOCAL:
        return Seat.Result.SHARED
    own = [seat.name for seat in match.seats if seat.user == user]
    if winner in own:
        return Seat.Result.WON
    third = all(third_won(type(match.board), winner, seat) for seat in own)
    return Seat.Result.THIRD if third else Seat.Result.LOST


def keep_ends(matches: Sequence[Match]) -> None:
    """Write the end of matches on their seats, in the caller's transaction."""
    with connection.cursor() as cursor:
        for match in matches:
            assert match.ended is not None
            found = [(index, str(result)) for index, result in enumerate(results(match)) if result]
            if not any(seat.user is not None for seat in match.seats):
                continue
            cases = " ".join(['WHEN "index" = %s THEN %s'] * len(found))
            statement = (
                f"UPDATE {SEATS} SET ended_at = %s, result = CASE {cases} ELSE '' END "
                "WHERE game_id = %s AND user_id IS NOT NULL"
            )
            ended = connection.ops.adapt_datetimefield_value(time_of(match.ended))
            values = [value for case in found for value in case]
            cursor.execute(statement, [ended, *values, match.id])


def missing() -> int:
    """How many seats a process of an older version left without the result they have today."""
    return _wrong().count()


def repair() -> int:
    """Write the results that are missing or outdated on seats; return how many."""
    games = _wrong().order_by().values_list("game_id", flat=True)
    before = missing()
    for game_id in list(games.distinct()):
        game = models.Game.objects.prefetch_related("seats__user").get(pk=game_id)
        keep_ends([match_of(game)])
    return before


def _wrong() -> QuerySet[Seat]:
    """Seats without their end; and rivals who lost to a third seat, which is no loss."""
    rows = models.Seat.objects.filter(user__isnull=False)
    unwritten = Q(ended_at__isnull=True, game__finished_at__isnull=False)
    thirds = third_seats()
    return rows.filter(
        unwritten | Q(result=Seat.Result.LOST, game__winner__in=thirds) & ~Q(name__in=thirds)
    )
