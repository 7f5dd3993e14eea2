"""503 instead of 500 for what passes by itself: a database that is away, too much to compute.

Sockets hear it as a message, and those that cannot be opened are closed with 4503.
"""

from __future__ import annotations

import logging
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.deprecation import MiddlewareMixin
from psycopg.errors import QueryCanceled

from accounts import gate
from accounts.guests import Crowded
from games import services
from games.compute.pool import Busy, Lost
from games.live import protocol
from games.match import RefusalCode
from games.storage import outage

log = logging.getLogger(__name__)

BUSY = "The server has a lot to compute right now. Try again in a few seconds."

TOO_LONG = "This page took too long to put together. Try again later, or ask for less of it."
TOO_LONG_AGAIN = 30


class UnavailableMiddleware(MiddlewareMixin):
    """Answers for views that could not finish."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return answer_to(error, request)


def answer_to(error: BaseException | None, request: HttpRequest) -> HttpResponse | None:
    """503 if ``error`` passes by itself, else None."""
    if isinstance(error, OperationalError) and isinstance(error.__cause__, QueryCanceled):
        log.warning("%s: a statement took too long: %s", request.path, error)
        return unavailable(request, TOO_LONG, TOO_LONG_AGAIN)
    if outage.is_outage(error):
        log.warning("%s: the database is away: %s", request.path, error)
        return unavailable(request, outage.AWAY, outage.RETRY_AFTER)
    if isinstance(error, gate.LogInsBusy):
        text = f"{error} Nothing has changed: go back and send the form again."
        return unavailable(request, text, gate.RETRY_AFTER)
    if isinstance(error, Crowded):
        return unavailable(request, str(error), error.wait)
    if isinstance(error, services.UnderMaintenance):
        return unavailable(request, str(error), error.retry_after, RefusalCode.MAINTENANCE)
    if isinstance(error, Busy | Lost):
        log.warning("%s: %s", request.path, error)
        return unavailable(request, BUSY, Busy.retry_after)
    return None


def unavailable(
    request: HttpRequest,
    text: str,
    retry_after: int,
    code: RefusalCode = RefusalCode.UNAVAILABLE,
) -> HttpResponse:
    """503 with ``Retry-After``: a page, or JSON under /api/. It asks the database for nothing."""
    answer: HttpResponse
    if request.path.startswith("/api/"):
        answer = JsonResponse(protocol.refused(code, text), status=503)
    else:
        again = request.get_full_path() if request.method in ("GET", "HEAD") else ""
        page = loader.render_to_string("503.html", {"text": text, "again": again})
        answer = HttpResponse(page, status=503)
    answer["Retry-After"] = str(retry_after)
    answer["Cache-Control"] = "no-store"
    return answer


class UnavailableSockets:
    """Around the application of sockets: turns clients away while the database is away."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self.application(scope, receive, send)
        except Exception as error:  # those that are open say so themselves
            if not outage.is_outage(error):
                raise
            log.warning("%s: the database is away: %s", scope["path"], error)
            await send({"type": "websocket.accept"})
            text = protocol.encode(protocol.refused(RefusalCode.UNAVAILABLE, outage.AWAY)).decode()
            await send({"type": "websocket.send", "text": text})
            await send({"type": "websocket.close", "code": protocol.UNAVAILABLE})
