"""Processes that tell each other what happens at games, and tell nobody else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError

from accounts.models import User
from games import services
from games.live import broadcast, bus
from games.live.frames import Frames
from games.live.hub import Hub
from games.live.pulse import Pulse
from games.match import Action, Match
from games.queries import selectors
from games.signals import GameChange
from games.storage.match_cache import match_cache
from tests.games.conftest import friendly
from tests.live.switchboard import Switchboard

__all__ = ["friendly"]

pytestmark = pytest.mark.django_db(transaction=True)


class Listener:
    """A socket at a game of which only the ears are there."""

    user_id, session, seats = None, "", ()

    def __init__(self) -> None:
        self.pulse = Pulse()
        self.versions: list[int] = []
        self.heard = asyncio.Event()

    def tell(self, frames: Frames) -> None:
        self.versions.append(frames.match.version)
        self.heard.set()

    def tell_presence(self) -> None: ...
    async def dismiss(self, code: int) -> None: ...


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Switchboard:
    board = Switchboard()
    monkeypatch.setattr(bus, "make_bus", board.make_bus)
    return board


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The games that were read from the database, one list for each time."""
    found: list[list[str]] = []
    newest = selectors.newest

    def counted(game_ids: Any) -> Any:
        found.append(sorted(game_ids))
        return newest(found[-1])

    monkeypatch.setattr(selectors, "newest", counted)
    return found


async def at_table(hub: Hub, game_id: str) -> Listener:
    """Somebody who sits at a game in the process of this ``hub``."""
    hub.start()
    listener = Listener()
    hub.sockets.add(game_id, listener)
    hub.attendance.sockets_changed(game_id)
    return listener


async def settled(*hubs: Hub) -> None:
    """Let what was said arrive; from then on nobody waits for others to answer."""
    for _ in range(10):
        await asyncio.sleep(0)
    for hub in hubs:
        hub.processes._since = {game: float("-inf") for game in hub.processes._since}


def commit(match: Match, user: User, cell: int) -> GameChange:
    """A move that another process commits: this one's memory knows nothing of it."""
    held = match_cache.get(match.id)
    action = Action("place", match.version, f"at-{cell}", cell, user.pk)
    after = services.act(game_id=match.id, action=action).match
    match_cache.forget(match.id)
    if held is not None:
        match_cache.put(held)
    return GameChange(after, match.version, action.key)


def test_a_change_reaches_the_sockets_of_another_process_without_a_read(
    board: Switchboard, friendly: Match, ada: User, read: list[list[str]]
) -> None:
    here, there = Hub(), Hub()
    selectors.cached(friendly.id)
    change = commit(friendly, ada, 4)
    read.clear()

    async def play() -> list[int]:
        listener = await at_table(here, friendly.id)
        await at_table(there, friendly.id)
        await settled(here, there)
        there.broadcast.announce([change])
        await settled(here, there)
        return listener.versions

    assert async_to_sync(play)() == [change.match.version]
    held = match_cache.get(friendly.id)
    assert held is not None
    assert (held.match, held.answer(change.key)) == (change.match, change.match.version)
    assert read == []


def test_who_comes_while_a_change_is_made_gets_it(
    board: Switchboard, friendly: Match, ada: User
) -> None:
    """Nobody has answered the other process yet, so it tells everybody who hears of the game."""
    here, there = Hub(), Hub()
    change = commit(friendly, ada, 4)

    async def play() -> list[int]:
        await at_table(there, friendly.id)
        listener = await at_table(here, friendly.id)
        there.broadcast.announce([change])
        await listener.heard.wait()
        return listener.versions

    assert async_to_sync(play)() == [change.match.version]


def test_who_comes_to_a_game_learns_what_it_missed(
    board: Switchboard, friendly: Match, ada: User
) -> None:
    here, there = Hub(), Hub()
    change = commit(friendly, ada, 4)

    async def play() -> list[int]:
        await at_table(there, friendly.id)
        there.broadcast.deliver(change.match)
        await settled(there)
        listener = await at_table(here, friendly.id)  # with what was read before the change
        here.broadcast.deliver(friendly)
        listener.heard.clear()
        await listener.heard.wait()
        return listener.versions

    assert async_to_sync(play)() == [friendly.version, change.match.version]


