"""Statements that take too long, and pages that hold all the connections they may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from psycopg.errors import QueryCanceled

from config.database import limits
from config.database.limits import Purpose, Reserve, purpose_of
from config.server import unavailable


@pytest.mark.parametrize(
    ("path", "purpose"),
    [
        ("/", Purpose.PAGE),
        ("/games/", Purpose.PAGE),
        ("/games/abc/", Purpose.PAGE),
        ("/api/games/", Purpose.PAGE),
        ("/games/abc/act/", Purpose.PLAY),
        ("/games/abc/join/", Purpose.PLAY),
        ("/api/games/abc/actions/", Purpose.PLAY),
        ("/api/board/game/abc/move/4", Purpose.PLAY),
        ("/healthz", Purpose.PLAY),
        ("/healthzy", Purpose.PAGE),
        ("/admin/games/game/", Purpose.ADMIN),
    ],
)
def test_what_a_request_needs_a_connection_for(path: str, purpose: Purpose) -> None:
    assert purpose_of(path) == purpose


def test_pages_leave_connections_for_play() -> None:
    assert [limits.reserve(size).places for size in (1, 2, 3, 8)] == [1, 1, 1, 6]
    reserve = Reserve(2)
    assert [reserve.take(0) for _ in range(3)] == [True, True, False]
    reserve.give()
    assert reserve.take(0)


def test_a_statement_past_its_limit_is_a_503_with_a_plain_word(client: Client) -> None:
    error = OperationalError("canceling statement due to statement timeout")
    error.__cause__ = QueryCanceled()
    answer = unavailable.answer_to(error, RequestFactory().get("/games/"))
    assert answer is not None
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "took too long" in answer.content.decode()


@contextmanager
def needed_for(purpose: Purpose) -> Iterator[None]:
    before = limits.purpose.set(purpose)
    try:
        yield
    finally:
        limits.purpose.reset(before)


if connection.vendor == "postgresql":
    from config.database.base import DatabaseWrapper

    @pytest.fixture
    def wrapper(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
        """Makes connections of a server whose pool has three."""
        monkeypatch.setattr(limits, "_serving", True)
        monkeypatch.setattr(limits, "STATEMENT", "500ms")
        made: list[Any] = []
        options = {**connection.settings_dict["OPTIONS"]}
        options["pool"] = {**options["pool"], "max_size": 3, "timeout": 1}
        settings = {**connection.settings_dict, "OPTIONS": options}

        def make() -> Any:
            made.append(DatabaseWrapper(settings, alias="limited"))
            return made[-1]

        with needed_for(Purpose.PLAY):  # the purpose of another test's last request may be left
            yield make
            for one in made:
                one.close()
        made[0].close_pool()

    def shown(wrapper: Any, name: str) -> str:
        with wrapper.cursor() as cursor:
            cursor.execute(f"SHOW {name}")
            return str(cursor.fetchone()[0])

    def test_statements_are_limited_by_what_they_are_for(wrapper: Any) -> None:
        page = wrapper()
        assert shown(page, "statement_timeout") == "500ms"
        assert (shown(page, "lock_timeout"), shown(page, "jit")) == ("3s", "off")
        assert shown(page, "random_page_cost") == "1.1"
        with pytest.raises(OperationalError) as raised, page.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(60)")
        assert isinstance(raised.value.__cause__, QueryCanceled)
        page.close()
        admin = wrapper()
        with needed_for(Purpose.ADMIN):
            assert shown(admin, "statement_timeout") == "15s"
            admin.close()
        assert shown(wrapper(), "statement_timeout") == "500ms"

    def test_no_page_can_take_the_last_connections(wrapper: Any) -> None:
        limits.reserve.cache_clear()
        with needed_for(Purpose.PAGE):
            page = wrapper()
            assert shown(page, "jit") == "off"
            with pytest.raises(OperationalError, match="pages hold 1 connections"):
                wrapper().ensure_connection()
        for _ in range(2):
            assert shown(wrapper(), "jit") == "off"
        page.close()
        with needed_for(Purpose.PAGE):
            assert shown(wrapper(), "jit") == "off"

    def test_commands_have_no_limit(db: None) -> None:
        assert shown(connection, "statement_timeout") == "0"
