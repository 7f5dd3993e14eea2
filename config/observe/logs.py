"""What a line in the log looks like: for people, or JSON; both with the request and the game.

A record's ``trace`` and ``fields`` are those of ``games.observe.trace``; without a ``trace`` of its
own it gets the current one.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from games.match import ids
from games.observe import trace

GAME = re.compile(rf"/games/([A-Za-z0-9]{{{ids.LENGTH}}})/")
GIVEN = re.compile(rb"[\w-]{8,64}")
"""Ids of requests that are taken over from a proxy."""


class Stamp(logging.Filter):
    """Gives every record the current request and game, and lets it pass."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not hasattr(record, "trace"):
            record.trace = trace.current()
        return True


def _fields(record: logging.LogRecord) -> dict[str, object]:
    found = getattr(record, "trace", trace.Trace("", ""))
    given: dict[str, object] = getattr(record, "fields", {})
    return {name: value for name, value in found._asdict().items() if value} | given


class TextLine(logging.Formatter):
    """``2026-01-02 03:04:05,678 INFO oxo.play: stored (request=…, game=…)``."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        said = super().formatMessage(record)
        fields = ", ".join(f"{name}={value}" for name, value in _fields(record).items())
        return f"{said} ({fields})" if fields else said


class JsonLine(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, object] = {
            "time": time,
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)


class Traced:
    """Around the whole application: names every request and socket, and its game.

    The answer says its name in ``X-Request-ID``. Behind a proxy that names requests its names are
    taken.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        name = _given(scope) or secrets.token_hex(8)
        trace.request_id.set(name)
        found = GAME.search(scope["path"])
        trace.game_id.set(found[1] if found else "")
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        header = (b"x-request-id", name.encode())

        async def sending(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], header]
            await send(message)

        await self.application(scope, receive, sending)


def _given(scope: Any) -> str:
    """The name that a proxy gave the request, if there is a proxy; else nothing."""
    if settings.SECURE_PROXY_SSL_HEADER is None:
        return ""
    given: bytes = dict(scope["headers"]).get(b"x-request-id", b"")
    return given.decode() if GIVEN.fullmatch(given) else ""
