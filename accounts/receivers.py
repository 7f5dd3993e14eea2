"""What accounts listen to of themselves: blocks come along with a guest, staff sessions end."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts import people
from accounts.models import User
from accounts.signals import guest_merged


@receiver(guest_merged, dispatch_uid="accounts.people")
def merge(sender: object, guest: User, member: User, **_: object) -> bool:
    people.merge(guest, member)
    return False


@receiver(user_logged_in, dispatch_uid="staff sessions end with the working day")
def end_with_the_day(request: HttpRequest | None, user: User, **kwargs: object) -> None:
    """Let a session of staff end so long after its log-in, whatever is done in it."""
    if request is not None and user.is_staff and not settings.DEMO:
        request.session.set_expiry(timezone.now() + timedelta(hours=settings.STAFF_HOURS))
