"""Delete what has expired of people's log-ins; part of ``manage.py sweep``."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import guests, places


def sweep() -> dict[str, int]:
    """Delete expired sessions, places not seen for long and guests who left; how many of each."""
    # As clearsessions does, which does not say how many.
    expired = Session.objects.filter(expire_date__lt=timezone.now())
    return {
        "sessions": expired.delete()[0],
        "places": places.forget_old(),
        "guests": guests.sweep(),
    }
