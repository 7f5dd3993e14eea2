"""Games to watch in the lobby: which are shown, who is told of what, and how often."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from games.live.packed import pack
from games.live.running import EVERY, LINGERS, QUIET, SHOWN, RunningGames
from games.match import ABORTED, ACTIVE, FINISHED, FRIEND, LOBBY, OPEN, PERSON, Clock, Match, Seat
from games.rules import ClassicBoard


class World:
    """A clock, a loop that runs what is due, sockets in the lobby and other processes."""

    exist = True
    running = True

    def __init__(self) -> None:
        self.now = 1000.0
        self.due: list[tuple[float, Callable[[], object]]] = []
        self.lobby = {self}
        self.told: list[bytes] = []
        self.sent: list[Any] = []
        self.games = RunningGames(self, self, self, lambda: self.now)  # type: ignore[arg-type]

    def on(self, kind: str, hear: Any) -> None:
        assert kind == "boards"
        self.hear = hear

    def tell_all(self, kind: str, body: Any) -> None:
        self.sent.append(body)

    def tell_boards(self, text: bytes) -> None:
        self.told.append(text)

    def soon(self, call: Callable[[], object]) -> None:
        self.later(0, call)

    def later(self, delay: float, call: Callable[[], object]) -> None:
        self.due.append((self.now + delay, call))

    def spawn(self, work: Any) -> None:
        asyncio.run(work)

    def pass_by(self, seconds: float) -> None:
        until = self.now + seconds
        while self.due and min(self.due, key=lambda one: one[0])[0] <= until:
            self.due.sort(key=lambda one: one[0])
            self.now, call = self.due.pop(0)
            call()
        self.now = until

    def hears(self) -> list[Any]:
        """What a socket was told since one last asked: (game, status, marks)."""
        texts, self.told = self.told, []
        games = [game for text in texts for game in json.loads(text)["games"]]
        return [
            (one["id"], one["status"], "".join(m or "." for m in one["marks"])) for one in games
        ]


@pytest.fixture
def world() -> World:
    return World()


def game(name: str = "g", *moves: int, version: int = 1, started: int = 1, **more: Any) -> Match:
    board = ClassicBoard.start()
    for cell in moves:
        board = board.make_move(cell)
    seats = tuple(Seat(seat, PERSON, number) for number, seat in enumerate("XO", 7))
    told = {"kind": LOBBY, "status": ACTIVE, "moves": moves, **more}
    return Match(name, board, seats, version=version, started=started, **told)


def test_a_game_is_told_as_it_begins_and_moves(world: World) -> None:
    world.games.note(game())
    world.pass_by(0)
    assert world.hears() == [("g", ACTIVE, ".........")]
    world.games.note(game("g", 4, version=2))
    world.pass_by(EVERY)
    assert world.hears() == [("g", ACTIVE, "....X....")]
    world.pass_by(5)
    assert world.hears() == []


def test_many_moves_are_told_once_a_second(world: World) -> None:
    world.games.note(game())
    world.pass_by(0)
    for number, moves in enumerate([(4,), (4, 0), (4, 0, 2)], 2):
        world.games.note(game("g", *moves, version=number))
        world.pass_by(EVERY / 4)
    world.pass_by(EVERY)
    assert world.hears() == [("g", ACTIVE, "........."), ("g", ACTIVE, "O.X.X....")]


def test_other_kinds_and_open_games_are_not_shown(world: World) -> None:
    world.games.note(game("a", kind=FRIEND))
    world.games.note(game("b", status=OPEN))
    world.games.note(game("c", status=FINISHED))
    world.pass_by(2)
    assert world.hears() == world.games.shown() == world.due == []


@pytest.mark.parametrize("status", [FINISHED, ABORTED])
def test_a_game_that_is_over_stays_for_a_moment_and_goes(world: World, status: str) -> None:
    world.games.note(game())
    world.games.note(game("g", 4, version=2, status=status))
    world.pass_by(0)
    assert world.hears() == [("g", status, "....X....")]
    world.pass_by(LINGERS - 0.5)
    assert [one.id for one in world.games.shown()] == ["g"]
    world.pass_by(1.5)
    assert world.hears() == [("g", "gone", "")]
    assert world.games.shown() == []
    world.pass_by(5)
    assert world.due == []


def test_a_game_nobody_moves_in_goes(world: World) -> None:
    world.games.note(game())
    world.pass_by(QUIET + 2)
    assert world.hears() == [("g", ACTIVE, "........."), ("g", "gone", "")]


def test_only_so_many_are_shown_and_another_takes_a_place(world: World) -> None:
    for number in range(SHOWN + 1):
        world.games.note(game(f"g{number}", started=number))
    world.pass_by(0)
    assert [one for one, *_ in world.hears()] == [f"g{number}" for number in range(SHOWN)]
    last = f"g{SHOWN}"
    world.games.note(game(last, 4, version=2, started=SHOWN))
    world.pass_by(1)
    assert world.hears() == []
    world.games.note(game("g0", 4, version=2, started=0, status=FINISHED))
    world.pass_by(LINGERS + 2)
    told = world.hears()
    assert told[0] == ("g0", FINISHED, "....X....")
    assert set(told[1:]) == {("g0", "gone", ""), (last, ACTIVE, "....X....")}


def test_people_whom_a_block_keeps_apart_are_left_out(world: World) -> None:
    world.games.note(game())
    assert world.games.shown({8}) == []
    assert len(world.games.shown({9})) == 1


def test_an_older_version_is_ignored(world: World) -> None:
    world.games.note(game("g", 4, 0, version=3))
    world.games.note(game("g", 4, version=2))
    assert world.games.shown()[0].version == 3


def test_other_processes_are_told_once_a_second_and_heard(world: World) -> None:
    other = World()
    world.games.note(game())
    world.games.note(game("h", 4, version=2, started=2))
    world.pass_by(0)
    (body,) = world.sent
    assert body["boards"] == [pack(game()), pack(game("h", 4, version=2, started=2))]
    asyncio.run(other.hear(body))
    other.pass_by(0)
    assert other.hears() == [("g", ACTIVE, "........."), ("h", ACTIVE, "....X....")]
    assert other.sent == []
    asyncio.run(other.hear({"boards": [b"of another release"]}))


def test_without_a_loop_nothing_is_planned(world: World) -> None:
    world.running = False
    world.games.note(game())
    assert world.due == []
    assert len(world.games.shown()) == 1
    world.running = True
    world.games.note(replace(game("g", 4), version=2))
    world.pass_by(0)
    assert world.hears() == [("g", ACTIVE, "....X....")]


def test_a_board_goes_when_a_flag_fell_with_nobody_at_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.running.now_ms", lambda: 5_000)
    clock = Clock(10_000, 0, {"X": 10_000, "O": 4_000}, 5_000)
    timed = game("g", 4, 0, 8, clock=clock)
    assert timed.deadline == 9_000
    world.games.note(timed)
    world.pass_by(4)
    assert [one.id for one in world.games.shown()] == ["g"]
    world.pass_by(2)
    assert world.games.shown() == []
    assert world.hears() == [("g", ACTIVE, "O...X...X"), ("g", "gone", "")]
