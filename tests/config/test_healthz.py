"""/healthz and /readyz: work, a part that fails, a part that hangs, wrong method."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config.observe import health

WELL = dict.fromkeys(("database", "cache", "channel_layer", "migrations"), "ok")


def trouble(client: Client) -> dict[str, str]:
    """What /readyz, which must answer 503, says of the parts that are not well."""
    response = client.get("/readyz")
    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    assert response.json().keys() == WELL.keys()
    return {part: state for part, state in response.json().items() if state != "ok"}


def served_without(client: Client) -> dict[str, str]:
    """What /readyz, which must answer 200 with a note, says of the parts that are not well."""
    response = client.get("/readyz")
    assert response.status_code == 200
    states = response.json()
    assert states.pop("note") == health.NOTE
    return {part: state for part, state in states.items() if state != "ok"}


def fail_with(monkeypatch: pytest.MonkeyPatch, part: str, error: Exception) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setitem(health.CHECKS, part, sync_to_async(fail))


def test_a_process_that_lives_says_so_and_asks_nothing(client: Client) -> None:
    response = client.get("/healthz")  # the test may not use the database
    assert (response.status_code, response.json()) == (200, {"process": "ok"})


@pytest.mark.parametrize("url", ["/healthz", "/readyz"])
def test_an_answer_is_for_now_and_for_everybody(client: Client, db: Any, url: str) -> None:
    response = client.get(url)
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::1", "10.0.0.1"])
def test_those_outside_hear_only_whether_it_is_ready(
    client: Client, db: Any, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def ask() -> tuple[int, Any, bool]:
        response = client.get("/readyz", REMOTE_ADDR=address)
        return response.status_code, response.json(), "Retry-After" in response

    assert ask() == (200, {"ready": True}, False)
    fail_with(monkeypatch, "cache", OSError())
    assert ask() == (200, {"ready": True}, False)
    fail_with(monkeypatch, "database", OSError())
    assert ask() == (503, {"ready": False}, True)


def test_over_a_unix_socket_the_parts_are_named(client: Client, db: Any) -> None:
    assert client.get("/readyz", REMOTE_ADDR="").json() == WELL


def test_all_is_well_and_still_is_the_second_time(client: Client, db: Any) -> None:
    for _ in range(2):
        response = client.get("/readyz")
        assert (response.status_code, response.json()) == (200, WELL)


@pytest.mark.parametrize("part", ["database", "migrations"])
def test_a_part_that_fails_is_named_without_its_secrets(
    client: Client, db: Any, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    fail_with(monkeypatch, part, OperationalError("password=secret"))
    assert trouble(client) == {part: "failed: OperationalError"}


@pytest.mark.parametrize("part", ["cache", "channel_layer"])
def test_a_process_serves_without_what_only_helps(
    client: Client, db: Any, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    fail_with(monkeypatch, part, OSError("password=secret"))
    assert served_without(client) == {part: "failed: OSError"}
    fail_with(monkeypatch, "database", OperationalError("password=secret"))
    assert trouble(client) == {part: "failed: OSError", "database": "failed: OperationalError"}


def test_a_redis_that_is_away_is_named(client: Client, db: Any, settings: Any) -> None:
    settings.REDIS_URL = "redis://:secret@127.0.0.1:1/0"
    assert served_without(client) == {"channel_layer": "failed: ConnectionError"}


def test_a_redis_that_says_nothing_is_named(
    client: Client, db: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    for part in ("database", "cache", "migrations"):
        monkeypatch.delitem(health.CHECKS, part)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        assert served_without(client) == {"channel_layer": "no answer within 0.05 s"}


def test_a_cache_that_forgets_is_named(
    client: Client, db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "set", lambda *args: None)
    assert served_without(client) == {"cache": "the cache does not return what was stored in it"}


def test_migrations_that_are_not_applied_are_named(client: Client, db: Any) -> None:
    MigrationRecorder.Migration.objects.filter(app="games", name="0030_one_row").delete()
    assert trouble(client) == {"migrations": "not applied: games.0030_one_row"}


def test_migrations_of_a_newer_release_do_not_count(client: Client, db: Any) -> None:
    MigrationRecorder.Migration.objects.create(app="games", name="9999_of_the_next_release")
    assert client.get("/readyz").json() == WELL


def test_all_are_named_when_all_hang(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(health, "PATIENCE", 0.05)
    for part in WELL:
        monkeypatch.setitem(health.CHECKS, part, hang)
    assert trouble(client) == dict.fromkeys(WELL, "no answer within 0.05 s")


def test_a_probe_without_https_is_answered(client: Client, db: Any, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert [client.get(url).status_code for url in ("/healthz", "/readyz")] == [200, 200]
    assert client.get("/accounts/login/").status_code == 301


def test_other_methods_are_refused(client: Client, db: Any) -> None:
    for url in ("/healthz", "/readyz"):
        assert client.post(url).status_code == 405
        assert client.head(url).status_code == 200
