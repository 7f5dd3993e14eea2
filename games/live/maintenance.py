"""Tells everybody who is here that maintenance begins, and that it is over.

A thread of each server process asks the database every few seconds, so that it works with one
process and with many, with Redis or without. Pages and sockets only read what it found.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Thread

from django.db import Error, connection

from games.queries import selectors

logger = logging.getLogger(__name__)

EVERY = 5.0
"""Seconds between two questions."""


class Notice:
    """The notice of this process; ``text`` is empty if there is none."""

    def __init__(self) -> None:
        self.text = ""

    def refresh(self) -> bool:
        """Read the notice; return whether it changed. During an outage it does not."""
        before = self.text
        try:
            found = selectors.maintenance()
        except Error as error:
            logger.debug("the database is away: %s", error)  # other code reports the outage
            return False
        self.text = "" if found is None else found.text
        return self.text != before


notice = Notice()


def watch(tell: Callable[[], None]) -> None:
    """Keep the notice up to date from a thread; ``tell`` is called when it changes."""

    def run() -> None:
        while True:
            if notice.refresh():
                tell()
            connection.close()
            time.sleep(EVERY)

    Thread(target=run, name="maintenance", daemon=True).start()
