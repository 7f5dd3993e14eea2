"""Where a member is logged in: a row for each session, which its owner can see and end."""

from __future__ import annotations

import re
import time
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import OpenSession, User
from accounts.record import What, record
from accounts.sessions import stored_key
from accounts.signals import session_ended

EVERY = 300.0
"""Seconds for which this process need not note again that a session is in use."""

MOST = 10_000
"""Sessions of which this process remembers when it noted them."""

BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
"""By what they call themselves; those that also call themselves another come first."""

SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}

_noted: dict[str, float] = {}


def browser_of(request: HttpRequest) -> str:
    """A browser and its system in two words, as far as it names them."""
    told = request.headers.get("User-Agent", "")
    browser = next((name for word, name in BROWSERS.items() if f"{word}/" in told), "")
    system = next((name for word, name in SYSTEMS.items() if re.search(word, told)), "")
    return " on ".join(filter(None, (browser, system))) or "A program"


def begin(request: HttpRequest, user: User) -> None:
    """Note a session that has just logged ``user`` in."""
    if request.session.session_key is None:
        request.session.save()
    now = timezone.now()
    found = {"user": user, "begun_at": now, "seen_at": now, "browser": browser_of(request)}
    key = stored_key(request.session.session_key)
    OpenSession.objects.update_or_create(key=key, defaults=found)
    _remember(key)


def end_with_the_day(request: HttpRequest, user: User) -> None:
    """Let a session of staff end so long after now, whatever is done in it."""
    if user.is_staff and not settings.DEMO:
        request.session.set_expiry(timezone.now() + timedelta(hours=settings.STAFF_HOURS))


def note(request: HttpRequest, user: User) -> None:
    """Note that a member's session is in use, at most once in ``EVERY`` seconds."""
    session = getattr(request, "session", None)
    # A request with a token has its owner as user, whosever session its cookie is.
    if session is None or session.get(SESSION_KEY) != str(user.pk):
        return
    key = stored_key(session.session_key)
    if not key or _noted.get(key, float("-inf")) + EVERY > time.monotonic():
        return
    _remember(key)
    seen = {"user": user, "seen_at": timezone.now(), "browser": browser_of(request)}
    if not OpenSession.objects.filter(key=key).update(**seen):  # from before there was a list
        OpenSession.objects.get_or_create(key=key, defaults=seen)


def of(user: User) -> QuerySet[OpenSession]:
    """The sessions in which ``user`` is logged in, those seen last first."""
    live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return OpenSession.objects.filter(user=user, key__in=live).order_by("-seen_at", "pk")


def end(row: OpenSession) -> None:
    """End a session: its cookie logs nobody in, and its sockets are closed."""
    key = row.key
    with transaction.atomic():
        Session.objects.filter(session_key=key).delete()
        row.delete()
        record(What.SESSION_ENDED, row.user_id, about="")
        transaction.on_commit(
            lambda: session_ended.send(OpenSession, user_id=row.user_id, key=key), robust=True
        )


def end_all(user: User, but: str | None = None) -> int:
    """End all sessions of ``user`` except that with the key ``but``; return how many."""
    rows = list(OpenSession.objects.filter(user=user).exclude(key=stored_key(but)))
    for row in rows:
        end(row)
    return len(rows)


def forget_ended() -> int:
    """Delete the rows of sessions that are gone; return how many."""
    there = Session.objects.filter(session_key=OuterRef("key"))
    return OpenSession.objects.filter(~Exists(there)).delete()[0]


def _remember(key: str) -> None:
    if len(_noted) >= MOST:
        _noted.clear()
    _noted[key] = time.monotonic()
