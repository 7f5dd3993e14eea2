"""Two players of one table who play random games one after the other, whatever happens."""

from __future__ import annotations

import contextlib
import json
import random
import threading
import time
import uuid
from collections.abc import Callable
from itertools import zip_longest
from typing import Any, TypeVar

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.deploy.people import Answer, Person
from tests.wire import Wire

T = TypeVar("T")

PAUSE = 0.2
PATIENCE = 60.0
"""Seconds after which a request or a move counts as one that is never answered."""
QUIET = 1.0
"""Seconds without news after which a client asks, as the page does: a hint may be lost."""


class Table:
    """``run`` plays until ``stop`` is set; ``verify`` compares what was kept with what was said."""

    def __init__(
        self, one: Person, other: Person, stop: threading.Event, patience: float = PATIENCE
    ) -> None:
        self.people, self.stop, self.patience = [one, other], stop, patience
        self.playing = threading.Event()
        self.acknowledged: dict[str, list[int]] = {}
        self.closes: list[int] = []
        self.refused: list[str] = []
        self.requests = 0
        self.waits: list[tuple[float, float]] = []
        """When an acknowledgement came, and how long it took, in seconds."""
        self._looked_at = 0

    def run(self) -> None:
        for person in self.people:
            person.sign_up()
        while not self.stop.is_set():
            self.people.reverse()  # each makes every other game: there is a limit
            game = self.insist(lambda: self.people[0].new_game(self.people[1]))
            self.acknowledged[game] = []
            self.play(game)

    def play(self, game: str) -> None:
        states = self.sit_down(game)
        while states[0]["status"] == "active" and not self.stop.is_set():
            who = [state["you"] for state in states].index(states[0]["to_act"])
            cell, version = random.choice(states[who]["legal"]), states[who]["version"]
            move = {"type": "act", "id": str(uuid.uuid4()), "version": version}
            sent = time.monotonic()
            self.act(game, who, {**move, "action": "place", "cell": cell})
            self.waits.append(((now := time.monotonic()), now - sent))
            self.acknowledged[game].append(cell)
            self.playing.set()
            states = self.both_see(game, version + 1)
            time.sleep(PAUSE)
        self.get_up()

    def insist(self, doing: Callable[[], T]) -> T:
        """Do it until it works, and write down how often it did not."""
        deadline = time.monotonic() + self.patience
        while True:
            try:
                self.requests += 1
                return doing()
            except (OSError, InvalidHandshake, ConnectionClosed, AssertionError) as error:
                self.refused.append(f"{time.strftime('%H:%M:%S')} {error!r}")
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def verify(self) -> int:
        for game, cells in self.acknowledged.items():
            kept = self.people[0].get(f"/api/games/{game}/").json()["moves"]
            assert kept == cells, f"game {game}: acknowledged {cells}, kept {kept}"
        return sum(len(cells) for cells in self.acknowledged.values())

    @property
    def moves(self) -> int:
        return sum(map(len, list(self.acknowledged.values())))

    def lost(self) -> int:
        """Acknowledged moves that are not stored, in games of the time since the last look."""
        recent = list(self.acknowledged.items())[self._looked_at :]
        self._looked_at += max(0, len(recent) - 1)  # the last one goes on
        missing = 0
        for game, cells in recent:
            said = list(cells)
            kept = self.people[0].get(f"/api/games/{game}/").json()["moves"]
            missing += sum(a != b for a, b in zip_longest(said, kept[: len(said)]))
        return missing

    def sit_down(self, game: str) -> list[dict[str, Any]]:
        raise NotImplementedError

    def act(self, game: str, who: int, move: dict[str, Any]) -> None:
        raise NotImplementedError

    def both_see(self, game: str, version: int) -> list[dict[str, Any]]:
        raise NotImplementedError

    def get_up(self) -> None:
        """Close what is open."""


class ByRequests(Table):
    """Players whose network blocks sockets."""

    def sit_down(self, game: str) -> list[dict[str, Any]]:
        return self.both_see(game, 0)

    def both_see(self, game: str, version: int) -> list[dict[str, Any]]:
        path = f"/api/games/{game}/"
        states = [self._answer(lambda p=one: p.get(path)).json() for one in self.people]
        assert all(state["version"] >= version for state in states), "an old state"
        return states

    def act(self, game: str, who: int, move: dict[str, Any]) -> None:
        path, text = f"/api/games/{game}/actions/", json.dumps(move)
        answer = self._answer(lambda: self.people[who].post(path, text))
        assert answer.json()["type"] == "ack", answer.body

    def _answer(self, asking: Callable[[], Answer]) -> Answer:
        def fine() -> Answer:
            answer = asking()
            assert answer.status == 200, f"{answer.status} {answer.body[:80]!r}"
            return answer

        return self.insist(fine)


class BySockets(Table):
    """Players who return when their socket is closed, and send again what got no answer."""

    def sit_down(self, game: str) -> list[dict[str, Any]]:
        self.path = f"/ws/games/{game}/"
        self.sockets = [self._open(who) for who in (0, 1)]
        self.states: list[dict[str, Any]] = [{"version": -1}, {"version": -1}]
        return self.both_see(game, 0)

    def get_up(self) -> None:
        for one in self.sockets:
            one.connection.close()

    def both_see(self, game: str, version: int) -> list[dict[str, Any]]:
        deadline = time.monotonic() + self.patience
        for who in (0, 1):
            while self.states[who]["version"] < version:
                assert time.monotonic() < deadline, f"game {game} is stuck"
                self._receive(who)
        return self.states

    def act(self, game: str, who: int, move: dict[str, Any]) -> None:
        deadline = time.monotonic() + self.patience
        self._send(who, move)
        while (message := self._receive(who)).get("id") != move["id"] or _put_off(message):
            assert time.monotonic() < deadline, f"no answer to {move}"
            if _put_off(message):
                time.sleep(PAUSE)
            if message["type"] in ("reopened", "quiet", "refused"):
                self._send(who, move)
        assert message["type"] == "ack", message

    def _open(self, who: int) -> Wire:
        return self.insist(lambda: self.people[who].socket(self.path))

    def _send(self, who: int, message: dict[str, Any]) -> None:
        with contextlib.suppress(ConnectionClosed):  # the next receive says so
            self.sockets[who].send(message)

    def _receive(self, who: int) -> dict[str, Any]:
        """The next message. "reopened" after a close, "quiet" after a while without any."""
        try:
            message = self.sockets[who].wait_for("state", "ack", "refused", timeout=QUIET)
        except ConnectionClosed as closed:
            self.closes.append(closed.rcvd.code if closed.rcvd else 1006)
            self.sockets[who] = self._open(who)
            return {"type": "reopened"}
        except (TimeoutError, AssertionError):
            self._send(who, {"type": "sync", "version": self.states[who]["version"]})
            return {"type": "quiet"}
        if message["type"] == "state" and message["game"]["version"] > self.states[who]["version"]:
            self.states[who] = message["game"]
        return message


def _put_off(message: dict[str, Any]) -> bool:
    """Whether the database is away, and the same may be sent again."""
    return message.get("code") == "unavailable"
