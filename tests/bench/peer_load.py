"""The load of one row on another framework: ``python -m tests.bench.peer_load NAME '{…}'``.

The same tables play the same game at the same pace as in ``tests.bench.load``; only the messages
are those of the framework's own client.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
import urllib.request
from typing import Any

import msgspec

from tests.bench.load import Load, Result, Row, State, Table, say
from tests.bench.wire import BINARY, dial

SEATS = ("Tres", "Uno", "Dos")
SIDES = (0, 1, 0)
"""Who plays each seat, by the ply: the first person also removes."""


def state_of(cells: str, ply: int, over: bool, side: int) -> State:
    """A position as our own load understands it; the first version is 1."""
    legal = [at for at, mark in enumerate(cells) if (mark == ".") != (ply % 3 == 2)]
    seat = None if over else SEATS[ply % 3]
    you = seat if SIDES[ply % 3] == side else ""
    return State(ply + 1, "finished" if over else "active", seat, you, legal)


class PeerTable(Table):
    """A match of which every state that the mover gets is the answer to the move."""

    def position(self, game_id: str, side: int, cells: str, ply: int, over: bool) -> None:
        arrived = time.perf_counter()
        running = self.load.running and game_id == self.game
        if running and self.sent and side == self.mover and ply + 1 in self.sent:
            self.load.figures.accepted += 1
        self.state(game_id, side, state_of(cells, ply, over, side), arrived)


# --- boardgame.io: socket.io 4 over a WebSocket, its messages as JSON -----------------------------


class G(msgspec.Struct):
    cells: str
    ply: int


class Context(msgspec.Struct):
    gameover: Any = None


class Position(msgspec.Struct):
    G: G
    ctx: Context
    version: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: Position


class BoardgameTable(PeerTable):
    async def sit_down(self, cookies: Any, ports: Any) -> None:
        self.state_ids: dict[int, int] = {}
        for game_id in self.left:
            for side in (0, 1):
                wire = await dial(
                    ports[0],
                    "/socket.io/?EIO=4&transport=websocket",
                    "",
                    lambda payload, game_id=game_id, side=side: self.hear(game_id, side, payload),
                )
                self.wires[game_id, side] = wire
                wire.send(b"40/dstru,")

    def hear(self, game_id: str, side: int, payload: bytes) -> None:
        wire = self.wires.get((game_id, side))
        if payload == b"2" and wire is not None:
            wire.send(b"3")
        elif payload.startswith(b"40/dstru") and wire is not None:
            asked = json.dumps(["sync", game_id, str(side), None, 2])
            wire.send(f"42/dstru,{asked}".encode())
        elif payload.startswith(b'42/dstru,["update"'):
            _, _, state, *_ = msgspec.json.decode(payload[9:], type=list[msgspec.Raw])
            self._read(game_id, side, msgspec.json.decode(state, type=Position))
        elif payload.startswith(b'42/dstru,["sync"'):
            _, _, found = msgspec.json.decode(payload[9:], type=list[msgspec.Raw])
            self._read(game_id, side, msgspec.json.decode(found, type=Synced).state)

    def _read(self, game_id: str, side: int, found: Position) -> None:
        self.state_ids[found.G.ply + 1] = found.version
        over = found.ctx.gameover is not None
        self.position(game_id, side, found.G.cells, found.G.ply, over)

    def send_move(self, side: int, game: State, cell: int) -> None:
        move = {"type": "play", "args": [cell], "playerID": str(side), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": move}
        asked = json.dumps(
            ["update", action, self.state_ids[game.version], self.game, str(side)],
            separators=(",", ":"),
        )
        self.wires[self.game, side].send(f"42/dstru,{asked}".encode())


# --- Colyseus: MessagePack to the server, patches of its schema from there ------------------------

JOINED, DATA, STATE, PATCH = 10, 13, 14, 15


class ColyseusTable(PeerTable):
    async def sit_down(self, cookies: Any, ports: Any) -> None:
        self.known: dict[tuple[str, int], dict[str, Any]] = {}
        self.joined: dict[tuple[str, int], asyncio.Event] = {}
        for game_id in self.left:
            url = f"http://127.0.0.1:{ports[0]}/seats"
            answer = await asyncio.to_thread(lambda url=url: urllib.request.urlopen(url).read())
            for side, path in enumerate(json.loads(answer)):
                self.known[game_id, side] = {"cells": "", "ply": 0, "over": 0}
                joined = self.joined[game_id, side] = asyncio.Event()
                wire = self.wires[game_id, side] = await dial(
                    ports[0],
                    path,
                    "",
                    lambda payload, game_id=game_id, side=side: self.hear(game_id, side, payload),
                )
                await joined.wait()
                wire.send(bytes([JOINED]), BINARY)

    def hear(self, game_id: str, side: int, payload: bytes) -> None:
        if payload[0] == JOINED:
            self.joined[game_id, side].set()
        elif payload[0] in (STATE, PATCH):
            known = self.known[game_id, side]
            known.update(fields_of(payload))
            self.position(game_id, side, known["cells"], known["ply"], bool(known["over"]))

    def send_move(self, side: int, game: State, cell: int) -> None:
        self.wires[self.game, side].send(b"%c\xa4play%c" % (DATA, cell), BINARY)


def fields_of(payload: bytes) -> dict[str, Any]:
    """The fields that a state or a patch sets: an operation with the field's index, its value."""
    at, found = 1, {}
    while at < len(payload):
        index, at = payload[at] & 63, at + 1
        if index == 0:
            size, at = payload[at] & 31, at + 1
            found["cells"], at = payload[at : at + size].decode(), at + size
        elif index == 1:
            found["ply"], at = int.from_bytes(payload[at : at + 2], "little"), at + 2
        else:
            found["over"], at = payload[at], at + 1
    return found


TABLES = {"boardgame.io": BoardgameTable, "colyseus": ColyseusTable}


def main(name: str, wish: str) -> None:
    row = Row(**json.loads(wish))
    seed = time.time_ns()
    ids = [[f"{seed}-{at}-{game}" for game in range(row.games)] for at in range(row.matches)]

    async def run() -> Result:
        load = Load(row)
        tables = [TABLES[name](games, load, number) for number, games in enumerate(ids)]
        return await load.play(tables, [[]] * row.matches)

    before = time.process_time()
    figures = asyncio.run(run())
    figures["client_cpu"] = figures.get("client_cpu", before) - before
    say(json.dumps(figures))


if __name__ == "__main__":
    main(*sys.argv[1:])
