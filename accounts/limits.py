"""Counting what costs others: so many times in so many seconds, for a person or an address."""

from __future__ import annotations

import hashlib
import ipaddress
import math
import time
from datetime import timedelta
from typing import Any

from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

LONGEST_NAME = 255
"""What the table of failed log-ins can hold; whatever is longer is nobody's name."""


def axes_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """The name a login tries, without case: spelling it differently buys no further guesses."""
    given = credentials.get("username") if credentials else request.POST.get("username")
    return str(given or "").lower()[:LONGEST_NAME]


def address(request: HttpRequest) -> str | None:
    """Where a request comes from; of IPv6 the /64, which is what one household is given."""
    try:
        found = ipaddress.ip_address(request.META.get("REMOTE_ADDR") or "")
    except ValueError:  # a unix socket has none
        return None
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network(f"{found.exploded}/64", strict=False).network_address)


def over_limit(name: str, who: object) -> int:
    """Count one more ``name`` by ``who``; seconds to wait if that is too many, else 0.

    The time counted begins with the first of them.
    """
    times, seconds = settings.LIMITS[name]
    person = hashlib.sha256(str(who).encode()).hexdigest()[:32]  # any text, and no address kept
    key, now = f"limit:{name}:{person}", time.time()
    if cache.add(key, 1, seconds):
        cache.set(f"{key}:end", now + seconds, seconds)
        return 0
    try:
        count = cache.incr(key)
    except ValueError:  # expired between the two calls
        return 0
    end = cache.get(f"{key}:end", now + seconds)
    return max(1, math.ceil(end - now)) if count > times else 0


def lock_seconds(request: HttpRequest) -> float:
    """How long until the latest failure that counts against this name and address is forgotten."""
    attempts = AccessAttempt.objects.filter(
        username=axes_name(request, getattr(request, "axes_credentials", None)),
        ip_address=address(request),
    )
    cool_off = get_cool_off(request)
    assert cool_off is not None  # our settings set one
    latest = attempts.order_by("-attempt_time").first()
    since = timezone.now() - latest.attempt_time if latest else timedelta()
    return max(1.0, (cool_off - since).total_seconds())


def in_words(seconds: float) -> str:
    """A wait as people say it, rounded up: "1 second", "40 seconds", "15 minutes"."""
    if seconds > 90:
        return f"{math.ceil(seconds / 60)} minutes"
    number = math.ceil(seconds)
    return "1 second" if number == 1 else f"{number} seconds"
