"""The writer gathers what comes while it writes, and gives each its own answer."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from games.storage.writer import Writer


def test_the_writer_gathers_while_it_writes() -> None:
    batches: list[list[int]] = []
    all_are_waiting = threading.Event()

    def write(items: Any) -> list[bool]:
        batches.append(list(items))
        all_are_waiting.wait()
        return [item % 2 == 0 for item in items]

    writer: Writer[int] = Writer(write, lambda: None)

    async def submit() -> list[bool]:
        asked = [asyncio.ensure_future(writer.do(item)) for item in range(20)]
        await asyncio.sleep(0)  # all of them begin before this goes on
        all_are_waiting.set()
        return await asyncio.gather(*asked)

    assert asyncio.run(submit()) == [item % 2 == 0 for item in range(20)]
    assert len(batches) <= 2
    assert [item for batch in batches for item in batch] == list(range(20))


def test_an_error_reaches_only_who_asked() -> None:
    writer: Writer[int] = Writer(
        lambda items: [ValueError("no") if item == 1 else True for item in items], lambda: None
    )

    async def submit() -> list[Any]:
        return await asyncio.gather(*(writer.do(n) for n in range(3)), return_exceptions=True)

    first, second, third = asyncio.run(submit())
    assert (first, third) == (True, True)
    assert isinstance(second, ValueError)
