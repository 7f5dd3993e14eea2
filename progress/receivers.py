"""Receivers of signals: a game has ended, a guest becomes a member."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.guests import User
from accounts.signals import guest_described, guest_merged
from games.match import CAMPAIGN, Match
from games.signals import game_finished
from progress import puzzle_attempts, selectors
from progress.services import keep_result, merge_progress


@receiver(game_finished, dispatch_uid="progress.keep_result")
def on_game_finished(sender: object, match: Match, **_: object) -> None:
    """Store the stars inside the transaction that ends the game."""
    if match.kind == CAMPAIGN:
        keep_result(match)


@receiver(guest_merged, dispatch_uid="progress.merge")
def on_guest_merged(sender: object, guest: User, member: User, **_: object) -> bool:
    merge_progress(guest_id=guest.pk, member_id=member.pk)
    return False


@receiver(guest_described, dispatch_uid="progress.describe")
def describe(sender: object, guest: User, **_: object) -> list[str]:
    """A guest's stars and puzzles."""
    stars = selectors.standing(guest.pk).total
    record = puzzle_attempts.record(guest.pk)
    tried = len(record.solved | record.failed)
    counts = {"star": stars, "puzzle": tried}
    return [f"{n} {what}{'s' if n > 1 else ''}" for what, n in counts.items() if n]
