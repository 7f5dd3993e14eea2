"""Whether this process lives (``/healthz``) and whether it can serve (``/readyz``).

A supervisor restarts what does not live. What lives but cannot serve needs its database back, or
its migrations: a restart would not help. Without Redis people play on, so a process serves without
it: were it not ready then, all processes would be taken out of service together.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.live.redis_bus import client_of
from games.staff.doctor import missing_migrations
from games.storage import outage

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds a part of the site may take to show that it lives."""


NOTE = (
    "Redis is away or full. This process serves: play goes on, moves of players at another process "
    "come about a second late, limits are counted in each process."
)
"""What an answer says beside the parts while it is ready without all of them."""


class NotReady(Exception):
    """A part that answers, but not as it has to; the text says what is missing."""


@never_cache
@require_safe
async def healthz(request: HttpRequest) -> JsonResponse:
    """200: the event loop of this process answers. Nothing else is asked."""
    return JsonResponse({"process": "ok"})


@never_cache
@require_safe
async def readyz(request: HttpRequest) -> JsonResponse:
    """200 when all that a page or a move needs answers, else 503; each part with its state.

    ``note`` says what is missing where the process serves without a part. Those outside of this
    machine hear only whether it is ready.
    """
    states = await asyncio.gather(*(_state(name, check) for name, check in CHECKS.items()))
    told = dict(zip(CHECKS, states, strict=True))
    failed = {name for name, state in told.items() if state != "ok"}
    status = 200 if failed <= HELPFUL else 503
    headers = {} if status == 200 else {"Retry-After": str(outage.RETRY_AFTER)}
    if not _is_near(request):
        return JsonResponse({"ready": status == 200}, status=status, headers=headers)
    note = {"note": NOTE} if failed and status == 200 else {}
    return JsonResponse({**told, **note}, status=status, headers=headers)


def _is_near(request: HttpRequest) -> bool:
    """Whether a request comes from this machine: over a unix socket, or a loopback address."""
    try:
        return ip_address(request.META.get("REMOTE_ADDR") or "::1").is_loopback
    except ValueError:
        return False


async def _state(name: str, check: Callable[[], Awaitable[Any]]) -> str:
    try:
        await asyncio.wait_for(check(), PATIENCE)
    except TimeoutError:
        return f"no answer within {PATIENCE:g} s"
    except NotReady as missing:
        return str(missing)
    except Exception as error:  # of whatever kind a driver raises: reporting it is the job
        log.warning("readyz: %s: %s", name, error)
        return f"failed: {type(error).__name__}"
    return "ok"


def _select() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _touch_cache() -> None:
    cache.set("health", "ok", 10)
    if cache.get("health") != "ok":
        raise NotReady("the cache does not return what was stored in it")


async def _channel_layer() -> None:
    """What carries messages between processes: Redis, where it is used."""
    if settings.REDIS_URL:
        async with client_of(settings.REDIS_URL) as client:
            await client.ping()


def _migrations() -> None:
    if missing := missing_migrations():
        raise NotReady(f"not applied: {', '.join(missing)}")


CHECKS: dict[str, Callable[[], Awaitable[Any]]] = {
    "database": sync_to_async(_select),
    "cache": sync_to_async(_touch_cache),
    "channel_layer": _channel_layer,
    "migrations": sync_to_async(_migrations),
}
HELPFUL = {"cache", "channel_layer"}
"""The parts without which a process serves all the same."""
