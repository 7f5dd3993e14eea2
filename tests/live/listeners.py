"""Players who move when it is their turn and otherwise only listen: they never ping or ask."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from random import Random
from typing import Any

from websockets.asyncio.client import connect

from tests.news import followed


class Silence(Exception):
    """Nothing was told though the game waited for nobody but the server."""


async def play(
    base: str,
    game_id: str,
    headers: Mapping[str, str],
    rng: Random,
    *,
    thinks: float = 0.0,
    patience: float = 60.0,
) -> list[int]:
    """Play random moves to the end; the versions that were told, in order.

    Raises Silence if nothing is heard for ``patience`` seconds.
    """
    game: dict[str, Any] = {}
    versions: list[int] = []
    async with connect(
        f"ws://{base}/ws/games/{game_id}/",
        origin=f"http://{base}",  # type: ignore[arg-type]
        additional_headers=headers,
        compression=None,
        open_timeout=patience,
        ping_interval=None,
    ) as socket:
        while game.get("status") not in ("finished", "aborted"):
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), patience))
            except TimeoutError:
                raise Silence(f"{game_id} at version {game.get('version')}") from None
            after = message.get("game") if message["type"] == "state" else None
            if message["type"] == "news":
                after = followed(game, message)
            assert message["type"] not in ("news", "refused") or after is not None, message
            if after is None or after["version"] <= game.get("version", -1):
                continue
            game = after
            versions.append(game["version"])
            if game["to_act"] is not None and game["to_act"] == game["you"]:
                await asyncio.sleep(rng.random() * thinks)
                await socket.send(json.dumps(_move(game, rng)))
    return versions


def _move(game: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    return {
        "type": "act",
        "id": f"{rng.getrandbits(64):x}",
        "version": game["version"],
        "action": game["action"],
        "cell": rng.choice(game["legal"]),
    }
