"""The site as it is, for a load test: no limit on one socket's messages, and a bare echo.

``python -m tests.bench.serve -b 127.0.0.1 -p 8000``, the arguments of ``config.serve``.
"""

from __future__ import annotations

import os
import sys
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config import serve

serve.install_event_loop()  # before Django's applications import Daphne

from config import asgi  # noqa: E402
from games.live import consumers, people  # noqa: E402

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


people.MOST_SOCKETS = 10_000
consumers.Bucket = people.Bucket = Unlimited  # type: ignore[misc,assignment]

if __name__ == "__main__":
    asgi.application = application  # type: ignore[assignment]
    serve.main(sys.argv[1:])
else:  # uvicorn's
    serve.spare_the_collector()
