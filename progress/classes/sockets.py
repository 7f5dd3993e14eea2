"""The socket of a class: it says that something has changed, and pages fetch what they show.

Each process looks at the classes that are open in it twice a second, all in one query, so it also
sees what other processes have written, with Redis and without.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from channels.db import database_sync_to_async

from games import services
from games.live import protocol
from games.live.consumers.base import Socket
from games.live.quotas import quiet_bucket
from progress.models import ClassMember, Classroom

if TYPE_CHECKING:
    from asgiref.typing import WebSocketReceiveEvent

LOOK = 0.5
"""Seconds between two looks at the classes that are open."""

logger = logging.getLogger(__name__)


class OpenClasses:
    """The sockets of this process by class, and the task that watches their classes."""

    def __init__(self) -> None:
        self._sockets: dict[int, set[ClassSocket]] = defaultdict(set)
        self._revisions: dict[int, int] = {}
        self._watch: asyncio.Task[None] | None = None

    def add(self, class_id: int, socket: ClassSocket, revision: int) -> None:
        self._sockets[class_id].add(socket)
        self._revisions.setdefault(class_id, revision)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.ensure_future(self._look_on())

    def remove(self, class_id: int, socket: ClassSocket) -> None:
        there = self._sockets.get(class_id, set())
        there.discard(socket)
        if not there:
            self._sockets.pop(class_id, None)
            self._revisions.pop(class_id, None)

    async def _look_on(self) -> None:
        while self._sockets:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except Exception:  # the next look may do better
                logger.exception("could not look at the classes")

    async def look(self) -> None:
        """Tell the sockets of every class that has changed since the last look."""
        found = await database_sync_to_async(_revisions_of)(list(self._sockets))
        for class_id, revision in found.items():
            if self._revisions.get(class_id) != revision:
                self._revisions[class_id] = revision
                for socket in list(self._sockets.get(class_id, ())):
                    socket.tell_revision(revision)


def _revisions_of(class_ids: list[int]) -> dict[int, int]:
    rows = Classroom.objects.filter(pk__in=class_ids)
    return dict(rows.values_list("pk", "revision"))


open_classes = OpenClasses()


class ClassSocket(Socket):
    """One page of a class: the teacher's, the wall's or a member's."""

    kind = "class"

    def __init__(self) -> None:
        super().__init__()
        self.bucket = quiet_bucket()
        self.class_id: int | None = None

    async def opened(self) -> None:
        class_id = int(self.scope["url_route"]["kwargs"]["class_id"])
        revision = await database_sync_to_async(_revision_for)(class_id, self.user_id)
        if revision is None:
            await self.close(protocol.NO_SUCH_GAME)
            return
        self.class_id = class_id
        open_classes.add(class_id, self, revision)
        self.tell_revision(revision)

    async def closed(self) -> None:
        if self.class_id is not None:
            open_classes.remove(self.class_id, self)

    def tell_revision(self, revision: int) -> None:
        self.push_text(msgspec.json.encode({"type": "class", "revision": revision}))

    async def websocket_receive(self, message: WebSocketReceiveEvent) -> None:
        """Answer a ping, so that a quiet class is not mistaken for a dead connection."""
        if not self.bucket.take():
            await self.close(protocol.TOO_FAST)
            return
        with suppress(protocol.BadMessage):
            heard = protocol.parse(message.get("text") or "")
            if isinstance(heard, protocol.Ping):
                self.push(protocol.pong(heard.sent, services.now_ms(), 0))


def _revision_for(class_id: int, user_id: int | None) -> int | None:
    """The revision of an open class that somebody teaches or is in; None for others."""
    found = Classroom.objects.filter(pk=class_id, wiped_at=None).first()
    if found is None or user_id is None:
        return None
    inside = ClassMember.objects.filter(classroom=class_id, user=user_id)
    return found.revision if found.teacher_id == user_id or inside.exists() else None
