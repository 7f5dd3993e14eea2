"""Nothing is told, and nothing remembered, before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from games import services
from games.match import Action, Match, decide
from games.models import Game
from games.queries import selectors
from games.signals import GameChange, game_finished, games_changed
from games.storage import store
from games.storage.match_cache import match_cache
from tests.games.conftest import Play
from tests.opening import open_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heard() -> Iterator[list[tuple[str, int]]]:
    """The news of games, each of which must come when no transaction is open any more."""
    news: list[tuple[str, int]] = []

    def hear(changes: list[GameChange], **kwargs: Any) -> None:
        assert not connection.in_atomic_block, "told before the commit"
        assert not in_transaction(), "told before the commit"
        [(match, *_)] = changes
        assert Game.objects.get(id=match.id).version >= match.version, "told before it is kept"
        held = match_cache.get(match.id)
        assert held is None or held.match.version >= match.version, "told before it is remembered"
        news.append((match.id, match.version))

    games_changed.connect(hear)
    yield news
    games_changed.disconnect(hear)


def in_transaction() -> bool:
    """Whether the connection is within a transaction, whoever began it."""
    if connection.vendor == "postgresql":
        return bool(connection.connection.info.transaction_status)
    return bool(connection.connection.in_transaction)


@pytest.fixture
def refused_end() -> Iterator[None]:
    """Somebody who must hear of every end refuses each."""

    def refuse(**kwargs: Any) -> None:
        raise RuntimeError("this end is refused")

    game_finished.connect(refuse)
    yield
    game_finished.disconnect(refuse)


def move(match: Match, cell: int) -> store.Change:
    acting = match.acting_seat
    assert acting is not None
    action = Action("place", match.version, f"m{cell}", cell, acting.user)
    return store.change(decide(match, action, services.now_ms()), action.key)


Store = Callable[[store.Change], Any]
WAYS: dict[str, Store] = {
    "by itself": lambda change: store.commit(change.progress, change.key),
    "with others": lambda change: store.commit_many([change]),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_news_comes_when_the_transaction_is_over(
    friendly: Match, heard: list[tuple[str, int]], way: Store
) -> None:
    way(move(friendly, 4))
    assert heard == [(friendly.id, friendly.version + 1)]


def test_a_new_game_is_told_when_the_transaction_is_over(
    ada: User, grace: User, heard: list[tuple[str, int]]
) -> None:
    match = open_game(ada, X=ada, O=grace)
    assert heard == [(match.id, match.version)]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_what_is_undone_is_neither_told_nor_remembered(
    friendly: Match, play: Play, heard: list[tuple[str, int]], refused_end: None, way: Store
) -> None:
    almost = play(friendly, 0, 3, 1, 4)
    before = selectors.cached(almost.id)
    heard.clear()
    with suppress(RuntimeError):
        way(move(almost, 2))
    assert heard == []
    assert match_cache.get(almost.id) == before
    assert Game.objects.get(id=almost.id).version == almost.version


def test_what_the_caller_undoes_is_neither_told_nor_remembered(
    friendly: Match, heard: list[tuple[str, int]]
) -> None:
    before = selectors.cached(friendly.id)
    with transaction.atomic():
        assert store.commit(move(friendly, 4).progress)
        assert heard == []
        transaction.set_rollback(True)
    assert heard == []
    assert match_cache.get(friendly.id) == before
