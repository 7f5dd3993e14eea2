"""Who is online: people who asked for a page, or had one open, in the last two minutes.

It is a mark in the cache, which all processes share. Each process writes a person's mark at most
once a minute, and the database is never asked. Without the cache every process knows its own
people.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from django.core.cache import cache

LASTS = 130
"""Seconds for which a mark counts: one may be missed."""

EVERY = 60.0
"""Seconds for which this process need not write a person's mark again."""

MOST = 10_000
"""People whose marks this process remembers to have written."""

_written: dict[int, float] = {}


def is_due(user_id: int) -> bool:
    """Whether ``note`` would write anything; for callers that need a thread to write."""
    return _written.get(user_id, float("-inf")) + EVERY <= time.monotonic()


def note(user_id: int) -> None:
    """Mark a person as online."""
    if not is_due(user_id):
        return
    if len(_written) >= MOST:
        _written.clear()
    _written[user_id] = time.monotonic()
    cache.set(_key(user_id), 1, LASTS)


def among(user_ids: Iterable[int]) -> set[int]:
    """The people ``among`` some who are online."""
    keys = {_key(user_id): user_id for user_id in user_ids}
    return {keys[key] for key in cache.get_many(keys)} if keys else set()


def _key(user_id: int) -> str:
    return f"here:{user_id}"
