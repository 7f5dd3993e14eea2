"""Reads for people's own sockets, many in one query.

After a restart everybody reconnects at once, which must not take a query for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from channels.db import database_sync_to_async

from accounts import online
from games.live.gathered import Gathered
from games.queries import social


class People(Gathered[int, int]):
    async def waiting(self, user_id: int) -> int:
        """How many challenges wait for a person's answer; also marks the person as online."""
        return await self.answer(user_id)

    async def counts(self, user_ids: Sequence[int]) -> Mapping[int, int]:
        """How many challenges wait for each of these people, read now."""
        counted: dict[int, int]
        counted = await database_sync_to_async(social.asked_counts)(user_ids)
        return dict.fromkeys(user_ids, 0) | counted

    async def _read(self, keys: Sequence[int]) -> Mapping[int, int]:
        counts: Mapping[int, int] = await database_sync_to_async(_counted)(keys)
        return counts


def _counted(user_ids: Sequence[int]) -> dict[int, int]:
    for user_id in user_ids:
        online.note(user_id)
    return dict.fromkeys(user_ids, 0) | social.asked_counts(user_ids)
