"""What people and programs say to the site through nginx: requests, streams of lines, sockets."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.bench.wire import Wire, dial

PATIENCE = 60.0
"""Seconds that an answer may take."""


def address(number: int) -> str:
    """An address of this machine that few have: limits are those of an address."""
    return f"127.{1 + number // 62_500 % 250}.{1 + number // 250 % 250}.{1 + number % 250}"


@dataclass(frozen=True)
class Answer:
    """``kept`` are the cookies that it set."""

    status: int
    kept: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Site:
    """Where nginx listens on this machine, and the name and the certificate that it has."""

    name: str
    port: int
    certificate: str

    @cached_property
    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.certificate)

    @property
    def host(self) -> str:
        return f"{self.name}:{self.port}"

    async def ask(self, method: str, path: str, body: Any = None, **who: str) -> Answer:
        """The answer; ``who`` is as for ``_begin``. OSError if there is none."""
        async with asyncio.timeout(PATIENCE):
            reader, writer = await self._begin(method, path, body, **who)
            try:
                head, _, rest = (await reader.read()).partition(b"\r\n\r\n")
            finally:
                writer.close()
        if not head:
            raise ConnectionResetError(f"no answer to {method} {path}")
        first, *lines = head.decode("latin-1").split("\r\n")
        pairs = [line.partition(": ")[::2] for line in lines]
        cookies = [value.partition(";")[0] for name, value in pairs if name.lower() == "set-cookie"]
        kept = dict(cookie.split("=", 1) for cookie in cookies)
        return Answer(int(first.split(" ")[1]), kept, rest)

    async def lines(self, path: str, token: str) -> AsyncIterator[dict[str, Any]]:
        """The lines of a stream, until it ends."""
        reader, writer = await self._begin("GET", path, token=token)
        try:
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head[:20]:
                raise ConnectionError(head[:20].decode())
            while line := await asyncio.wait_for(reader.readline(), PATIENCE):
                if line.strip():
                    yield json.loads(line)
        finally:
            writer.close()

    async def _begin(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str = "",
        cookies: str = "",
        csrf: str = "",
        address: str = "127.0.0.1",
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from ``address`` on which somebody has asked.

        HTTP/1.0, so that the answer comes as it is and ends with the connection.
        """
        reader, writer = await asyncio.open_connection(
            "127.0.0.1",
            self.port,
            ssl=self.tls,
            server_hostname=self.name,
            local_addr=(address, 0),
        )
        text = b"" if body is None else json.dumps(body).encode()
        said = {
            "Host": self.host,
            "Authorization": token and f"Bearer {token}",
            "Cookie": cookies,
            "X-CSRFToken": csrf,
            "Origin": f"https://{self.host}",
            "Content-Type": "application/json",
            "Content-Length": str(len(text)),
        }
        lines = [f"{method} {path} HTTP/1.0", *(f"{k}: {v}" for k, v in said.items() if v)]
        writer.write("\r\n".join([*lines, "", ""]).encode() + text)
        return reader, writer

    async def socket(self, path: str, cookie: str, heard: Callable[[bytes], None]) -> Wire:
        """An open socket. OSError or TimeoutError if it does not open."""
        return await dial(self.port, path, cookie, heard, host=self.host, tls=self.tls)
