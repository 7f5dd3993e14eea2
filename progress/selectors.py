"""All reads of progress. Nothing derived is stored: bests, locks and totals come from attempts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum

from games.match import ACTIVE
from progress import catalog
from progress.catalog import Stage
from progress.models import Attempt
from progress.sentences import AttemptResult
from progress.standing import Standing


def standing(user_id: int | None) -> Standing:
    """Where a person stands; nobody stands at the beginning. One query."""
    if user_id is None:
        return Standing()
    rows = Attempt.objects.filter(user_id=user_id, stars__isnull=False)
    best = rows.values_list("level", "stage").annotate(best=Max("stars"))
    return Standing({(level, stage): stars for level, stage, stars in best})


def running(user_id: int | None) -> dict[tuple[int, int], str]:
    """The games of a person's attempts that are still being played, by stage."""
    if user_id is None:
        return {}
    rows = Attempt.objects.filter(user_id=user_id, game__status=ACTIVE).order_by("pk")
    return {(row.level, row.stage): row.game_id for row in rows}


def running_game(user_id: int, stage: Stage) -> str | None:
    """The game in which a person is playing this stage now, the latest if there are several."""
    return running(user_id).get(stage.key)


def attempt_of(game_id: str) -> Attempt | None:
    """The attempt that a game is, with its player; None for any other game."""
    return Attempt.objects.select_related("user").filter(game_id=game_id).first()


def outcome(game_id: str) -> AttemptResult | None:
    """What the attempt played in ``game_id`` brought, or None while it is not rated."""
    attempt = Attempt.objects.select_related("game").filter(game_id=game_id).first()
    if attempt is None or attempt.stars is None:
        return None
    stage, game = catalog.at(attempt.level, attempt.stage), attempt.game
    before = _best_before(attempt)
    now = standing(attempt.user_id)
    after = catalog.following(stage)
    first = before == 0 and attempt.stars > 0
    opened = after if first and after is not None and now.is_open(after) else None
    new_level = opened is not None and opened.level != stage.level
    return AttemptResult(
        stage=stage,
        result="drawn" if not game.winner else "won" if game.winner == stage.player else "lost",
        marks=game.position.partition(" ")[0].count(stage.player),
        stars=attempt.stars,
        before=before,
        best=now.best(stage),
        opened=opened,
        opened_level=catalog.level(opened.level) if opened and new_level else None,
        onward=after if after is not None and now.is_open(after) else None,
    )


def _best_before(attempt: Attempt) -> int:
    """The best stars among attempts at the same stage that ended before this one."""
    ended = attempt.game.finished_at
    sooner = Q(game__finished_at__lt=ended) | Q(game__finished_at=ended, pk__lt=attempt.pk)
    others = Attempt.objects.filter(
        sooner, user_id=attempt.user_id, level=attempt.level, stage=attempt.stage
    )
    return others.aggregate(best=Max("stars"))["best"] or 0


def best_attempts() -> QuerySet[Attempt]:
    """Of every person and stage the attempt that counts: the best, of equals the first to end."""
    ended = F("game__finished_at")
    same = Attempt.objects.filter(
        user=OuterRef("user"), level=OuterRef("level"), stage=OuterRef("stage")
    )
    better = same.filter(
        Q(stars__gt=OuterRef("stars"))
        | Q(stars=OuterRef("stars"), game__finished_at__lt=OuterRef("ended"))
        | Q(stars=OuterRef("stars"), game__finished_at=OuterRef("ended"), pk__lt=OuterRef("pk"))
    )
    return Attempt.objects.annotate(ended=ended).filter(~Exists(better), stars__gt=0)


class LeaderboardRow(TypedDict):
    """A person's stars; ``since`` is when they reached ``total``."""

    user_id: int
    user__name: str
    total: int
    cleared: int
    since: datetime


def leaderboard() -> QuerySet[Attempt, Any]:
    """People by stars, each a ``LeaderboardRow``; ties go to the one who got there first."""
    return (
        best_attempts()
        .filter(user__is_active=True, user__is_guest=False)
        .values("user_id", "user__name")
        .annotate(total=Sum("stars"), cleared=Count("pk"), since=Max("game__finished_at"))
        .order_by("-total", "since", "user_id")
    )


def place(user_id: int) -> tuple[int, LeaderboardRow] | None:
    """A person's place on the leaderboard, from 1, with their row; None without a star."""
    mine: LeaderboardRow | None = leaderboard().filter(user_id=user_id).first()
    if mine is None:
        return None
    total, since = mine["total"], mine["since"]
    ahead = leaderboard().filter(
        Q(total__gt=total) | Q(total=total, since__lt=since) | _tied_ahead(total, since, user_id)
    )
    return ahead.count() + 1, mine


def _tied_ahead(total: int, since: datetime, user_id: int) -> Q:
    return Q(total=total, since=since, user_id__lt=user_id)


def standings(user_ids: Iterable[int]) -> dict[int, Standing]:
    """The standings of several people in one query."""
    best: dict[int, dict[tuple[int, int], int]] = {user_id: {} for user_id in user_ids}
    rows = Attempt.objects.filter(user_id__in=best, stars__isnull=False)
    for user_id, level, stage, stars in rows.values_list("user_id", "level", "stage").annotate(
        best=Max("stars")
    ):
        best[user_id][level, stage] = stars
    return {user_id: Standing(stars) for user_id, stars in best.items()}
