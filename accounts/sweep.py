"""What ``manage.py sweep`` does for accounts: delete what has expired, write files."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import closing, guests, open_sessions, places, record
from accounts.data_files import writer


def sweep() -> dict[str, int]:
    """Delete expired sessions, places not seen for long, old rows of the log, guests who left and
    closed accounts.

    Also write files with personal data. Returns counts.
    """
    # As clearsessions does, which does not say how many.
    expired = Session.objects.filter(expire_date__lt=timezone.now())
    sessions = expired.delete()[0]
    open_sessions.forget_ended()
    return {
        "sessions": sessions,
        "places": places.forget_old(),
        "security_events": record.forget_old(),
        "guests": guests.sweep(),
        "accounts": closing.sweep(),
        **writer.sweep(),
    }
