"""How long a statement may take, and how many connections pages may hold, by what they are for.

A server's statements end after seconds, so that one page cannot keep a connection for
minutes; the admin has longer, and commands of ``manage.py`` have no limit. Play and health do
not wait for pages: a few connections of the pool are theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from contextvars import ContextVar
from enum import Enum, auto
from functools import cache
from threading import BoundedSemaphore
from typing import Any

import psycopg
from django.http import HttpRequest

STATEMENT, ADMIN_STATEMENT, LOCK, IDLE = "5s", "15s", "3s", "30s"
"""How long a server's statement may take, one of the admin, the wait for a lock, and a transaction
in which nothing happens."""

RESERVED = 2
"""Connections of a process that no page takes."""

FOR_ADMIN = f"SET statement_timeout = '{ADMIN_STATEMENT}'"


class Purpose(Enum):
    """What a connection is needed for; sockets and commands are PLAY, too."""

    PLAY = auto()
    PAGE = auto()
    ADMIN = auto()


purpose: ContextVar[Purpose] = ContextVar("purpose", default=Purpose.PLAY)

PLAY = re.compile(
    r"/(healthz|readyz|metrics)/?$|/api/games/[^/]+/|/api/(bot|board)/game/"
    r"|/games/[^/]+/(act|join)/"
)
"""Addresses that moves and their answers come through, and those that say whether we live."""

_serving = False


def serve() -> None:
    """This process answers requests: its statements are limited from the next connection on."""
    global _serving
    _serving = True


def serving() -> bool:
    return _serving


def options() -> Iterator[str]:
    """What every connection is opened with.

    Compiling a plan (JIT) only pays for statements that take seconds, and cannot be broken off.
    Pages of indexes lie in memory or on a disk without moving parts: by PostgreSQL's own price for
    them it would rather look through the newest rows of everybody than find somebody's own.
    """
    yield "-c jit=off"
    yield "-c random_page_cost=1.1"
    if _serving:
        yield f"-c statement_timeout={STATEMENT}"
        yield f"-c lock_timeout={LOCK}"
        yield f"-c idle_in_transaction_session_timeout={IDLE}"


def reset(connection: Any) -> None:
    """Back to the limits the connection was opened with; a broken one is its pool's affair."""
    with suppress(psycopg.Error):
        connection.rollback()
        connection.execute("RESET statement_timeout")
        connection.commit()


class Reserve:
    """The connections that pages may hold at once: all of a pool's but those reserved."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._free = BoundedSemaphore(places)

    def take(self, patience: float) -> bool:
        """Whether a place was free within ``patience`` seconds."""
        return self._free.acquire(timeout=patience)

    def give(self) -> None:
        self._free.release()


@cache
def reserve(size: int) -> Reserve:
    """The reserve of a pool with ``size`` connections; pages have at least one."""
    return Reserve(max(1, size - RESERVED))


def purpose_of(path: str) -> Purpose:
    """What a request needs a connection for."""
    if path.startswith("/admin/"):
        return Purpose.ADMIN
    return Purpose.PLAY if PLAY.match(path) else Purpose.PAGE


def by_purpose(get_response: Any) -> Any:
    """Tell connections what a request needs them for, to the end of an answer that is a stream."""

    def answer(request: HttpRequest) -> Any:
        purpose.set(purpose_of(request.path))
        return get_response(request)

    return answer
