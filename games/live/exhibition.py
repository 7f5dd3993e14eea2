"""A game of the demo's bots in the lobby, which goes on while somebody looks."""

from __future__ import annotations

import asyncio
import logging
from random import Random

from channels.db import database_sync_to_async

from games.live.registry import SocketRegistry
from games.services.exhibit import exhibit

logger = logging.getLogger(__name__)

PAUSE = 2.0
"""Seconds between two moves."""


async def run(sockets: SocketRegistry) -> None:
    """Have a move played every ``PAUSE`` seconds in which a page of the lobby is open."""
    rng = Random()
    while True:
        await asyncio.sleep(PAUSE)
        if sockets.lobby:
            try:
                await database_sync_to_async(exhibit)(rng)
            except Exception:  # another process may have played this move; the next look goes on
                logger.exception("the demo's game in the lobby stands still")
