"""The owners of stored games: rows that change hands without a new version of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef

from games import models
from games.match import PERSON


def give_games(old: int, new: int, *, but: Iterable[str]) -> bool:
    """Give the games of ``old`` to ``new``, except ``but``; True if ``old`` still has seats."""
    kept = set(but)
    seats = models.Seat.objects.filter(user_id=old)
    seats.exclude(game_id__in=kept).update(user_id=new)
    opened = models.Game.objects.filter(created_by_id=old)
    opened.exclude(id__in=kept).update(created_by_id=new)
    keys = models.IdempotencyKey.objects
    used = keys.filter(user_id=new).values("key")
    keys.filter(user_id=old).exclude(key__in=used).update(user_id=new)
    return seats.exists()


def forget_guest(user_id: int) -> None:
    """Delete a guest's games; in those against people the seat only says that a guest held it."""
    delete_games([user_id])
    models.Seat.objects.filter(user_id=user_id).update(was_guest=True)


def delete_games(user_ids: Collection[int]) -> None:
    """Delete the games in which these people sit, and no others."""
    games = models.Game.objects.filter(seats__user_id__in=user_ids)
    others = models.Seat.objects.filter(game=OuterRef("pk"), kind=PERSON)
    games.exclude(Exists(others.exclude(user_id__in=user_ids))).delete()
