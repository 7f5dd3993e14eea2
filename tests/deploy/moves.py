"""What the deployment promises of moves: across processes, through restarts, after a kill."""

from __future__ import annotations

import random
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from tests.deploy.people import Person
from tests.deploy.players import ByRequests, BySockets, Table
from tests.deploy.stack import Stack
from tests.wire import Wire

TABLES = 6


def across_processes(stack: Stack) -> str:
    """two players on different processes see each other's moves at once"""
    ada, grace = (Person(stack.places, name).sign_up() for name in ("ada", "grace"))
    path = f"/ws/games/{ada.new_game(grace)}/"
    x, o = _on_different_processes(stack, path, ada, grace)
    waits = []
    with x, o:
        state = x.wait_for("state")["game"]
        if state["to_act"] != state["you"]:
            x, o = o, x
        for cell in (4, 0, 2, 6, 3, 5, 1, 7, 8):
            sent = time.perf_counter()
            x.act("place", state["version"], cell)
            while state["last"] is None or state["last"]["cell"] != cell:
                state = o.wait_for("state")["game"]
            waits.append((time.perf_counter() - sent) * 1000)
            x, o = o, x
    assert state["status"] == "finished", state["status"]
    waits.sort()
    return f"9 moves, median {waits[4]:.0f} ms from send to sight, slowest {waits[-1]:.0f} ms"


def _on_different_processes(
    stack: Stack, path: str, one: Person, other: Person
) -> tuple[Wire, Wire]:
    first, home = _socket_and_process(stack, path, one)
    for _ in range(10):
        second, place = _socket_and_process(stack, path, other)
        if place != home:
            return first, second
        second.connection.close()
    raise AssertionError("nginx gives all sockets to one process")


def _socket_and_process(stack: Stack, path: str, person: Person) -> tuple[Wire, int]:
    before = stack.sockets_taken(path)
    return person.socket(path), stack.process_of_last_socket(path, before)


def restarts(stack: Stack) -> str:
    """a rolling restart loses no move and refuses no request; sockets see 1012 and return"""
    play = Play(stack)
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
    with (play := Play(stack)):
        time.sleep(1)
        code, _ = stack.stop(1, kill=True)
        assert code == -9, code
        stack.start(1)
        time.sleep(1)
    assert play.closes, "the killed process had no socket"
    return play.verified() + f", {len(play.closes)} sockets reopened"


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

    def __init__(self, stack: Stack) -> None:
        self.stop = threading.Event()
        names = iter(f"p{random.randrange(10**9)}" for _ in range(2 * TABLES + 2))
        kinds = [BySockets] * TABLES + [ByRequests]
        self.tables: list[Table] = [
            kind(Person(stack.places, next(names)), Person(stack.places, next(names)), self.stop)
            for kind in kinds
        ]

    def __enter__(self) -> Play:
        self.pool = ThreadPoolExecutor(len(self.tables) + 1)
        self.results = [self.pool.submit(table.run) for table in self.tables]
        for table in self.tables:
            assert table.playing.wait(20), "the games did not begin"
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop.set()
        self.pool.shutdown()
        if exc == (None, None, None):
            for result in self.results:
                result.result()

    @property
    def closes(self) -> list[int]:
        return [code for table in self.tables for code in table.closes]

    @property
    def refused(self) -> list[str]:
        return [text for table in self.tables for text in table.refused]

    @property
    def requests(self) -> int:
        return sum(table.requests for table in self.tables)

    def verified(self) -> str:
        """Every acknowledged move is in its game, once, where it was acknowledged."""
        moves = sum(table.verify() for table in self.tables)
        assert moves > 0, "nobody moved"
        return f"{moves} moves acknowledged, lost 0"


PROMISES = (across_processes, quiet, restarts, kill)
