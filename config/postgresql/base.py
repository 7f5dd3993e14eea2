"""Django's PostgreSQL backend, whose pool hands out only connections that answer.

After a restart of the database every pooled connection is dead. Django's own check
(CONN_HEALTH_CHECKS) throws them away one at a time, with growing pauses in between; here the
first dead one empties the pool, so that the next connection is a new one.
"""

from __future__ import annotations

from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        found = super().get_new_connection(conn_params)
        if self.pool is None or _answers(found):
            return found
        self.pool.drain()
        self.pool.putconn(found)  # which sees that it is broken and replaces it
        return super().get_new_connection(conn_params)


def _answers(connection: Any) -> bool:
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return False
    return True
