"""A person's own socket, open on any of their pages, for what others ask of them."""

from __future__ import annotations

import logging

from channels.db import database_sync_to_async

from accounts import online
from games.live import protocol
from games.live.consumers.base import QuietSocket
from games.live.hub import hub
from games.storage import outage

logger = logging.getLogger(__name__)


class PersonSocket(QuietSocket):
    """Sends how many challenges wait for its person, on connecting and when they change."""

    kind = "person"

    def __init__(self) -> None:
        super().__init__()
        self.waiting = -1

    async def opened(self) -> None:
        if self.user_id is None:
            await self.close(protocol.LOG_IN_AGAIN)
            return
        hub.sockets.add_person(self.user_id, self)
        await self.tell_challenges()

    async def closed(self) -> None:
        if self.user_id is not None:
            hub.sockets.remove_person(self.user_id, self)

    async def tell_challenges(self) -> None:
        if self.user_id is None:
            return
        try:
            self.waiting = await hub.people.waiting(self.user_id)
        except Exception as error:
            if not outage.is_outage(error):
                raise
            logger.warning("the challenges of %s: the database is away: %s", self.user_id, error)
            return
        self.push(protocol.challenges(self.waiting))

    async def pinged(self) -> None:
        if self.user_id is not None and online.is_due(self.user_id):
            await database_sync_to_async(online.note)(self.user_id)
