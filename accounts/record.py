"""The log of what matters to safety: a row of a table and a line of JSON for each event.

Nothing in it is a secret or a name: people are their ids, the place an event came from is a keyed
hash of its network, and what was typed is never quoted. docs/accounts.md lists the events.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from datetime import timedelta
from enum import StrEnum

from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject
from prometheus_client import Counter

from accounts.limits import address, counter_key
from accounts.models import SecurityEvent

KEPT = timedelta(days=90)
"""How long a row stays."""

ONCE_IN = 60
"""Seconds for which the same refusal is told once: who floods the site does not flood its log."""

EVENTS = Counter("oxo_security_events", "Events of the log of what matters.", ["what"])

log = logging.getLogger("oxo.security")


class What(StrEnum):
    """What can happen."""

    SIGNED_UP = "signed up"
    LOGGED_IN = "logged in"
    LOG_IN_FAILED = "log-in failed"
    LOG_IN_DELAYED = "log-in delayed"
    LOGGED_OUT = "logged out"
    PASSWORD_WRONG = "password wrong"  # asked for once more
    PASSWORD_CHANGED = "password changed"
    RESET_ASKED = "reset asked"
    PASSWORD_RESET = "password reset"
    EMAIL_CHANGED = "e-mail changed"
    TOKEN_MADE = "token made"
    TOKEN_REVOKED = "token revoked"
    TOKEN_REFUSED = "token refused"
    SESSION_ENDED = "session ended"
    FACTOR_ADDED = "factor added"
    FACTOR_REMOVED = "factor removed"
    FACTOR_WRONG = "factor wrong"
    RECOVERY_CODES_MADE = "new recovery codes"
    RECOVERY_CODE_USED = "recovery code used"
    RIGHTS_CHANGED = "rights changed"
    ACCOUNT_DELETED = "account deleted"
    STAFF_ACT = "staff act"
    STAFF_REFUSED = "staff refused"
    REFUSED = "refused"
    SLOWED = "slowed"


answering: ContextVar[HttpRequest | None] = ContextVar("answering", default=None)
"""The request that is being answered; set by ``accounts.middleware``."""


def record(
    what: What,
    person: int | None = None,
    *,
    about: str = "",
    once: bool = False,
    request: HttpRequest | None = None,
    place: str = "",
) -> None:
    """Record that something happened to ``person``, by whoever's request is being answered.

    ``about`` says more in few words, without names. ``once`` is for what strangers can repeat.
    ``place`` is the address where there is no request.
    """
    request = request or answering.get()
    by = _person_of(request)
    place = _hashed(address(request) if request is not None else place)
    if once:
        key = counter_key("recorded", what, person, by, place, about)
        if not cache.add(key, 1, ONCE_IN):
            return
    EVENTS.labels(what).inc()
    row = SecurityEvent(what=what, person=person, by=by, place=place, about=about[:200])
    if what != What.SLOWED:  # a flood is to cost the database nothing
        row.save(force_insert=True)
    fields = {"event": str(what), "person": person, "by": by, "place": place, "about": row.about}
    given = {name: value for name, value in fields.items() if value not in (None, "")}
    log.info(what, extra={"fields": given})


REFUSALS = {403: What.REFUSED, 429: What.SLOWED}
"""By the status of an answer."""


def record_refusal(request: HttpRequest, response: HttpResponseBase) -> None:
    """Record an answer that refuses something, by the pattern of the address."""
    match = request.resolver_match
    what = REFUSALS.get(response.status_code)
    if match is not None and match.app_name == "admin" and response.status_code in (400, 403):
        what = What.STAFF_REFUSED
    if what is not None and not getattr(request, "try_later", None):
        about = f"{request.method} {match.route if match is not None else ''}"
        record(what, _person_of(request), about=about, once=True, request=request)


def forget_old() -> int:
    """Delete the rows that are older than ``KEPT``; return how many."""
    return SecurityEvent.objects.filter(at__lt=timezone.now() - KEPT).delete()[0]


def _person_of(request: HttpRequest | None) -> int | None:
    """Who asks, if that is known: nothing here looks it up."""
    user = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject):
        user = getattr(request, "_cached_user", None)
    return getattr(user, "pk", None)


def _hashed(where: str | None) -> str:
    if not where:
        return ""
    return salted_hmac("accounts.record", where, algorithm="sha256").hexdigest()[:16]
