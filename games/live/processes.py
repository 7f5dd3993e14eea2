"""Hints between processes, through the channel layer. Any of them may be lost."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

GROUP = "games"

logger = logging.getLogger(__name__)

Body = dict[str, Any]
"""What a hint says, as the channel layer carries it."""

Hear = Callable[[Body], Awaitable[None]]


class Processes:
    """The other processes that serve the same games, if there can be any."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(6)
        self._heard: dict[str, Hear] = {}

    def on(self, kind: str, hear: Hear) -> None:
        """Let ``hear`` take the hints of a ``kind`` that other processes send."""
        self._heard[kind] = hear

    @property
    def exist(self) -> bool:
        return _shared_layer() is not None

    async def send(self, kind: str, body: Body) -> None:
        layer = _shared_layer()
        if layer is None:
            return
        message = {"type": kind, "from": self.name, **body}
        try:
            await layer.group_send(GROUP, message)
        except Exception:  # the hint may be lost: versions close the gap
            logger.warning("could not send %s to the other processes", kind, exc_info=True)

    def send_without_loop(self, kind: str, body: Body) -> None:
        """``send`` from a thread of a process that serves no sockets, for instance a command."""
        if self.exist:
            async_to_sync(self.send)(kind, body)

    async def listen(self) -> None:
        """Pass on the hints of other processes, for as long as this one lives."""
        layer = _shared_layer()
        channel = await layer.new_channel()
        while True:
            try:
                await layer.group_add(GROUP, channel)
                while True:
                    message = await layer.receive(channel)
                    if message["from"] != self.name and message["type"] in self._heard:
                        await self._heard[message["type"]](message)
            except Exception:  # a broken layer must not end the listener
                logger.warning("lost the other processes, trying again", exc_info=True)
                await asyncio.sleep(1)


def _shared_layer() -> Any:
    """The layer, unless it ends with this process."""
    layer = get_channel_layer()
    return None if isinstance(layer, InMemoryChannelLayer) else layer
