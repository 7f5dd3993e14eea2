"""Receivers of signals: people who leave for good, and guests who become members."""

from __future__ import annotations

from django.conf import settings
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.guests import User
from accounts.signals import account_closed, guest_described, guest_merged, guest_signed_up
from games import services
from games.queries import selectors, social
from games.services.challenges import merge_challenges
from games.services.reports import merge_reports
from games.storage import ownership


@receiver(pre_delete, sender=settings.AUTH_USER_MODEL)
def leave(sender: object, instance: User, **kwargs: object) -> None:
    """End the running games of a deleted account; the games stay, without the name."""
    services.leave_all(user_id=instance.pk)
    if instance.is_guest:
        ownership.forget_guest(instance.pk)


@receiver(account_closed, dispatch_uid="games.leave")
def leave_at_once(sender: object, user: User, **_: object) -> None:
    """The same when an account is closed that will be deleted later."""
    services.leave_all(user_id=user.pk)


@receiver(guest_signed_up, dispatch_uid="games.rename_seats")
def rename(sender: object, user: User, **kwargs: object) -> None:
    services.rename_seats(user_id=user.pk, name=user.get_username())


@receiver(guest_merged, dispatch_uid="games.hand_over")
def hand_over(sender: object, guest: User, member: User, **kwargs: object) -> bool:
    name = member.get_username()
    merge_challenges(guest.pk, member.pk)
    merge_reports(guest.pk, member.pk)
    return services.hand_over(guest_id=guest.pk, member_id=member.pk, name=name)


@receiver(guest_described, dispatch_uid="games.describe")
def describe(sender: object, guest: User, **kwargs: object) -> list[str]:
    """How many games a guest has, how many of them are being played, and waiting challenges."""
    games = selectors.games_of(guest.pk).count()
    running = selectors.running_games(guest.pk).count()
    which = "" if running == games else f"{running} of them "
    going_on = f", {which}still going on" if running else ""
    waiting = len(social.asked(guest.pk)) + len(social.asking(guest.pk))
    counts = ((games, "game", going_on), (waiting, "challenge", ""))
    return [f"{n} {what}{'s' if n > 1 else ''}{more}" for n, what, more in counts if n]
