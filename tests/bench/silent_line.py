"""A line that can fall silent: nothing gets through any more, and nobody is told."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Thread


class SilentLine:
    """Listens on ``port`` and passes on to ``upstream``, until it is ``cut``. A context manager.

    A router without power does the same: connections stay open at both ends.
    """

    def __init__(self, upstream: int) -> None:
        self.upstream, self.port = upstream, 0
        self.loop = asyncio.new_event_loop()
        self._through = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def __enter__(self) -> SilentLine:
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self.loop).result(10)
        return self

    def __exit__(self, *exc: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    def cut(self) -> None:
        self.loop.call_soon_threadsafe(self._through.clear)

    def mend(self) -> None:
        self.loop.call_soon_threadsafe(self._through.set)

    async def _listen(self) -> None:
        self._through.set()
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        self.server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._through.wait()
            far, to_far = await asyncio.open_connection("127.0.0.1", self.upstream)
            await asyncio.gather(self._pump(reader, to_far), self._pump(far, writer))
        except (OSError, asyncio.CancelledError):
            writer.close()
        finally:
            self._tasks.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._through.wait()
                writer.write(data)
        await self._through.wait()  # the end of a connection does not get through either
        writer.close()
