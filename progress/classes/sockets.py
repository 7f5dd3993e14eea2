"""The socket of a class: it says that something has changed, and pages fetch what they show.

Each process looks at the classes that are open in it twice a second, all in one query, so it also
sees what other processes have written, with Redis and without.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import NamedTuple

import msgspec
from channels.db import database_sync_to_async

from games.live import protocol
from games.live.consumers.base import QuietSocket
from progress.models import ClassMember, Classroom

LOOK = 0.5
"""Seconds between two looks at the classes that are open."""

logger = logging.getLogger(__name__)


class ClassState(NamedTuple):
    """What has changed so often: for the teacher's pages, and for those of members."""

    revision: int
    calls: int


class OpenClasses:
    """The sockets of this process by class, and the task that watches their classes."""

    def __init__(self) -> None:
        self._sockets: dict[int, set[ClassSocket]] = defaultdict(set)
        self._seen: dict[int, ClassState] = {}
        self._watch: asyncio.Task[None] | None = None

    def add(self, class_id: int, socket: ClassSocket, state: ClassState) -> None:
        self._sockets[class_id].add(socket)
        self._seen.setdefault(class_id, state)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.ensure_future(self._look_on())

    def remove(self, class_id: int, socket: ClassSocket) -> None:
        there = self._sockets.get(class_id, set())
        there.discard(socket)
        if not there:
            self._sockets.pop(class_id, None)
            self._seen.pop(class_id, None)

    async def _look_on(self) -> None:
        while self._sockets:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except Exception:  # the next look may do better
                logger.exception("could not look at the classes")

    async def look(self) -> None:
        """Tell the sockets of every class that has changed since the last look."""
        found = await database_sync_to_async(_states_of)(list(self._sockets))
        for class_id, state in found.items():
            if self._seen.get(class_id) != state:
                self._seen[class_id] = state
                for socket in list(self._sockets.get(class_id, ())):
                    socket.tell(state)


def _states_of(class_ids: list[int]) -> dict[int, ClassState]:
    rows = Classroom.objects.filter(pk__in=class_ids).values_list("pk", "revision", "calls")
    return {class_id: ClassState(*state) for class_id, *state in rows}


open_classes = OpenClasses()


class ClassSocket(QuietSocket):
    """One page of a class: the teacher's, the wall's or a member's."""

    kind = "class"

    def __init__(self) -> None:
        super().__init__()
        self.class_id: int | None = None
        self.teaches = False
        self.told = -1

    async def opened(self) -> None:
        class_id = int(self.scope["url_route"]["kwargs"]["class_id"])
        found = await database_sync_to_async(_seat_in)(class_id, self.user_id)
        if found is None:
            await self.close(protocol.NO_SUCH_GAME)
            return
        self.class_id = class_id
        state, self.teaches = found
        open_classes.add(class_id, self, state)
        self.tell(state)

    async def closed(self) -> None:
        if self.class_id is not None:
            open_classes.remove(self.class_id, self)

    def tell(self, state: ClassState) -> None:
        """Send the number of changes that this page shows, if it has grown."""
        number = state.revision if self.teaches else state.calls
        if number != self.told:
            self.told = number
            self.push_text(msgspec.json.encode({"type": "class", "revision": number}))


def _seat_in(class_id: int, user_id: int | None) -> tuple[ClassState, bool] | None:
    """The state of an open class, and whether somebody teaches it; None for strangers."""
    found = Classroom.objects.filter(pk=class_id, wiped_at=None).first()
    if found is None or user_id is None:
        return None
    state, teaches = ClassState(found.revision, found.calls), found.teacher_id == user_id
    inside = teaches or ClassMember.objects.filter(classroom=class_id, user=user_id).exists()
    return (state, teaches) if inside else None
