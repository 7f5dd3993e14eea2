"""Pages that belong to the site as a whole: health and the pages for when something is wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_safe

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds a part of the site may take to show that it lives."""

PLAIN_500 = "<!doctype html><title>Something broke</title><h1>Something broke</h1><p>Try again."


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", {"reason": reason}, status=403)


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """The page for our own mistakes. It asks neither the database nor the session for anything."""
    try:
        return HttpResponseServerError(loader.render_to_string("500.html"))
    except Exception:  # whatever broke the page may have broken this one too
        log.exception("500.html cannot be drawn")
        return HttpResponseServerError(PLAIN_500)


@never_cache
@require_safe
async def healthz(request: HttpRequest) -> JsonResponse:
    """200 when database and channel layer answer, else 503; each part is named with its state."""
    checks = {"database": _database, "channel_layer": _channel_layer}
    states = await asyncio.gather(*(_state(name, check) for name, check in checks.items()))
    healthy = all(state == "ok" for state in states)
    return JsonResponse(dict(zip(checks, states, strict=True)), status=200 if healthy else 503)


async def _state(name: str, check: Callable[[], Awaitable[Any]]) -> str:
    try:
        await asyncio.wait_for(check(), PATIENCE)
    except TimeoutError:
        return f"no answer within {PATIENCE:g} s"
    except Exception as error:  # of whatever kind a driver raises: reporting it is the job
        log.warning("healthz: %s: %s", name, error)
        return f"failed: {type(error).__name__}"
    return "ok"


async def _database() -> None:
    await sync_to_async(_select)()


def _select() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


async def _channel_layer() -> None:
    """One message there and back, as the sockets of two processes would send it."""
    layer = get_channel_layer()
    if layer is None:
        raise RuntimeError("no channel layer is configured")
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "health"})
    await layer.receive(channel)
