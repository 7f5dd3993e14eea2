"""What the deployment promises of moves: across processes, through restarts, after a kill."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

from tests.deploy.people import Person
from tests.deploy.players import PATIENCE, QUIET, ByRequests, BySockets, Table
from tests.deploy.shipped import Places
from tests.deploy.stack import Stack
from tests.wire import Wire

TABLES = 6

BEGINS = 60
"""Seconds after which people who sign up together have to be playing, on a busy machine too."""


GAMES = 12
"""So many that they are spread over both processes: all at one is as rare as 1 in 2,000."""


def homes(stack: Stack) -> str:
    """sockets and requests of a game meet in one process, and games are spread over both"""
    ada, grace = (Person(stack.places, name).sign_up() for name in ("home1", "home2"))
    found = []
    for _ in range(GAMES):
        game = ada.new_game(grace)
        with _at(stack, game, ada) as (_, first), _at(stack, game, grace) as (_, second):
            ada.get(f"/api/games/{game}/?since=0")
            grace.get(f"/games/{game}/")
        places = {first, second, *stack.answered_by(f"/games/{game}/")}
        assert len(places) == 1, f"game {game} was served by processes {places}"
        found.append(first)
    assert set(found) == {1, 2}, f"all games are at process {found[0]}"
    return f"{GAMES} games, {found.count(1)} of them at process 1"


@contextmanager
def _at(stack: Stack, game: str, person: Person) -> Iterator[tuple[Wire, int]]:
    """A socket through nginx, and the process that took it."""
    path = f"/ws/games/{game}/"
    before = stack.sockets_taken(path)
    with person.socket(path) as socket:
        yield socket, stack.process_of_last_socket(path, before)


def across_processes(stack: Stack, names: tuple[str, str] = ("ada", "grace")) -> str:
    """two players on different processes see each other's moves at once"""
    ada, grace = (Person(stack.places, name).sign_up() for name in names)
    path = f"/ws/games/{ada.new_game(grace)}/"
    x, o = (
        person.direct(stack.folder / "run" / str(number) / "oxo.sock", path)
        for number, person in ((1, ada), (2, grace))
    )
    waits = []
    with x, o:
        state = x.wait_for("state")["game"]
        if state["to_act"] != state["you"]:
            x, o = o, x
        for cell in (4, 0, 2, 6, 3, 5, 1, 7, 8):
            sent = time.perf_counter()
            x.act("place", state["version"], cell)
            while state["last"] is None or state["last"]["cell"] != cell:
                state = _newer(o, state)
            waits.append((time.perf_counter() - sent) * 1000)
            x, o = o, x
    assert state["status"] == "finished", state["status"]
    waits.sort()
    return f"9 moves, median {waits[4]:.0f} ms from send to sight, slowest {waits[-1]:.0f} ms"


def _newer(wire: Wire, state: dict[str, Any]) -> dict[str, Any]:
    """The next state. A player who hears nothing asks, as a page does at every pong.

    Two releases that tell each other of moves in different ways need that.
    """
    while True:
        with suppress(TimeoutError, AssertionError):
            found: dict[str, Any] = wire.wait_for("state", timeout=QUIET)["game"]
            return found
        wire.send({"type": "sync", "version": state["version"]})


def restarts(stack: Stack) -> str:
    """a rolling restart loses no move and refuses no request; sockets see 1012 and return"""
    play = Play(stack.places)
    with play:
        for number in (1, 2):
            time.sleep(1.5)
            code, seconds = stack.stop(number)
            assert code == 0, f"process {number} ended with {code}:\n{stack.tail(f'oxo@{number}')}"
            assert seconds < 5, f"process {number} took {seconds:.1f} s to leave"
            stack.start(number)
        time.sleep(1)
    assert set(play.closes) == {1012}, f"sockets were closed with {sorted(set(play.closes))}"
    assert not play.refused, f"requests were refused: {play.refused[:3]}"
    return play.verified() + f", {len(play.closes)} times 1012, {play.requests} requests answered"