def test_a_change_costs_processes_where_nobody_is_at_the_game_nothing(
    board: Switchboard, friendly: Match, ada: User
) -> None:
    here, elsewhere = Hub(), Hub()
    change = commit(friendly, ada, 4)

    async def play() -> list[str]:
        listener = await at_table(here, friendly.id)
        elsewhere.start()
        await settled(here)
        board.published.clear()
        here.broadcast.announce([change])
        await listener.heard.wait()
        return board.published

    assert async_to_sync(play)() == []


def test_a_process_that_has_left_the_game_is_told_nothing(
    board: Switchboard, friendly: Match, ada: User
) -> None:
    here, there = Hub(), Hub()
    change = commit(friendly, ada, 4)

    async def play() -> list[str]:
        listener = await at_table(here, friendly.id)
        leaver = await at_table(there, friendly.id)
        await settled(here, there)
        there.remove(friendly.id, leaver)
        there.attendance.sockets_changed(friendly.id)
        await settled(here)
        board.published.clear()
        here.broadcast.announce([change])
        await listener.heard.wait()
        return board.published

    assert async_to_sync(play)() == []


def test_a_change_of_another_release_is_read_from_the_database(
    board: Switchboard, friendly: Match, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Hub(), Hub()
    change = commit(friendly, ada, 4)
    monkeypatch.setattr(broadcast, "pack", lambda match: b"\xff")

    async def play() -> list[int]:
        listener = await at_table(here, friendly.id)
        await at_table(there, friendly.id)
        there.broadcast.announce([change])
        await listener.heard.wait()
        return listener.versions

    assert async_to_sync(play)() == [change.match.version]


def test_what_cannot_be_read_while_the_database_is_away_is_read_when_it_is_back(
    board: Switchboard, friendly: Match, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Hub(), Hub()
    change = commit(friendly, ada, 4)
    errors, newest = [OperationalError("server closed the connection")], selectors.newest

    def away_once(game_ids: Any) -> Any:
        if errors:
            raise errors.pop()
        return newest(game_ids)

    monkeypatch.setattr(broadcast, "pack", lambda match: b"\xff")
    monkeypatch.setattr(broadcast, "RETRY_AFTER", 0)
    monkeypatch.setattr(selectors, "newest", away_once)

    async def play() -> list[int]:
        listener = await at_table(here, friendly.id)
        await at_table(there, friendly.id)
        there.broadcast.announce([change])
        await listener.heard.wait()
        return listener.versions

    assert async_to_sync(play)() == [change.match.version]
    assert errors == []


def test_both_processes_know_who_is_at_the_table(board: Switchboard, friendly: Match) -> None:
    here, there = Hub(), Hub()

    async def play() -> list[tuple[dict[str, str], int]]:
        await at_table(here, friendly.id)
        await at_table(there, friendly.id)
        await settled(here, there)
        return [hub.attendance.presence.of(friendly.id) for hub in (here, there)]

    assert [watchers for _, watchers in async_to_sync(play)()] == [2, 2]


def test_who_is_asked_for_over_http_is_known_of_other_processes(
    board: Switchboard, friendly: Match, ada: User
) -> None:
    """Else a process that nobody has a socket at would take everybody for gone."""
    here, there = Hub(), Hub()

    async def play() -> tuple[dict[str, str], int]:
        here.start()
        await at_table(there, friendly.id)
        await settled(there)
        here.attendance.gone_at(friendly.id)
        await settled(here, there)
        return here.attendance.presence.of(friendly.id)

    assert async_to_sync(play)() == ({}, 1)


def test_what_was_read_before_something_newer_came_changes_nothing(
    friendly: Match, ada: User
) -> None:
    resign = Action("resign", friendly.version, "enough", user=ada.pk)
    over = services.act(game_id=friendly.id, action=resign).match
    here, listener = Hub(), Listener()

    async def play() -> None:
        here.start()
        here.sockets.add(friendly.id, listener)
        here.broadcast.deliver(over)
        here.broadcast.deliver(friendly)

    async_to_sync(play)()
    assert listener.versions == [over.version, over.version]
    assert here.attendance.presence.of(friendly.id) == ({}, 0)
