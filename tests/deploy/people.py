"""Somebody with a browser, coming through nginx."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from websockets.sync.client import connect, unix_connect

from tests.deploy.shipped import HOST, Places
from tests.wire import Wire

TOKENS = ("__Host-csrftoken", "csrftoken")
"""The cookie of a form's token, here and in release 1.1.0."""

PASSWORD = "noughts-and-crosses"


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Person:
    """Cookies, and an address of this machine to come from."""

    def __init__(self, places: Places, name: str = "", address: str = "127.0.0.1") -> None:
        self.places, self.name, self.address = places, name, address
        self.cookies: dict[str, str] = {}
        self.tls = ssl.create_default_context(cafile=str(places.certificate))
        self.origin = places.origin
        self.faulty: list[str] = []
        """Errors of the site that are not 503 with ``Retry-After``."""

    def _connect(self, port: int) -> socket.socket:
        return self.places.connect(port, self.address)

    def ask(
        self, method: str, path: str, body: Any = None, *, plain: bool = False, **headers: str
    ) -> Answer:
        port = self.places.http if plain else self.places.https
        raw = self._connect(port)
        connection = http.client.HTTPConnection(HOST, port)
        connection.sock = raw if plain else self.tls.wrap_socket(raw, server_hostname=HOST)
        try:
            connection.request(method, path, body, self._headers() | _dashed(headers))
            response = connection.getresponse()
            answer = Answer(response.status, response.msg, response.read())
        finally:
            connection.close()
        if answer.status >= 500 and not (answer.status == 503 and answer.headers["Retry-After"]):
            self.faulty.append(f"{method} {path}: {answer.status} {answer.body[:80]!r}")
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def post(self, path: str, data: Any, **headers: str) -> Answer:
        """A form (dict) or JSON text, with the token that forms carry."""
        if not self.cookies.keys() & {*TOKENS}:
            self.get("/accounts/login/")
        form = isinstance(data, dict)
        body = "&".join(f"{name}={value}" for name, value in data.items()) if form else data
        kind = "application/x-www-form-urlencoded" if form else "application/json"
        token = next(self.cookies[name] for name in TOKENS if name in self.cookies)
        own = {"Content-Type": kind, "X-CSRFToken": token}
        return self.ask("POST", path, body, **own, **headers)

    def _headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Origin": self.origin, **({"Cookie": cookies} if cookies else {})}

    # --- what people do ----------------------------------------------------------------------

    def sign_up(self) -> Person:
        form = {"name": self.name, "password1": PASSWORD, "password2": PASSWORD, "email": ""}
        answer = self.post("/accounts/sign-up/", form)
        assert answer.status == 302, f"sign-up answers {answer.status}"
        return self

    def new_game(self, other: Person, variant: str = "classic") -> str:
        """A game against ``other``: its id."""
        wanted = json.dumps({"variant": variant, "opponent": "friend"})
        answer = self.post("/api/games/", wanted)
        assert answer.status == 201, f"a new game answers {answer.status}: {answer.body!r}"
        game = str(answer.json()["game"]["id"])
        answer = other.post(f"/api/games/{game}/join/", "")
        assert answer.status == 200, f"joining answers {answer.status}: {answer.body!r}"
        return game

    def socket(self, path: str, **options: Any) -> Seat:
        return Seat(self, path, **options)

    def direct(self, process: Path, path: str) -> Wire:
        """A socket to one process, past nginx."""
        wire = Wire()
        wire.connection = unix_connect(
            str(process),
            f"ws{self.origin.removeprefix('https')}{path}",
            origin=self.origin,  # type: ignore[arg-type]
            additional_headers={
                "Cookie": self._headers()["Cookie"],
                "X-Forwarded-Proto": "https",
                "X-Real-IP": self.address,
            },
            compression=None,
        )
        return wire


class Seat(Wire):
    """A socket through nginx."""

    def __init__(self, person: Person, path: str, origin: str = "") -> None:
        interval, timeout = person.places.pings
        cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        self.connection = connect(
            f"wss{person.origin.removeprefix('https')}{path}",
            sock=person._connect(person.places.https),
            ssl=_for_two_threads(person.places),
            server_hostname=HOST,
            origin=origin or person.origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookies},
            compression=None,
            legacy=True,
            ping_interval=interval,
            ping_timeout=timeout,
        )


def _for_two_threads(places: Places) -> ssl.SSLContext:
    """websockets reads in a thread of its own. TLS 1.3 sends tickets after the handshake, and
    Python before 3.13 then mixes up what both threads do: now and then a request is never sent.
    """
    context = ssl.create_default_context(cafile=str(places.certificate))
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
