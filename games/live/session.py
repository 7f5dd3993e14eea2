"""Whether a socket's log-in still stands, without asking the database at every action."""

from __future__ import annotations

import asyncio
import time
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

TRUSTED = 5.0
"""Seconds for which an answer of the database is taken as still true at most."""

RENEWED = 2.5
"""Seconds after which the next action asks again, beside its own way."""


class LogIn:
    """One socket's log-in. Log-outs close sockets at once (``hub``); this is the net below."""

    def __init__(self, user_id: int | None, session_key: str | None) -> None:
        self.user_id = user_id
        self._key = session_key
        self._checked = float("-inf")
        self._task: asyncio.Task[None] | None = None

    async def stands(self) -> bool:
        """Whether this person may act now; true at most ``TRUSTED`` seconds longer than so."""
        if self.user_id is None:
            return False
        age = time.monotonic() - self._checked
        if age > RENEWED and self._task is None:
            self._task = asyncio.ensure_future(self._ask())
        if age > TRUSTED and self._task is not None:
            await self._task
        return self.user_id is not None

    async def _ask(self) -> None:
        asked = time.monotonic()
        try:
            if await database_sync_to_async(_user_of)(self._key) == self.user_id:
                self._checked = asked
            else:
                self.user_id = None
        finally:
            self._task = None


def _user_of(key: str | None) -> int | None:
    """Whose session this is at this moment; None once it ended or the password changed."""
    request: Any = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(request)
    return user.pk if user.is_active else None