def kill(stack: Stack) -> str:
    """a process that is killed comes back, and what was acknowledged is still there"""
    with (play := Play(stack.places)):
        time.sleep(1)
        # Where all games lie at one process, it is that one.
        number = max((1, 2), key=stack.sockets_open)
        code, _ = stack.stop(number, kill=True)
        assert code == -9, code
        stack.start(number)
        time.sleep(1)
    assert play.closes, "the killed process had no socket"
    return play.verified() + f", {len(play.closes)} sockets reopened"


def nobody_serves(stack: Stack) -> str:
    """while no process runs, pages and programs are answered 503 with Retry-After"""
    for number in (1, 2):
        stack.stop(number)
    try:
        page, program = (Person(stack.places).get(path) for path in ("/", "/api/games/"))
    finally:
        for number in (1, 2):
            stack.start(number)
    for answer in (page, program):
        assert (answer.status, answer.headers["Retry-After"]) == (503, "3"), answer
    assert "text/html" in page.headers["Content-Type"], page.headers["Content-Type"]
    assert program.json()["code"] == "unavailable", program.body
    return f"{len(page.body)} bytes"


def quiet(stack: Stack) -> str:
    """processes with nothing to do complain of nothing"""
    sizes = {number: len(stack.log(f"oxo@{number}").read_text()) for number in (1, 2)}
    time.sleep(6)
    for number, size in sizes.items():
        new = stack.log(f"oxo@{number}").read_text()[size:]
        assert not re.search("WARNING|ERROR|Traceback", new), f"process {number}:\n{new[:600]}"
    return "6 s"


class Play:
    """Tables that play random games while something happens. A context manager."""

    def __init__(self, places: Places, patience: float = PATIENCE) -> None:
        self.stop = threading.Event()
        numbers = random.sample(range(10**9), 2 * TABLES + 2)
        people = [Person(places, f"p{number}") for number in numbers]
        kinds = [BySockets] * TABLES + [ByRequests]
        self.tables: list[Table] = [
            kind(people.pop(), people.pop(), self.stop, patience) for kind in kinds
        ]

    def __enter__(self) -> Play:
        self.pool = ThreadPoolExecutor(len(self.tables) + 1)
        self.results = [self.pool.submit(table.run) for table in self.tables]
        for table in self.tables:
            if not table.playing.wait(BEGINS):
                self.stop.set()
                whys = self._whys() + self.refused[:3]
                raise AssertionError(f"the games did not begin: {whys}")
        return self

    def _whys(self) -> list[str]:
        """What ended tables."""
        ended = [result.exception() for result in self.results if result.done()]
        return [repr(error) for error in ended if error]

    def __exit__(self, *exc: object) -> None:
        self.stop.set()
        self.pool.shutdown()
        if exc == (None, None, None):
            for result in self.results:
                result.result()

    def go_on(self) -> None:
        """Wait until everybody who plays has moved again."""
        before = [table.moves for table in self.tables]
        deadline = time.monotonic() + BEGINS
        while any(table.moves == seen for table, seen in zip(self.tables, before, strict=True)):
            assert not self._whys(), f"games ended: {self._whys()}"
            assert time.monotonic() < deadline, "games do not go on"
            time.sleep(0.05)

    @property
    def moves(self) -> int:
        return sum(table.moves for table in self.tables)

    @property
    def closes(self) -> list[int]:
        return [code for table in self.tables for code in table.closes]

    @property
    def refused(self) -> list[str]:
        return [text for table in self.tables for text in table.refused]

    @property
    def faulty(self) -> list[str]:
        return [text for table in self.tables for one in table.people for text in one.faulty]

    @property
    def requests(self) -> int:
        return sum(table.requests for table in self.tables)

    def slowest(self, since: float) -> float:
        """The longest that a move acknowledged ``since`` then has taken, in seconds."""
        waits = [took for table in self.tables for at, took in table.waits if at >= since]
        return max(waits, default=0.0)

    def verified(self) -> str:
        """Every acknowledged move is in its game, once, where it was acknowledged."""
        assert not self.faulty, f"errors that are not 503 with Retry-After: {self.faulty[:3]}"
        moves = sum(table.verify() for table in self.tables)
        assert moves > 0, "nobody moved"
        return f"{moves} moves acknowledged, lost 0"


PROMISES = (homes, across_processes, quiet, restarts, kill, nobody_serves)
