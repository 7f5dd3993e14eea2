"""What the sockets of people ask for: what came while the answers before were read, in one go.

After a restart everybody comes back together: that must not be a query for each of them.
"""

from __future__ import annotations

import asyncio

from channels.db import database_sync_to_async

from accounts import online
from games import people_selectors


class People:
    """Used on the event loop only."""

    def __init__(self) -> None:
        self._asked: dict[int, asyncio.Future[int]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def waiting(self, user_id: int) -> int:
        """How many challenges wait for a person's answer; it also notes that they are here."""
        if user_id not in self._asked:
            self._asked[user_id] = asyncio.get_running_loop().create_future()
        future = self._asked[user_id]
        if self._reading is None or self._reading.done():
            self._reading = asyncio.ensure_future(self._read())
        return await asyncio.shield(future)  # whoever goes must not take the answer from others

    def clear(self) -> None:
        """Forget the questions of a loop that is gone."""
        self._asked, self._reading = {}, None

    async def _read(self) -> None:
        await asyncio.sleep(0)  # who comes at the same moment shares one query
        while self._asked:
            asked, self._asked = self._asked, {}
            try:
                found = await database_sync_to_async(_counted)(list(asked))
            except Exception as error:
                for future in asked.values():
                    if not future.done():
                        future.set_exception(error)
                continue
            for user_id, future in asked.items():
                if not future.done():
                    future.set_result(found.get(user_id, 0))


def _counted(user_ids: list[int]) -> dict[int, int]:
    for user_id in user_ids:
        online.note(user_id)
    return people_selectors.asked_counts(user_ids)
