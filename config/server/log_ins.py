"""Who opens a socket, by session cookie or token, read for many sockets at once.

Channels' own layers create a Django session and user for every socket, each with a query, and keep
both for as long as it is open.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import parse_cookie

from accounts import tokens
from accounts.sessions import is_key, stored_key
from config.server.cookies import of_old_name
from games.live import protocol
from games.live.session import asker


class LogIns:
    """Adds ``session_key``, as it is stored, and ``user_id`` to the scope; None for a visitor."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        token = bearer(scope)
        key = _session_key(scope) if token is None else tokens.key_of(token, tokens.Scope.PLAY)
        scope["session_key"] = key
        scope["user_id"] = await asker.user_of(key)
        if token is not None and scope["user_id"] is None:  # not to be taken for a visitor
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": protocol.LOG_IN_AGAIN})
            return
        await self.application(scope, receive, send)


def bearer(scope: Any) -> str | None:
    """The token that a program opens a socket with; browsers cannot send one so."""
    found: bytes | None = dict(scope["headers"]).get(b"authorization")
    return None if found is None else tokens.in_header(found.decode("latin1"))


def _session_key(scope: Any) -> str | None:
    for name, value in scope["headers"]:
        if name == b"cookie":
            key = of_old_name(parse_cookie(value.decode("latin1")), settings.SESSION_COOKIE_NAME)
            return stored_key(key) if is_key(key) else None
    return None
