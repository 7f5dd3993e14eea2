"""Whether a socket's log-in is still valid, without a query for every action."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

from channels.db import database_sync_to_async
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts import tokens
from accounts.sessions import SessionStore
from games.live.gathered import Gathered

TRUSTED = 5.0
"""Seconds for which an answer of the database is taken as still true at most."""

RENEWED = 2.5
"""Seconds after which the next action asks again, beside its own way."""


def mark_of(session_key: str | None) -> str:
    """The name of a session in messages between processes, which must not contain its key.

    For a token it is made from its digest, the last part of the token's key.
    """
    last = (session_key or "").rpartition(":")[2]
    return hashlib.sha256(last.encode()).hexdigest()[:32] if last else ""


class LogIn:
    """A session's log-in, shared by all of its sockets (``Asker.log_in``).

    Log-outs close sockets at once (``hub``); this is the safety net.
    """

    __slots__ = ("__weakref__", "_checked", "_task", "key", "user_id")

    def __init__(self, user_id: int | None, session_key: str | None) -> None:
        self.user_id = user_id
        self.key = session_key
        self._checked = float("-inf")
        self._task: asyncio.Task[None] | None = None

    async def stands(self) -> bool:
        """Whether this person may act now; a yes may be outdated by ``TRUSTED`` seconds at most.

        An answer that is about to expire is asked for again in time, beside the action's own way.
        """
        if self.user_id is None:
            return False
        age = time.monotonic() - self._checked
        if age > RENEWED / 2:
            asker.ask_beside(self)
        if age > RENEWED and self._task is None:
            self._task = asyncio.ensure_future(self._ask())
            # Perhaps nobody awaits it; then the error comes up at the next question.
            self._task.add_done_callback(lambda task: task.cancelled() or task.exception())
        if age > TRUSTED and self._task is not None:
            # A socket that closes meanwhile must not cancel it for the others.
            await asyncio.shield(self._task)
        return self.user_id is not None

    async def _ask(self) -> None:
        asked = time.monotonic()
        try:
            self.learn(await asker.user_of(self.key), asked)
        finally:
            self._task = None

    def learn(self, user_id: int | None, asked: float) -> None:
        """Note whose session it was when the database was asked, at the time ``asked``."""
        if user_id == self.user_id:
            self._checked = max(asked, self._checked)
        else:
            self.user_id = None


Ask = Callable[[list[str]], Mapping[str, int]]
"""Session key to person, for those of the keys that log somebody in."""


class Asker(Gathered[str, int | None]):
    """Asks the database for many sessions at once.

    It includes the log-ins in use whose answers are about to expire, so that hundreds of players
    take one query every other second.
    """

    def __init__(self, ask: Ask = lambda keys: users_of(keys)) -> None:
        super().__init__()
        self._ask = ask
        self._beside: dict[LogIn, None] = {}  # in order of arrival
        self._log_ins: WeakValueDictionary[str, LogIn] = WeakValueDictionary()

    def log_in(self, user_id: int | None, key: str | None) -> LogIn:
        """The log-in of a socket that ``user_id`` opened with the session ``key``.

        A person's next game begins with what is known from the last one, so that its first move
        does not wait for the database.
        """
        if key is None:
            return LogIn(user_id, key)
        known = self._log_ins.get(key)
        if known is None or known.user_id != user_id:
            known = self._log_ins[key] = LogIn(user_id, key)
        return known

    def ask_beside(self, log_in: LogIn) -> None:
        """Ask for ``log_in`` with the next query."""
        self._beside[log_in] = None

    async def user_of(self, key: str | None) -> int | None:
        """Whose session this is now; None once it has ended or the password has changed."""
        return None if key is None else await self.answer(key)

    async def _read(self, keys: Sequence[str]) -> Mapping[str, int | None]:
        beside, self._beside = self._beside, {}
        began = time.monotonic()
        asked = dict.fromkeys([*keys, *(one.key for one in beside if one.key)])
        users = await database_sync_to_async(self._ask)(list(asked))
        for log_in in beside:
            log_in.learn(users.get(log_in.key or ""), began)
        return {key: users.get(key) for key in keys}


asker = Asker()
"""Asks for log-ins of open sockets."""


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session as stored: its person, and the proof that it knew the password."""

    user: int | None
    proof: str


def users_of(keys: Iterable[str]) -> dict[str, int]:
    """Session key to the person it logs in, for valid sessions.

    The key of a token (``tokens.key_of``) is a key like any other.
    """
    keys, of_tokens = _parted(keys)
    found = _proven(_stored(keys)) if keys else {}
    return found | tokens.holders(of_tokens) if of_tokens else found


def _parted(keys: Iterable[str]) -> tuple[list[str], list[str]]:
    """The keys of sessions, and the keys of tokens."""
    parts: tuple[list[str], list[str]] = ([], [])
    for key in keys:
        parts[key.startswith(tokens.KEY + ":")].append(key)
    return parts


def _proven(sessions: Mapping[str, StoredSession]) -> dict[str, int]:
    """The sessions that name an active person, and prove that they know the password."""
    named = {one.user for one in sessions.values() if one.user is not None}
    people = get_user_model().objects.filter(pk__in=named)
    passwords = dict(people.filter(is_active=True).values_list("pk", "password"))
    return {
        key: one.user
        for key, one in sessions.items()
        if one.user in passwords and _proves(one.proof, passwords[one.user])
    }


def _stored(keys: Iterable[str]) -> dict[str, StoredSession]:
    live = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return {key: _read(data) for key, data in live.values_list("session_key", "session_data")}


@lru_cache(8192)
def _read(data: str) -> StoredSession:
    stored = SessionStore().decode(data)
    user = stored.get(SESSION_KEY)
    proof = stored.get(HASH_SESSION_KEY, "")
    return StoredSession(int(user) if user else None, proof)


@lru_cache(8192)
def _proves(proof: str, password: str) -> bool:
    user: Any = get_user_model()(password=password)
    proofs = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(proof, valid) for valid in proofs)
