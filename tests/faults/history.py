"""What one client asked for and saw of a game, and when; histories of all its clients are judged.

The register of ``linearizability`` is the game's version. An action is a write from the version
that it was decided on. Any state that comes over a connection is a read which took effect between
the connection's begin and the arrival: the server reads the game when a connection opens, and goes
forward from there. So a connection that opens on an older version than was seen before is a fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

from games.models import Game
from games.rules import board_class
from games.storage import log
from tests.faults.linearizability import Kind, Operation, violation

PASSING = {"too_fast", "unavailable"}
"""Refusals that say nothing of the game: the same action may be sent again."""

DECIDED = {"not_your_turn", "bad_cell", "cell_taken", "cell_empty", "not_allowed"}
"""Refusals that were decided on the very version that the action names."""

EXPLAINED = {*PASSING, *DECIDED, "stale_version", "game_over"}
"""Refusals that players who keep to the protocol can meet, each at a time that is checked."""


@dataclass(frozen=True, slots=True)
class Read:
    """A state that arrived ``at`` over a connection which was begun at ``began``."""

    version: int
    position: str
    began: float
    at: float


@dataclass
class History:
    """One client's side of one game. ``clock`` is the same for all clients."""

    game_id: str
    clock: Callable[[], float]
    reads: list[Read] = field(default_factory=list)
    invoked: dict[str, tuple[float, int]] = field(default_factory=dict)
    answered: dict[str, tuple[float, Mapping[str, Any]]] = field(default_factory=dict)
    went_back: list[str] = field(default_factory=list)
    _began: float = -inf
    _before: int = -1
    _newest: int = -1

    def connecting(self) -> None:
        self._began, self._before = self.clock(), self._newest

    def sent(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "act":
            self.invoked.setdefault(message["id"], (self.clock(), message["version"]))

    def heard(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "state":
            self._saw(message["game"])
        elif message["type"] == "ack":
            self._answer(message)
            self._newest = max(self._newest, message["version"])
        elif message["type"] == "refused" and message["code"] not in PASSING:
            self._answer(message)

    def _answer(self, message: Mapping[str, Any]) -> None:
        if message["id"] in self.invoked:
            self.answered.setdefault(message["id"], (self.clock(), message))

    def _saw(self, game: Mapping[str, Any]) -> None:
        version = game["version"]
        self.reads.append(Read(version, game["position"], self._began, self.clock()))
        if version < self._before:
            self.went_back.append(f"{self.game_id}: {self._before}, then {version}")
        self._newest = max(self._newest, version)


@dataclass(frozen=True)
class Record:
    """What is kept of a game: each accepted action with the version it led to, and positions."""

    game_id: str
    final: int
    kept: Sequence[tuple[str, int]]
    positions: Mapping[int, str]

    @classmethod
    def of(cls, game: Game, sent: Iterable[str]) -> Record:
        """The record that the database holds of ``game``; ``sent`` are all ids that were sent."""
        users = [user for user in game.seats.values_list("user_id", flat=True) if user is not None]
        named = {log.digest(f"{user}:{one}"): one for one in sent for user in users}
        board = board_class(game.variant).start(exact=game.exact)
        positions = {0: board.notation}
        entries = list(log.read(game.log))
        for one in entries:
            if one.cell is not None:
                board = board.make_move(one.cell)
                positions[one.version] = board.notation
        kept = [(named.get(one.sent, "unknown"), one.version) for one in entries if one.sent]
        return cls(game.id, game.version, kept, positions)

    @cached_property
    def versions(self) -> Mapping[str, int]:
        return dict(self.kept)

    def position(self, version: int) -> str:
        """How the board stood at ``version``: only some versions are moves."""
        return self.positions[max(kept for kept in self.positions if kept <= version)]


def faults(histories: Iterable[History], records: Mapping[str, Record]) -> list[str]:
    """What the clients of games saw that cannot be, in words."""
    games: dict[str, list[History]] = defaultdict(list)
    for history in histories:
        games[history.game_id].append(history)
    return [fault for key, clients in games.items() for fault in _of_game(clients, records[key])]


def operations(clients: Sequence[History], record: Record) -> list[Operation]:
    """The history of one game for the checker, the server's own changes and the record included."""
    made = [one for client in clients for one in _of_client(client, record)]
    # The record is read when all is over.
    end = max((one.returned for one in made if one.returned < inf), default=0.0)
    written = {one.after for one in made if one.kind == Kind.WRITE}
    first = min((one.version for one in made), default=record.final)
    made += [
        Operation(Kind.WRITE, version - 1, -inf, inf, version, "by the server")
        for version in range(first + 1, record.final + 1)
        if version not in written
    ]
    return [*made, Operation(Kind.READ, record.final, end + 1, end + 1, label="of the record")]


def _of_game(clients: Sequence[History], record: Record) -> list[str]:
    history = operations(clients, record)
    # Nobody can say which version was the first; if it is not the lowest, that is a fault, too.
    wrong = violation(history, min(one.version for one in history))
    found = [f"{record.game_id}: {wrong}"] if wrong else []
    for client in clients:
        found += client.went_back
        found += [
            f"{record.game_id}: version {read.version} was seen as {read.position!r}"
            for read in client.reads
            if read.version <= record.final and read.position != record.position(read.version)
        ]
    return found


def _of_client(client: History, record: Record) -> Iterable[Operation]:
    for read in client.reads:
        yield Operation(Kind.READ, read.version, read.began, read.at)
    for action_id, (invoked, version) in client.invoked.items():
        returned, answer = client.answered.get(action_id, (inf, {}))
        if answer.get("type") == "ack":
            yield Operation(Kind.WRITE, version, invoked, returned, answer["version"], action_id)
        elif answer.get("code") == "stale_version":
            yield Operation(Kind.MISS, version, invoked, returned, label=action_id)
        elif answer.get("code") in DECIDED:
            yield Operation(Kind.READ, version, invoked, returned, label=action_id)
        elif answer.get("code") == "game_over":
            yield Operation(Kind.READ, record.final, invoked, returned, label=action_id)
        elif (kept := record.versions.get(action_id)) is not None:
            yield Operation(Kind.WRITE, version, invoked, inf, kept, action_id)
