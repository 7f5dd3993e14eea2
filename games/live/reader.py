"""Reads games for the sockets of this process, many in one query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from channels.db import database_sync_to_async

from games import services
from games.live.gathered import Gathered
from games.match import Match
from games.queries import selectors
from games.storage.outage import is_outage

Read = dict[str, Match | Exception]
"""What there is to say of each game that was asked for."""


class Reader(Gathered[str, Match]):
    async def current(self, game_id: str) -> Match:
        """The match, read after this call and brought up to date. Raises NoSuchGame."""
        return await self.answer(game_id)

    async def _read(self, keys: Sequence[str]) -> Mapping[str, Match | Exception]:
        read: Read = await database_sync_to_async(_current)(keys)
        return read


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
