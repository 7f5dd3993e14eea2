"""Sockets are opened a few at a time."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from config.admission import AT_ONCE, Admission
from games.live.protocol import OPENED
from games.live.pulse import LINE


class Sockets:
    """An application of sockets that are open when the test says so."""

    def __init__(self) -> None:
        self.begun: list[dict[str, Any]] = []
        self.end = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.begun.append(scope)
        await self.end.wait()

    def opened(self, number: int) -> None:
        self.begun[number]["extensions"][OPENED]()


async def crowd(admission: Admission, lines: list[Any]) -> list[asyncio.Task[None]]:
    tasks = [
        asyncio.create_task(admission({"extensions": {LINE: line}}, None, None)) for line in lines
    ]
    await turn()
    return tasks


async def turn() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def here() -> SimpleNamespace:
    return SimpleNamespace(gone=False)


async def test_the_next_is_begun_when_one_is_open() -> None:
    sockets = Sockets()
    tasks = await crowd(Admission(sockets), [here() for _ in range(AT_ONCE + 2)])
    assert len(sockets.begun) == AT_ONCE
    sockets.opened(0)
    sockets.opened(0)  # again: it counts once
    await turn()
    assert len(sockets.begun) == AT_ONCE + 1
    sockets.end.set()
    await asyncio.gather(*tasks)
    assert len(sockets.begun) == AT_ONCE + 2


async def test_who_gave_up_waiting_is_left_out() -> None:
    sockets, late = Sockets(), here()
    tasks = await crowd(Admission(sockets), [*(here() for _ in range(AT_ONCE)), late, here()])
    late.gone = True
    sockets.opened(0)
    await turn()
    assert len(sockets.begun) == AT_ONCE + 1
    assert late not in [scope["extensions"][LINE] for scope in sockets.begun]
    sockets.end.set()
    await asyncio.gather(*tasks)


async def test_one_that_fails_gives_its_turn_back() -> None:
    async def fail(scope: Any, receive: Any, send: Any) -> None:
        raise OSError

    admission = Admission(fail)
    for _ in range(AT_ONCE + 1):
        with pytest.raises(OSError):
            await asyncio.wait_for(admission({}, None, None), 60)
