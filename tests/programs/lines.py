"""A program on a real site: requests with a token, and streams of lines."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs

from games.api.programs.openapi import document
from games.api.programs.operations import LINES
from games.api.programs.streaming import ADDRESSES
from games.api.urls import urlpatterns  # noqa: F401  declares all operations
from tests.site import Site
from tests.wire import PATIENCE

Answer = tuple[int, Any]


class Remote:
    """Speaks to ``site`` with a token."""

    def __init__(self, site: Site, token: str) -> None:
        self.port, self.headers = site.port, {"Authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """The status and the JSON of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {**self.headers, **more})
        answer = connection.getresponse()
        found = answer.status, json.loads(answer.read() or "null")
        connection.close()
        return found

    def stream(self, path: str) -> Lines:
        return Lines(self, path)


@cache
def line_of(path: str) -> jsonschema_rs.Validator:
    """What the OpenAPI document says of a line of the stream whose path it calls ``path``."""
    described = document()
    told = described["paths"][path]["get"]["responses"]["200"]["content"][LINES]["schema"]
    return jsonschema_rs.validator_for({**told, "components": described["components"]})


class Lines:
    """An open stream. Iterates over its lines, without the empty ones; each is as documented."""

    def __init__(self, remote: Remote, path: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", remote.port, timeout=PATIENCE)
        self._connection.request("GET", path, headers=remote.headers)
        self.answer = self._connection.getresponse()
        self.status = self.answer.status
        (self._path,) = [asked.path for address, asked in ADDRESSES if address.fullmatch(path)]

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        self.answer.close()
        self._connection.close()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while line := self.answer.readline():
            if line.strip():
                found = json.loads(line)
                line_of(self._path).validate(found)
                yield found

    def next(self, kind: str = "") -> dict[str, Any]:
        """The next line; of a ``kind``, if it is named, passing over others."""
        return next(one for one in self if kind in ("", one["type"]))

    def ended(self) -> bool:
        """Whether the server finishes the answer; what comes before is passed over."""
        for _ in self:
            pass
        return True
