"""What ``manage.py sweep`` does for accounts: delete what has expired, write files."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import closing, guests, places
from accounts.data_files import writer


def sweep() -> dict[str, int]:
    """Delete expired sessions, places not seen for long, guests who left and closed accounts.

    Also write files with own data. Returns counts.
    """
    # As clearsessions does, which does not say how many.
    expired = Session.objects.filter(expire_date__lt=timezone.now())
    return {
        "sessions": expired.delete()[0],
        "places": places.forget_old(),
        "guests": guests.sweep(),
        "accounts": closing.sweep(),
        **writer.sweep(),
    }
