"""Sockets that open at the same time share reads; each gets its own answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.sessions import SessionStore, stored_key
from games import services
from games.live import reader
from games.live.reader import Reader
from games.live.session import users_of
from games.match import Match
from games.queries import selectors
from games.queries.selectors import NoSuchGame

Reads = list[list[str]]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """The games of each read, which is a step of its own on the loop."""
    found: Reads = []
    newest = selectors.newest

    def stepping(read: Callable[..., Any]) -> Callable[..., Any]:
        async def answer(*arguments: Any) -> Any:
            await asyncio.sleep(0)
            try:
                return read(*arguments)
            finally:
                connection.close()  # a loop has connections of its own, which a pool misses

        return answer

    def counted(game_ids: Sequence[str]) -> Any:
        found.append(list(game_ids))
        return newest(game_ids)

    monkeypatch.setattr(reader, "database_sync_to_async", stepping)
    monkeypatch.setattr(selectors, "newest", counted)
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    return found


def ask(*game_ids: str) -> list[Any]:
    async def at_once() -> list[Any]:
        one = Reader()
        asked = (one.current(game_id) for game_id in game_ids)
        return await asyncio.gather(*asked, return_exceptions=True)

    return asyncio.run(at_once())


def test_who_asks_at_once_shares_a_read(match: Match, reads: Reads) -> None:
    first, again, missing = ask(match.id, match.id, "nowhere")
    assert first is again
    assert (first, type(missing)) == (match, NoSuchGame)
    assert reads == [[match.id, "nowhere"]]


def test_who_asks_during_a_read_is_not_answered_by_it(match: Match, reads: Reads) -> None:
    async def one_after_the_other() -> None:
        one = Reader()
        first = asyncio.ensure_future(one.current(match.id))
        while not reads:
            await asyncio.sleep(0)
        await asyncio.gather(first, one.current(match.id))

    asyncio.run(one_after_the_other())
    assert reads == [[match.id], [match.id]]


def test_a_game_that_cannot_be_advanced_fails_alone(
    match: Match, ada: User, reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = services.GameSetup(by=ada.pk, variant="classic", kind="friend", seats={})
    broken, advance = services.open_game(setup), services.advance

    def failing(one: Match) -> Match:
        if one.id == broken.id:
            raise RuntimeError("no engine")
        return advance(one)

    monkeypatch.setattr(services, "advance", failing)
    found, error = ask(match.id, broken.id)
    assert (found, str(error)) == (match, "no engine")


def test_a_game_that_cannot_be_read_fails_alone(
    match: Match, reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = selectors.newest

    def failing(game_ids: Sequence[str]) -> Any:
        found = counted(game_ids)
        if "broken" in game_ids:
            raise ValueError("no position")
        return found

    monkeypatch.setattr(selectors, "newest", failing)
    found, error = ask(match.id, "broken")
    assert (found, str(error)) == (match, "no position")


def test_a_database_that_is_away_is_asked_once_for_all(
    match: Match, reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(game_ids: Sequence[str]) -> Any:
        reads.append(list(game_ids))
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(selectors, "newest", away)
    assert [type(one) for one in ask(match.id, "another")] == [OperationalError] * 2
    assert reads == [[match.id, "another"]]


def test_however_many_games_are_read_by_two_queries(match: Match, ada: User) -> None:
    setup = services.GameSetup(by=ada.pk, variant="dstru", kind="friend", seats={})
    ids = [match.id, *(services.open_game(setup).id for _ in range(3))]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = {one.match.id: one.match for one in selectors.newest(ids)}
    assert (len(queries), found.keys()) == (2, set(ids))
    assert found == {game_id: selectors.load(game_id)[0] for game_id in ids}


def test_a_key_that_a_session_had_before_logs_nobody_in(ada: User) -> None:
    client = Client()
    client.force_login(ada)
    former = client.cookies["sessionid"].value
    session = SessionStore(former)
    session.load()
    session.cycle_key()
    now = session.session_key
    assert now is not None
    assert users_of([stored_key(former), stored_key(now)]) == {stored_key(now): ada.pk}
