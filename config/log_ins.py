"""Who opens a socket, by the session in its cookie: asked for many sockets at once.

Channels has layers that do so, which make a session and a person of Django's for every socket,
with a visit to the database each, and keep both for as long as it is open.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import parse_cookie

from accounts.sessions import is_key
from games.live.session import openers


class LogIns:
    """Adds ``session_key`` and ``user_id`` to the scope; both are None for a visitor."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        scope["session_key"] = key = _session_key(scope)
        scope["user_id"] = await openers.user_of(key)
        await self.application(scope, receive, send)


def _session_key(scope: Any) -> str | None:
    for name, value in scope["headers"]:
        if name == b"cookie":
            key = parse_cookie(value.decode("latin1")).get(settings.SESSION_COOKIE_NAME)
            return key if is_key(key) else None
    return None
