"""Any accepted action gets its first answer again over real sockets, whoever moved since."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from accounts.models import User
from tests.exactly_once import KINDS, SHORT, Repeats, posted
from tests.site import Site, Socket, session_of

TOKEN = "a" * 32


class There(Repeats):
    """A site in a process of its own, reached by socket and HTTP; and a process beside it."""

    site: ClassVar[Site]

    def opened(self) -> None:
        self.sockets: dict[int, Socket] = {}
        self.cookies: dict[int, str] = {}
        self.ways = {"socket": self.over_socket, "http": self.over_http, "beside": beside}

    def over_socket(self, user: User, game_id: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        if user.pk not in self.sockets:
            self.sockets[user.pk] = Socket(self.site, f"/ws/games/{game_id}/", user)
        socket = self.sockets[user.pk]
        socket.send(dict(body))
        while (answer := socket.wait_for("ack", "refused"))["id"] != body["id"]:
            pass
        # Frames are taken in turn: this one when what the server owes the game has been done.
        socket.send({"type": "ping", "sent": 0})
        socket.wait_for("pong")
        return answer

    def over_http(self, user: User, game_id: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        headers = {
            "Content-Type": "application/json",
            "X-CSRFToken": TOKEN,
            "Cookie": f"csrftoken={TOKEN}; {self.cookie(user)}",
        }
        url = f"{self.site.url}/api/games/{game_id}/actions/"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    def cookie(self, user: User) -> str:
        if user.pk not in self.cookies:
            self.cookies[user.pk] = session_of(user)["Cookie"]
        return self.cookies[user.pk]

    def teardown(self) -> None:
        super().teardown()
        for socket in self.sockets.values():
            socket.connection.close()


def beside(user: User, game_id: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Over HTTP to this process: the site hears of it by a hint, or not at all."""
    return posted(user, game_id, body)


@pytest.mark.long
@pytest.mark.timeout(180)
def test_a_repeated_action_gets_its_first_answer_over_real_connections(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(There, "site", site, raising=False)
    for kind in KINDS:
        monkeypatch.setattr(There, "kind", kind, raising=False)
        run_state_machine_as_test(There, settings=settings(SHORT, max_examples=2))
    assert "Traceback" not in site.output()
