"""Pongs learn the newest versions with one look at the database for all games that are watched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from games.live import newest
from games.live.newest import LOOK, NewestVersions
from games.selectors import NoSuchGame


class Database:
    """Versions by game, the games of each look, and a clock. Every game it knows is watched."""

    def __init__(self, **games: int) -> None:
        self.games, self.looks, self.now = games, list[list[str]](), 1000.0
        self.left: set[str] = set()
        self.error: Exception | None = None
        self.looked = asyncio.Event()

    def read(self, games: Iterable[str]) -> dict[str, int]:
        wanted = sorted(games)
        self.looks.append(wanted)
        if self.error is not None:
            raise self.error
        return {game: self.games[game] for game in wanted if game in self.games}

    def watched(self) -> list[str]:
        self.looked.set()
        return [game for game in self.games if self.watches(game)]

    def watches(self, game_id: str) -> bool:
        return game_id not in self.left


@pytest.fixture(autouse=True)
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading is a step of its own on the loop, so that others come in between."""

    def stepping(read: Callable[..., Any]) -> Callable[..., Any]:
        async def answer(*arguments: Any) -> Any:
            await asyncio.sleep(0)
            return read(*arguments)

        return answer

    monkeypatch.setattr(newest, "database_sync_to_async", stepping)


def over(database: Database) -> NewestVersions:
    return NewestVersions(database, database.read, lambda: database.now)  # type: ignore[arg-type]


async def test_all_who_ask_at_once_share_one_look_at_every_game() -> None:
    database = Database(a=1, b=2, c=3)
    versions = over(database)
    asked = await asyncio.gather(*(versions.of(game) for game in "abcabc"))
    assert asked == [1, 2, 3, 1, 2, 3]
    assert database.looks == [["a", "b", "c"]]


async def test_what_was_read_is_repeated_for_a_while_and_then_read_again() -> None:
    database = Database(a=1, b=2)
    versions = over(database)
    assert await versions.of("a") == 1
    database.games["a"] = 5
    database.now += LOOK - 0.01
    assert (await versions.of("a"), len(database.looks)) == (1, 1)
    database.now += 0.01
    assert (await versions.of("a"), database.looks) == (5, [["a", "b"]] * 2)


async def test_a_look_leaves_out_what_was_read_a_moment_ago() -> None:
    database = Database(a=1)
    versions = over(database)
    await versions.of("a")
    database.games["b"] = 7
    database.now += LOOK / 2 - 0.01
    assert await versions.of("b") == 7
    assert database.looks == [["a"], ["b"]]


async def test_who_comes_during_a_look_that_left_the_game_out_gets_one_more() -> None:
    database = Database(a=1)
    versions = over(database)
    first = asyncio.ensure_future(versions.of("a"))
    await database.looked.wait()
    database.games["b"] = 2
    assert await asyncio.gather(first, versions.of("b")) == [1, 2]
    assert database.looks == [["a"], ["b"]]


async def test_a_game_that_is_gone_is_said_to_be() -> None:
    database = Database(a=1)
    versions = over(database)
    del database.games["a"]
    with pytest.raises(NoSuchGame):
        await versions.of("a")


async def test_a_database_that_is_away_is_asked_again_by_the_next() -> None:
    database = Database(a=1)
    versions = over(database)
    database.error = OSError("away")
    failed = await asyncio.gather(versions.of("a"), versions.of("a"), return_exceptions=True)
    assert [type(one) for one in failed] == [OSError, OSError]
    assert len(database.looks) == 1
    database.error = None
    assert await versions.of("a") == 1


async def test_games_that_nobody_watches_any_more_are_not_remembered() -> None:
    database = Database(a=1, b=2)
    versions = over(database)
    asked = asyncio.ensure_future(versions.of("a"))
    await database.looked.wait()
    database.left.add("a")
    assert await asked == 1
    assert set(versions._known) == {"b"}
    versions.forget("b")
    assert versions._known == {}
