"""What stands around the application: the proxy's word, the access log, the ends of bodies."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from typing import Any

from django.conf import settings

access = logging.getLogger("oxo.access")

BODY_WITHIN = 30.0
"""Seconds in which the body of a request has to arrive."""

TOO_SLOW = b"Your request took too long to arrive. Try again.\n"


class BehindProxy:
    """Takes the client's address and scheme from the proxy in front (BEHIND_PROXY).

    A client cannot send these headers itself: the proxy overwrites them.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        if address := headers.get(b"x-real-ip"):
            scope["client"] = (address.decode("latin1"), 0)
        if scheme := headers.get(b"x-forwarded-proto"):
            secure = scheme == b"https"
            plain = "ws" if scope["type"] == "websocket" else "http"
            scope["scheme"] = plain + "s" * secure
        await self.application(scope, receive, send)


class AccessLog:
    """A line in the log for each request when it is answered, and for each socket (ACCESS_LOG)."""

    def __init__(self, application: Any, *, json: bool) -> None:
        """``json``: with the parts of a request as fields of their own."""
        self.application, self.json = application, json

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = "{}:{}".format(*scope["client"]) if scope.get("client") else "-"
        path, started, status, size = _public(scope), time.perf_counter(), 0, 0
        if scope["type"] == "websocket":
            access.info('%s "socket connected %s"', client, path)
            try:
                await self.application(scope, receive, send)
            finally:
                access.info('%s "socket disconnected %s"', client, path)
            return

        async def sending(message: dict[str, Any]) -> None:
            nonlocal status, size
            status = message.get("status", status)
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.application(scope, receive, sending)
        finally:
            ms, method = (time.perf_counter() - started) * 1000, scope["method"]
            fields = {"method": method, "path": path, "status": status, "ms": round(ms, 1)}
            extra = {"fields": fields} if self.json else None
            said = (client, method, path, status, size, ms)
            access.info('%s "%s %s" %d %d %.0f ms', *said, extra=extra)


def _public(scope: Any) -> str:
    """The address without what a reset link holds: more people read a log than get that letter."""
    path: str = scope["raw_path"].decode("latin1")
    if query := scope["query_string"].decode("latin1"):
        path = f"{path}?{query}"
    return re.sub(r"(/password-reset/)[^/]+/[^/]+", r"\1…", path)


class BoundedBody:
    """Reads the bodies of requests for Django, which would keep one of any length on the disk.

    Of one that is longer than DATA_UPLOAD_MAX_MEMORY_SIZE nothing is kept: Django refuses it by
    its length. One that does not arrive in time is answered with 408.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        declared, body = int(headers.get(b"content-length", 0)), b""
        if not declared and b"transfer-encoding" not in headers:
            await self.application(scope, receive, send)
            return
        if declared <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            try:
                async with asyncio.timeout(BODY_WITHIN):
                    body = await _read(receive)
            except TimeoutError:
                await _say_too_slow(send)
                return
            except ConnectionAbortedError:
                return
        if b"content-length" not in headers:  # sent in pieces: Django goes by the length
            scope["headers"] = [*scope["headers"], (b"content-length", b"%d" % len(body))]
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            body = b""
        left = [{"type": "http.request", "body": body, "more_body": False}]

        async def receiving() -> Any:
            return left.pop() if left else await receive()

        await self.application(scope, receiving, send)


async def _read(receive: Any) -> bytes:
    """The body, or the beginning of one that is too long. Raises ConnectionAbortedError."""
    parts, size, more = [], 0, True
    while more and size <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionAbortedError
        parts.append(message.get("body", b""))
        size, more = size + len(parts[-1]), message.get("more_body", False)
    return b"".join(parts)


async def _say_too_slow(send: Any) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_SLOW})
