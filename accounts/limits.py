"""Counting what costs others: so many times in so many seconds, for a person or an address."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


def axes_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """The name a login tries, without case: spelling it differently buys no further guesses."""
    given = credentials.get("username") if credentials else request.POST.get("username")
    return str(given or "").lower()


def over_limit(name: str, who: object) -> int:
    """Count one more ``name`` by ``who``; seconds to wait if that is too many, else 0."""
    times, seconds = settings.LIMITS[name]
    key = f"limit:{name}:{who}"
    if cache.add(key, 1, seconds):
        return 0
    try:
        count = cache.incr(key)
    except ValueError:  # expired between the two calls
        cache.set(key, 1, seconds)
        return 0
    return seconds if count > times else 0
