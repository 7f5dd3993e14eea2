"""Games of the lobby whose openers leave: which are withdrawn, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from asgiref.sync import async_to_sync

from games.live.hub import Hub
from games.live.presence import Presence
from games.match import ABORTED, OPEN, Match
from games.queries import selectors
from tests.games.conftest import open_match
from tests.live.test_processes import Listener

__all__ = ["open_match"]

pytestmark = pytest.mark.django_db(transaction=True)

GRACE = 30.0
PATIENCE = 4 * GRACE


class Time:
    """A clock that the test moves, and what is to be done at its times."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.due: list[tuple[float, SimpleNamespace, Callable[[], object]]] = []

    def later(self, delay: float, call: Callable[[], object]) -> SimpleNamespace:
        handle = SimpleNamespace(cancelled=False)
        handle.cancel = lambda: setattr(handle, "cancelled", True)
        self.due.append((self.now + delay, handle, call))
        return handle

    async def run_until(self, end: float) -> None:
        """Do what is due until ``end``, each thing at its time."""
        while self.due and min(at for at, *_ in self.due) <= end:
            self.due.sort(key=lambda one: one[0])
            at, handle, call = self.due.pop(0)
            self.now = max(self.now, at)
            if not handle.cancelled:
                call()
            await asyncio.sleep(0.01)
        self.now = end


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def hub(time: Time, monkeypatch: pytest.MonkeyPatch) -> Hub:
    found = Hub()
    found.attendance.presence = Presence(GRACE, lambda: time.now)
    monkeypatch.setattr(found._loop, "later", time.later)
    return found


def come(hub: Hub, game_id: str) -> Listener:
    listener = Listener()
    listener.seats = ("X",)  # type: ignore[assignment]
    hub.sockets.add(game_id, listener)
    hub.attendance.sockets_changed(game_id)
    return listener


def go(hub: Hub, game_id: str, listener: Listener) -> None:
    hub.remove(game_id, listener)
    hub.attendance.sockets_changed(game_id)


def test_an_opener_who_reloads_twice_keeps_the_game(
    hub: Hub, time: Time, open_match: Match
) -> None:
    async def reload_twice() -> None:
        hub.start()
        hub.attendance.track_seats(open_match)
        go(hub, open_match.id, come(hub, open_match.id))
        await time.run_until(1001)
        page = come(hub, open_match.id)
        await time.run_until(1000 + PATIENCE - 1)
        go(hub, open_match.id, page)
        await time.run_until(1000 + PATIENCE + 5)

    async_to_sync(reload_twice)()
    assert selectors.match(open_match.id).status == OPEN


def test_a_game_whose_opener_stays_away_is_withdrawn(
    hub: Hub, time: Time, open_match: Match
) -> None:
    async def leave() -> None:
        hub.start()
        hub.attendance.track_seats(open_match)
        go(hub, open_match.id, come(hub, open_match.id))
        await time.run_until(1000 + PATIENCE + 1)
        await asyncio.sleep(0.1)

    async_to_sync(leave)()
    assert selectors.match(open_match.id).status == ABORTED


def test_no_game_is_withdrawn_while_other_processes_are_out_of_reach(
    hub: Hub, time: Time, open_match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def leave() -> None:
        hub.start()
        monkeypatch.setattr(type(hub.processes), "apart", True)
        hub.attendance.track_seats(open_match)
        go(hub, open_match.id, come(hub, open_match.id))
        await time.run_until(1000 + 3 * PATIENCE)

    async_to_sync(leave)()
    assert selectors.match(open_match.id).status == OPEN
