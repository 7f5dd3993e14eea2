"""Which reads go to the streaming replica: those of games and progress, while a page allows it.

Sessions and people are always asked of the primary, and so is all that play is decided on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, models

REPLICA = "replica"

APPS = {"games", "progress"}
"""Whose tables public pages read."""

_allowed: ContextVar[bool] = ContextVar("replica_allowed", default=False)


@contextmanager
def reading() -> Iterator[None]:
    """Reads within may come from the replica."""
    before = _allowed.set(True)
    try:
        yield
    finally:
        _allowed.reset(before)


class Router:
    """Django asks it for the database of each query."""

    def db_for_read(self, model: type[models.Model], **hints: Any) -> str:
        public = model._meta.app_label in APPS
        # What is read in a transaction decides what it writes.
        deciding = connections[DEFAULT_DB_ALIAS].in_atomic_block
        return REPLICA if public and _allowed.get() and not deciding else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[models.Model], **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: models.Model, other: models.Model, **hints: Any) -> bool:
        return True  # they are rows of one site, wherever they were read

    def allow_migrate(self, alias: str, app_label: str, **hints: Any) -> bool:
        return alias == DEFAULT_DB_ALIAS
