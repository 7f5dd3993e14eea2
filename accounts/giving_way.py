"""Work on everything of a person, which lets moves and answers pass.

Who signs up, merges or leaves holds their own row while games, stars and seats follow. A move that
ends one of the games holds that game and waits for the person's row: both would wait for ever, and
PostgreSQL would end one of them, with 503 for a move. So the large work has little patience and
begins anew.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from django.db import OperationalError, connection, transaction
from psycopg.errors import DeadlockDetected, LockNotAvailable

PATIENCE = "SET LOCAL lock_timeout = '300ms'"
"""Well below the second after which PostgreSQL looks for a deadlock (``deadlock_timeout``)."""

TRIES = 10


def giving_way(work: Callable[[], None]) -> None:
    """Do ``work`` in a transaction; begin anew if somebody else holds what it needs.

    SQLite lets one write after the other anyway, and within a transaction nothing can begin anew.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        with transaction.atomic():
            work()
        return
    for left in range(TRIES - 1, -1, -1):
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute(PATIENCE)
                work()
            return
        except OperationalError as error:
            if not left or not isinstance(error.__cause__, LockNotAvailable | DeadlockDetected):
                raise
            time.sleep(random.uniform(0.05, 0.2))  # so that two do not meet again
