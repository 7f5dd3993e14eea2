"""What waits for a client that does not read, and where that ends."""

from __future__ import annotations

import asyncio
from typing import Any

from games.live.outbox import MOST_UNREAD, Outbox

LAST = {"type": "last"}


class Client:
    """Takes messages while it ``reads``."""

    def __init__(self) -> None:
        self.reads, self.got = asyncio.Event(), list[Any]()
        self.outbox = Outbox(self.send, LAST)

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        self.got.append(message["type"])

    def put(self, name: str, size: int = 1) -> None:
        self.outbox.put({"type": name}, size)


async def test_messages_are_sent_in_order_and_nothing_after_the_end() -> None:
    client = Client()
    client.reads.set()
    for name in ("a", "b", "c"):
        client.put(name)
    client.outbox.end({"type": "end"})
    client.put("late")
    client.outbox.end(LAST)
    await client.outbox.empty()
    assert client.got == ["a", "b", "c", "end"]


async def test_nobody_waits_for_a_client_that_does_not_read() -> None:
    client = Client()
    client.put("a")
    client.put("b")
    await asyncio.sleep(0)
    assert client.got == []
    client.reads.set()
    await client.outbox.empty()
    assert client.got == ["a", "b"]


async def test_too_much_for_a_client_that_does_not_read_is_dropped_for_the_last_word() -> None:
    client = Client()
    client.put("a", MOST_UNREAD - 1)
    await asyncio.sleep(0)  # it is on its way
    client.put("b")
    assert not client.outbox.ended
    client.put("too much")
    assert client.outbox.ended
    client.reads.set()
    await client.outbox.empty()
    assert client.got == ["a", "last"]


async def test_what_was_read_makes_room() -> None:
    client = Client()
    client.reads.set()
    for _ in range(3):
        client.put("a", MOST_UNREAD)
        await client.outbox.empty()
    assert client.got == ["a"] * 3


async def test_a_client_that_has_left_is_sent_nothing_more() -> None:
    sent = []

    async def send(message: Any) -> None:
        sent.append(message)
        raise OSError

    outbox = Outbox(send, LAST)
    outbox.put({"type": "a"}, 1)
    outbox.put({"type": "b"}, 1)
    await outbox.empty()
    outbox.put({"type": "c"}, 1)
    assert (len(sent), outbox.ended) == (1, True)
