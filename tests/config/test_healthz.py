"""/healthz: works, a part that fails, a part that hangs, wrong method."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import OperationalError
from django.test import AsyncClient, Client

from config import views

URL = "/healthz"
WELL = {"database": "ok", "channel_layer": "ok"}


def test_all_is_well(client: Client, db: Any) -> None:
    response = client.get(URL)
    assert (response.status_code, response.json()) == (200, WELL)
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies


def test_all_is_still_well_the_second_time(client: Client, db: Any) -> None:
    assert [client.get(URL).status_code for _ in range(3)] == [200] * 3


def test_all_is_well_on_the_asynchronous_path(db: Any) -> None:
    response = async_to_sync(AsyncClient().get)(URL)
    assert (response.status_code, response.json()) == (200, WELL)


def test_a_database_that_fails_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError("password=secret")

    monkeypatch.setattr(views, "_select", fail)
    response = client.get(URL)
    assert response.status_code == 503
    assert response.json() == {"database": "failed: OperationalError", "channel_layer": "ok"}


def test_a_channel_layer_that_fails_is_named(
    client: Client, db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*args: Any) -> None:
        raise ConnectionError("redis://:secret@host")

    monkeypatch.setattr(get_channel_layer(), "send", fail)
    response = client.get(URL)
    assert response.status_code == 503
    assert response.json() == {"database": "ok", "channel_layer": "failed: ConnectionError"}


def test_a_channel_layer_that_loses_messages_is_named(
    client: Client, db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose(*args: Any) -> None: ...

    monkeypatch.setattr(views, "PATIENCE", 0.05)
    monkeypatch.setattr(get_channel_layer(), "send", lose)
    response = client.get(URL)
    assert response.status_code == 503
    assert response.json()["channel_layer"] == "no answer within 0.05 s"


def test_a_missing_channel_layer_is_named(
    client: Client, db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "get_channel_layer", lambda: None)
    assert client.get(URL).json()["channel_layer"] == "failed: RuntimeError"


def test_both_are_named_when_both_hang(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(views, "PATIENCE", 0.05)
    monkeypatch.setattr(views, "_database", hang)
    monkeypatch.setattr(views, "_channel_layer", hang)
    response = client.get(URL)
    assert response.status_code == 503
    assert set(response.json().values()) == {"no answer within 0.05 s"}


def test_a_probe_without_https_is_answered(client: Client, db: Any, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get(URL).status_code == 200
    assert client.get("/accounts/login/").status_code == 301


def test_other_methods_are_refused(client: Client, db: Any) -> None:
    assert client.post(URL).status_code == 405
    assert client.head(URL).status_code == 200
