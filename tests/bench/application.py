"""The site as it is, for a load test: no limit on one socket's messages, and a bare echo."""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config import asgi, serve
from games.live import quotas
from games.live.consumers import game, lobby

site = asgi.application


class Unlimited:
    """In place of the bucket: one player of this test is faster than any person."""

    exhausted = False

    def __init__(self, **limits: float) -> None: ...

    def take(self) -> bool:
        return True


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["path"] == "/ws/echo/":
        await echo(receive, send)
    else:
        await site(scope, receive, send)


async def echo(receive: Any, send: Any) -> None:
    """What this server can do at most: every frame comes back, and nothing else happens."""
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "websocket.send", "text": message["text"]})


quotas.MOST_SOCKETS = quotas.MOST_VISITORS = quotas.MOST_OF_ADDRESS = 10_000
game.Bucket = lobby.Bucket = quotas.Bucket = Unlimited  # type: ignore[misc,assignment]

serve.spare_the_collector()


def main(arguments: list[str]) -> None:
    asgi.application = application  # type: ignore[assignment]
    serve.main(arguments)
