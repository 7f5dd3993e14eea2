"""Rate limits: how many times in how many seconds, for a person or an IP address."""

from __future__ import annotations

import hashlib
import ipaddress
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest

WIDER = {56: 2, 48: 4}
"""How many times the limit of a /64 holds for a wider network of IPv6."""


def address(request: HttpRequest) -> str | None:
    """The network (``network``) from which a request comes."""
    return network(request.META.get("REMOTE_ADDR"))


def network(text: str | None) -> str | None:
    """An IPv4 address, or the /64 of an IPv6 one, which is one household's; None for other text."""
    found = _parsed(text)
    if isinstance(found, ipaddress.IPv6Address):
        return str(_around(found, 64).network_address)
    return None if found is None else str(found)


def _parsed(text: str | None) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address; one of IPv4 also where it is written as one of IPv6 (``::ffff:192.0.2.1``)."""
    try:
        found = ipaddress.ip_address(text or "")
    except ValueError:  # a unix socket has none
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _around(found: ipaddress.IPv6Address, bits: int) -> ipaddress.IPv6Network:
    return ipaddress.IPv6Network((int(found), bits), strict=False)


GROUP = "group"
"""In a session: the group, such as a class, whose limits count in place of its address's."""

GROUP_TIMES = 2
"""How many times the limit of an address holds for a group."""


def over_limit_of_group(name: str, request: HttpRequest) -> int | None:
    """``over_limit`` by the group of a session, whatever its address; None for those of none."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    group = request.session.get(GROUP)
    return None if group is None else over_limit(name, f"group {group}", GROUP_TIMES)


def over_limit_from(name: str, request: HttpRequest) -> int:
    """``over_limit`` by where a request comes from, or by the group of its session."""
    if (wait := over_limit_of_group(name, request)) is not None:
        return wait
    return over_limit_at(name, request)


def over_limit_at(name: str, request: HttpRequest) -> int:
    """``over_limit`` by where a request comes from, whatever its session.

    One customer may have a /56 or a /48, which are 256 and 65,536 networks: a wider one has the
    limit ``WIDER`` times.
    """
    return max([over_limit(name, who, more) for who, more in _networks(request)])


def _networks(request: HttpRequest) -> list[tuple[object, int]]:
    """The networks from which a request comes, and how many times a limit holds for each."""
    text = request.META.get("REMOTE_ADDR")
    rows: list[tuple[object, int]] = [(network(text), 1)]
    if isinstance(found := _parsed(text), ipaddress.IPv6Address):
        rows += [(_around(found, bits), more) for bits, more in WIDER.items()]
    return rows


def over_limit(name: str, who: object, more: int = 1) -> int:
    """Count one more ``name`` by ``who``; return the seconds to wait if over the limit, else 0.

    The period begins with the first one counted. ``more`` is how many times the limit holds. Those
    of whom nothing is known (None) share none.
    """
    if who is None:
        return 0
    times, seconds = settings.LIMITS[name]
    key = counter_key(name, who)
    count = count_up(key, seconds)
    if count == 1:
        cache.set(f"{key}:end", time.time() + seconds, seconds)
    return max(1, _until_end(key, seconds)) if count > times * more else 0


@contextmanager
def one_at_a_time(user_id: int) -> Iterator[None]:
    """A transaction in which to count what a person has, and to add to it.

    Another one of theirs waits for its end: two that count at the same moment would both find room
    for the last. Rows of others that refer to this person do not wait.
    """
    with transaction.atomic():
        rows = get_user_model().objects.select_for_update(no_key=True)
        list(rows.filter(pk=user_id).values_list("pk"))
        yield


def used_up(name: str, who: object, more: int = 1) -> int:
    """Seconds to wait if ``who`` has reached the limit ``name``, else 0. Counts nothing."""
    times, seconds = settings.LIMITS[name]
    key = counter_key(name, who)
    return max(0, _until_end(key, seconds)) if cache.get(key, 0) >= times * more else 0


def used_up_at(name: str, request: HttpRequest) -> int:
    """``used_up`` by where a request comes from, as ``over_limit_at`` counts."""
    return max([used_up(name, who, more) for who, more in _networks(request)])


def _until_end(key: str, seconds: int) -> int:
    now = time.time()
    end: float = cache.get(f"{key}:end", now + seconds)
    return math.ceil(end - now)


def counter_key(name: str, *who: object) -> str:
    """The cache key of a counter. It is a hash, so the cache stores no addresses or names."""
    person = hashlib.sha256("\0".join(map(str, who)).encode()).hexdigest()[:32]
    return f"limit:{name}:{person}"


def count_up(key: str, seconds: int) -> int:
    """Add one to a counter that is forgotten ``seconds`` after the first; return the sum.

    ``add`` and ``incr`` are atomic in Redis and in LocMemCache, so that no count is lost
    between threads or processes.
    """
    if cache.add(key, 1, seconds):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:  # expired between the two calls
        cache.add(key, 1, seconds)
        return 1


def in_words(seconds: float) -> str:
    """A wait as people say it, rounded up: "1 second", "40 seconds", "15 minutes"."""
    if seconds > 90:
        return f"{math.ceil(seconds / 60)} minutes"
    number = math.ceil(seconds)
    return "1 second" if number == 1 else f"{number} seconds"
