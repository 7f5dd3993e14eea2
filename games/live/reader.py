"""Reads games for the sockets of this process: what came while it was reading, in one go."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from channels.db import database_sync_to_async

from games import selectors, services
from games.match import Match
from games.storage.outage import is_outage

Read = dict[str, Match | Exception]
"""What there is to say of each game that was asked for."""


class Reader:
    """Used on the event loop only."""

    def __init__(self) -> None:
        self._asked: dict[str, asyncio.Future[Match]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def current(self, game_id: str) -> Match:
        """The match as the database has it from this moment on, with all done that the server
        owes it. Raises NoSuchGame.
        """
        if game_id not in self._asked:
            self._asked[game_id] = asyncio.get_running_loop().create_future()
        future = self._asked[game_id]
        if self._reading is None or self._reading.done():
            self._reading = asyncio.ensure_future(self._read())
        return await asyncio.shield(future)  # whoever goes must not take the answer from others

    def clear(self) -> None:
        """Forget the questions of a loop that is gone."""
        self._asked, self._reading = {}, None

    async def _read(self) -> None:
        while self._asked:
            asked, self._asked = self._asked, {}
            try:
                found = await database_sync_to_async(_current)(list(asked))
            except Exception as error:
                found = dict.fromkeys(asked, error)
            for game_id, future in asked.items():
                answer = found[game_id]
                if isinstance(answer, Exception):
                    future.set_exception(answer)
                else:
                    future.set_result(answer)


def _current(game_ids: Sequence[str]) -> Read:
    try:
        cached = selectors.newest(game_ids)
    except Exception as error:
        if len(game_ids) == 1 or is_outage(error):
            return dict.fromkeys(game_ids, error)
        return {game_id: answer for one in game_ids for game_id, answer in _current([one]).items()}
    missing: Read = {game_id: selectors.NoSuchGame(game_id) for game_id in game_ids}
    return missing | {one.match.id: _advanced(one.match) for one in cached}


def _advanced(match: Match) -> Match | Exception:
    """One game's failure must not keep the others from being shown."""
    try:
        return services.advance(match)
    except Exception as error:
        return error
