"""Sockets without a network, in a process of their own: see ``tests.bench.bench_called``.

The application is called as the server calls it, by clients of the same process that know their
moves beforehand. Every line that is read has a round played; an empty one ends the process.
With ``COUNT=1`` it counts Python's instructions instead of measuring time.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time
from collections import Counter
from functools import cache
from random import Random
from types import FrameType
from typing import Any

from tests.bench.application import application  # sets Django up, so it comes first

# isort: split
from django.db import connection, transaction

from games.live.hub import hub
from games.rules import board_class
from tests.bench.load import games_of, people, say

GAMES = int(os.environ.get("MATCHES", "100"))
COUNTS = os.environ.get("COUNT") == "1"

SIDES = {"Tres": 0, "Uno": 1, "Dos": 0}
"""Who plays each seat."""

STATE, NEWS = '{"type":"state"', '{"type":"news"'
VERSION = '"version":'


class Table:
    """A game whose two players move as soon as they see the other's move."""

    def __init__(self, game_id: str, cookies: list[str], rng: Random) -> None:
        self.moves = list(random_game(rng))
        self.made = 0
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sockets = [Client(self, game_id, cookie, side) for side, cookie in enumerate(cookies)]

    def see(self, side: int, version: int) -> None:
        if version == self.made + 1 and self.made and self.moves[self.made - 1][2] != side:
            self.move()

    def move(self) -> None:
        if self.made == len(self.moves):
            self.over.set_result(None)
            return
        verb, cell, side = self.moves[self.made]
        self.made += 1
        act = {"type": "act", "id": str(self.made), "version": self.made, "action": verb}
        text = json.dumps({**act, "cell": cell})
        # As from the network: not while what was just sent is still under way.
        asyncio.get_running_loop().call_soon(self.sockets[side].hear, text)


def random_game(rng: Random) -> Any:
    board = board_class("dstru").start()
    while not board.is_game_over():
        cell = rng.choice(board.available_moves())
        yield board.action, cell, SIDES[board.to_move]
        board = board.make_move(cell)


class Client:
    def __init__(self, table: Table, game_id: str, cookie: str, side: int) -> None:
        self.table, self.side = table, side
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        headers = {"host": "127.0.0.1", "origin": "http://127.0.0.1", "cookie": cookie}
        self.scope = {
            "type": "websocket",
            "path": f"/ws/games/{game_id}/",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ["127.0.0.1", 1],
        }
        self.inbox.put_nowait({"type": "websocket.connect"})

    async def serve(self) -> None:
        await application(self.scope, self.inbox.get, self.send)

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.take(message["text"])

    def hear(self, text: str) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    def take(self, text: str) -> None:
        if not text.startswith((STATE, NEWS)):
            return
        if not self.seated.done():
            self.seated.set_result(None)
            return
        number = text.partition(VERSION)[2].partition(",")[0]
        self.table.see(self.side, int(number))


def new_games() -> list[tuple[str, list[str]]]:
    """The ids of new games, each with the cookies of its two players."""
    everybody, found = people(2 * GAMES), []
    with transaction.atomic():
        for number in range(GAMES):
            pair = everybody[2 * number : 2 * number + 2]
            [game_id] = games_of([user for user, _ in pair], 1)
            found.append((game_id, [cookie for _, cookie in pair]))
    connection.close()
    return found


NOT_COUNTED = (f"{os.sep}asyncio{os.sep}", f"{os.sep}json{os.sep}", __file__)
"""The loop is written in C where the site is served; the clients are not part of it."""

counted: Counter[int] = Counter()
"""Python's instructions that each thread has run while ``playing``."""
playing = False


def _begin_frame(frame: FrameType, event: str, argument: Any) -> Any:
    if not playing or not _is_counted(frame.f_code.co_filename):
        return None
    frame.f_trace_lines, frame.f_trace_opcodes = False, True
    return _count


@cache
def _is_counted(file: str) -> bool:
    return not any(part in file for part in NOT_COUNTED)


def _count(frame: FrameType, event: str, argument: Any) -> Any:
    if event == "opcode":
        counted[threading.get_ident()] += 1
    return _count


def used() -> float:
    """What has been used so far: instructions if they are counted, else processor time in µs."""
    return counted.total() if COUNTS else time.process_time() * 1e6


async def play(games: list[tuple[str, list[str]]], rng: Random) -> dict[str, float]:
    """What each socket that is opened takes, and each move."""
    global playing
    playing = True
    tables = [Table(game_id, cookies, rng) for game_id, cookies in games]
    sockets = [socket for table in tables for socket in table.sockets]
    began = used()
    tasks = [asyncio.ensure_future(socket.serve()) for socket in sockets]
    await asyncio.gather(*(socket.seated for socket in sockets))
    opened = used() - began
    began = used()
    for table in tables:
        table.move()
    await asyncio.gather(*(table.over for table in tables))
    played = used() - began
    playing = False
    for socket in sockets:
        socket.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await asyncio.gather(*tasks)
    moves = sum(len(table.moves) for table in tables)
    return {"socket": opened / len(sockets), "move": played / moves}


async def main() -> None:
    if COUNTS:  # other threads than this one take it over as they start
        threading.settrace(_begin_frame)
        sys.settrace(_begin_frame)
    hub.start()
    rng = Random(1)
    say("ready")
    while await asyncio.to_thread(sys.stdin.readline) != "\n":
        games = await asyncio.to_thread(new_games)
        say(json.dumps(await play(games, rng)))


if __name__ == "__main__":
    asyncio.run(main())
    os._exit(0)  # threads of the site would keep the process
