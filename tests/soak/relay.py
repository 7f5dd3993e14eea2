"""A way to PostgreSQL that can fall silent: ``python -m tests.soak.relay PORT HOST PORT``.

A process of its own: stopped (SIGSTOP) it passes nothing on, ended it refuses connections.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


async def serve(port: int, host: str, upstream: int) -> None:
    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection(host, upstream)
        except OSError:
            writer.close()
            return
        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    server = await asyncio.start_server(join, "127.0.0.1", port)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
