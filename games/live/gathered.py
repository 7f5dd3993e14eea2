"""Batches questions to the database from the event loop.

Questions that come while one is being answered are asked together, so that hundreds of sockets that
open or act at the same moment share a query.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Gathered(Generic[Key, Answer]):
    """Used on the event loop only; subclasses implement ``_read``."""

    def __init__(self) -> None:
        self._asked: dict[Key, asyncio.Future[Answer]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def _read(self, keys: Sequence[Key]) -> Mapping[Key, Answer | Exception]:
        """The answer for each of ``keys``; an exception goes to everybody who asked."""
        raise NotImplementedError

    async def answer(self, key: Key) -> Answer:
        """The answer, read from the database after this call."""
        if self._reading is None or self._reading.done():
            self._asked = {}
            self._reading = asyncio.ensure_future(self._run())
        if key not in self._asked:
            self._asked[key] = asyncio.get_running_loop().create_future()
        # Cancelling one caller must not cancel the read of the others.
        return await asyncio.shield(self._asked[key])

    def clear(self) -> None:
        """Forget the questions of a loop that is gone."""
        self._asked, self._reading = {}, None

    async def _run(self) -> None:
        await asyncio.sleep(0)  # questions of the same moment share one query
        while self._asked:
            asked, self._asked = self._asked, {}
            try:
                found = await self._read(list(asked))
            except Exception as error:  # an error of the database: every caller gets it
                found = dict.fromkeys(asked, error)
            for key, future in asked.items():
                if isinstance(answer := found[key], Exception):
                    future.set_exception(answer)
                else:
                    future.set_result(answer)
