"""Django's PostgreSQL backend, with limits for statements and a reserve of connections.

After a restart of the database every pooled connection is dead. Django's own check
(CONN_HEALTH_CHECKS) throws them away one at a time, with growing pauses in between; here the
first dead one empties the pool, so that the next connection is a new one.
"""

from __future__ import annotations

from typing import Any

import psycopg
from django.db import OperationalError
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

from config.database import limits
from config.database.limits import Purpose


class DatabaseWrapper(base.DatabaseWrapper):
    _held: limits.Reserve | None = None
    _purpose = Purpose.PLAY

    def get_connection_params(self) -> dict[str, Any]:
        found: dict[str, Any] = super().get_connection_params()
        found["options"] = " ".join(filter(None, [found.get("options"), *limits.options()]))
        return found

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.pool is None:
            return super().get_new_connection(conn_params)
        self._purpose = limits.purpose.get()
        self._take_place()
        try:
            found = self._living(conn_params)
            if self._purpose is Purpose.ADMIN and limits.serving():
                found.execute(limits.FOR_ADMIN)
        except BaseException:
            self._give_place()
            raise
        return found

    def _living(self, conn_params: dict[str, Any]) -> Any:
        found = super().get_new_connection(conn_params)
        if _answers(found):
            return found
        self.pool.drain()
        self.pool.putconn(found)  # which sees that it is broken and replaces it
        return super().get_new_connection(conn_params)

    def _take_place(self) -> None:
        """Pages share all connections but a few, which are there for play and health alone."""
        if self._purpose is Purpose.PLAY or self._held is not None:
            return
        reserve = limits.reserve(self.pool.max_size)
        if not reserve.take(self.pool.timeout):
            raise OperationalError(f"pages hold {reserve.places} connections already")
        self._held = reserve

    def _give_place(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            held.give()

    def _close(self) -> None:
        try:
            if self._purpose is Purpose.ADMIN and self.connection is not None and limits.serving():
                limits.reset(self.connection)
            super()._close()  # type: ignore[misc]
        finally:
            self._give_place()


def _answers(connection: Any) -> bool:
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return False
    return True
