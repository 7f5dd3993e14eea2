"""Come in: log a pupil in with the card, and note that somebody is in class."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from accounts import guests
from accounts.limits import GROUP
from progress.classes.make import note_change
from progress.models import ClassMember

STAYS_IN = timedelta(hours=12)
"""How long a device stays in after the card was shown on it: the school day."""


def come_in(request: HttpRequest, member: ClassMember) -> None:
    """Log the pupil in on this device, for the day."""
    guests.let_pupil_in(request, member.user)
    request.session.set_expiry(timezone.now() + STAYS_IN)
    request.session[GROUP] = f"class {member.classroom_id}"
    note_arrival(member)


def note_arrival(member: ClassMember) -> None:
    now = timezone.now()
    ClassMember.objects.filter(pk=member.pk).update(came_at=now)
    guests.User.objects.filter(pk=member.user_id, is_guest=True).update(last_login=now)
    note_change(member.classroom_id)


def membership_of(user_id: int) -> ClassMember | None:
    """Where somebody was in class last, while that class is open."""
    rows = ClassMember.objects.filter(user=user_id, classroom__wiped_at=None)
    latest = F("came_at").desc(nulls_last=True)
    return rows.select_related("classroom").order_by(latest, "-pk").first()
