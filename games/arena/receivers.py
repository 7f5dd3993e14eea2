"""What uploaded engines have to do with people: guests who become members, and own data."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.guests import User
from accounts.signals import Sections, data_collected, guest_described, guest_merged
from games.arena.playing import forget
from games.arena.receive import next_version
from games.match import ENGINE, Match, Reason, points
from games.models import UploadedEngine
from games.models.engines import OUTSIDE, EngineGame
from games.signals import game_finished

TOLD = (
    *("id", "name", "version", "variant", "digest", "uploaded_at", "shared", "status"),
    *("published_at", "retired_at", "last_failure"),
    *("graded_at", "seconds", "grade", "error", "source"),
)


@receiver(data_collected, dispatch_uid="games.arena.own_data")
def collect(sender: object, user: User, **_: object) -> Sections:
    rows = UploadedEngine.objects.filter(author=user.pk).order_by("pk")
    return {"engines": rows.values(*TOLD).iterator()}


@receiver(guest_merged, dispatch_uid="games.arena.hand_over")
def hand_over(sender: object, guest: User, member: User, **_: object) -> bool:
    """A guest's engines become the member's, as the next versions where the name is taken."""
    for row in UploadedEngine.objects.filter(author=guest.pk).order_by("uploaded_at", "version"):
        row.version = next_version(member.pk, row.variant, row.name)
        row.author_id = member.pk
        row.save(update_fields=["author", "version"])
        forget(row.slug)
    return False


@receiver(guest_described, dispatch_uid="games.arena.describe")
def describe(sender: object, guest: User, **_: object) -> list[str]:
    count = UploadedEngine.objects.filter(author=guest.pk).count()
    return [f"{count} engine{'s' if count > 1 else ''}"] if count else []


RESULTS = {
    1.0: EngineGame.Result.WON,
    0.5: EngineGame.Result.DRAWN,
    0.0: EngineGame.Result.LOST,
}


@receiver(game_finished, dispatch_uid="games.arena.keep_game")
def keep_game(sender: object, match: Match, **_: object) -> None:
    """Remember a finished game for the authors of the engines that played it."""
    held = {
        seat.engine.removeprefix(OUTSIDE): seat.name
        for seat in match.seats
        if seat.kind == ENGINE and seat.engine.startswith(OUTSIDE)
    }
    if not held:
        return
    there = UploadedEngine.objects.filter(pk__in=held).values_list("pk", flat=True)
    EngineGame.objects.bulk_create(
        EngineGame(
            engine_id=key,
            game_id=match.id,
            seat=held[key],
            result=RESULTS[points(match, held[key])],
            gave_up=_gave_up(match, held[key]),
        )
        for key in there
    )


def _gave_up(match: Match, seat: str) -> bool:
    """Whether the engine in ``seat`` ended the game without a move: only it can resign there."""
    assert match.outcome is not None
    return match.outcome.reason == Reason.RESIGN and points(match, seat) == 0.0
