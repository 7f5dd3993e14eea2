"""Moves of several games in one transaction: all of a batch is kept or nothing of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection
from django.db.backends.signals import connection_created

from accounts.models import User
from games import services
from games.match import Match
from games.models import Game
from games.queries import selectors
from games.storage import store
from games.storage.match_cache import match_cache
from tests import logs
from tests.games.conftest import person
from tests.storage.test_store import move

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def many(ada: User, grace: User) -> list[Match]:
    seats = {"X": person("X", ada), "O": person("O", grace)}
    setup = services.GameSetup(by=ada.pk, variant="classic", kind="friend", seats=seats)
    return [services.open_game(setup) for _ in range(3)]


def stored(matches: list[Match]) -> list[tuple[int, list[int]]]:
    """The version of each game, and the cells of its moves."""
    versions = dict(Game.objects.values_list("id", "version"))
    return [(versions[one.id], [move.cell for move in logs.moves(one.id)]) for one in matches]


def test_moves_land_together(many: list[Match]) -> None:
    moves = [move(match, cell, "once") for cell, match in enumerate(many)]
    assert store.commit_many(moves) == [True, True, True]
    assert stored(many) == [(one.version + 1, [cell]) for cell, one in enumerate(many)]


def test_of_moves_that_race_only_the_late_one_is_refused(many: list[Match]) -> None:
    assert store.commit_many([move(many[1], 0, "first")]) == [True]
    moves = [move(match, 4, "second") for match in many]
    assert store.commit_many(moves) == [True, False, True]
    version = many[0].version + 1
    assert stored(many) == [(version, [4]), (version, [0]), (version, [4])]


@contextmanager
def no_commit() -> Iterator[None]:
    """The database refuses every commit."""

    def refuse(action: int, first: str | None, *others: object) -> int:
        commits = action == sqlite3.SQLITE_TRANSACTION and first == "COMMIT"
        return sqlite3.SQLITE_DENY if commits else sqlite3.SQLITE_OK

    def watch(**kwargs: object) -> None:
        connection.connection.set_authorizer(refuse)

    connection.close()
    connection_created.connect(watch)
    yield
    connection_created.disconnect(watch)
    connection.close()


if connection.vendor == "sqlite":  # its authorizer can refuse a commit

    def test_moves_whose_commit_fails_are_undone_and_land_when_it_works_again(
        many: list[Match],
    ) -> None:
        remembered = selectors.cached(many[0].id)
        before, moves = stored(many), [move(match, 4, "once") for match in many]
        with no_commit():
            answers = store.commit_many(moves)
        assert [type(answer) for answer in answers] == [DatabaseError] * 3
        assert stored(many) == before
        assert match_cache.get(many[0].id) == remembered
        assert store.commit_many(moves) == [True, True, True]
        assert stored(many) == [(one.version + 1, [4]) for one in many]
