"""Reset a climber: their attempts are set aside, and can be brought back."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from games.models import Game
from games.queries import selectors as games
from progress.campaign import totals
from progress.campaign.services import rate_again
from progress.models import Attempt, ProgressReset


def reset(*, user_id: int, by: int | None, reason: str) -> bool:
    """Set a person's attempts aside; False if there are none.

    A stage that is being played goes on as a game, and earns nothing.
    """
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user_id)
        rows = Attempt.objects.filter(user_id=user_id)
        kept = list(rows.order_by("pk").values_list("game_id", "level", "stage", "stars"))
        if not kept:
            return False
        ProgressReset.objects.create(user_id=user_id, by_id=by, reason=reason, attempts=kept)
        rows.delete()
        totals.renew([user_id])
    return True


def undo(*, reset_id: int) -> bool:
    """Bring back the attempts of a reset; False if that has been done.

    What has been played since stays: of each stage the best counts. Games that ended meanwhile
    earn their stars now.
    """
    with transaction.atomic():
        row = ProgressReset.objects.select_for_update().get(pk=reset_id)
        if row.undone_at is not None:
            return False
        there = set(Game.objects.filter(pk__in=[one[0] for one in row.attempts]).values_list("pk"))
        Attempt.objects.bulk_create(
            Attempt(game_id=game, user_id=row.user_id, level=level, stage=stage, stars=stars)
            for game, level, stage, stars in row.attempts
            if (game,) in there
        )
        waiting = Attempt.objects.filter(user_id=row.user_id, stars__isnull=True)
        for game_id in list(waiting.values_list("game_id", flat=True)):
            rate_again(games.match(game_id))
        totals.renew([row.user_id])
        row.undone_at = timezone.now()
        row.save(update_fields=["undone_at"])
    return True
