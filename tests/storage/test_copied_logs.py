"""The migrations to one row a game: what was in four tables is in the log, whenever it was made."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.apps.registry import Apps
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from games import models
from games.migrations._logs import Packed
from games.services.verify import verify
from games.storage import log
from games.storage.log import Entry, digest

BEFORE = [("games", "0027_texts_with_an_end"), ("progress", "0013_wins_of_a_third_seat")]
BEGIN = datetime(2026, 5, 1, 12, tzinfo=UTC)
T = int(BEGIN.timestamp() * 1000)
UUID = "01234567-89ab-4cde-8f01-23456789abc{}"


@pytest.fixture
def old(tmp_path: Path, django_db_blocker: Any, django_db_setup: None) -> Iterator[str]:
    """An empty database of its own, by its alias."""
    given, name = connections.databases["default"], "oxo_old_release"
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            name = f"{given['NAME']}_old"
            with connection.cursor() as cursor:
                cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
                cursor.execute(f'CREATE DATABASE "{name}"')
        else:
            name = str(tmp_path / "old.sqlite3")
        connections.databases["old"] = {**given, "NAME": name}
        site, connections["default"] = connections["default"], connections["old"]
        yield "old"  # which old migrations know as the default
        connections["old"].close()
        connections["default"] = site
        del connections["old"], connections.databases["old"]
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def migrate(alias: str, *targets: tuple[str, str]) -> Apps:
    executor = MigrationExecutor(connections[alias])
    state = executor.migrate(list(targets))
    return state.apps


def after(seconds: float) -> datetime:
    return BEGIN + timedelta(seconds=seconds)


def game(apps: Apps, alias: str, key: str, **fields: Any) -> Any:
    values = {"variant": "classic", "kind": "friend", "created_at": BEGIN, **fields}
    made = apps.get_model("games", "Game").objects.using(alias).create(id=key, **values)
    seats = apps.get_model("games", "Seat").objects.using(alias)
    for index, name in enumerate(("X", "O")):
        seats.create(game_id=key, name=name, index=index, kind="person")
    return made


def move(apps: Apps, alias: str, of: Any, ply: int, cell: int, version: int, **more: Any) -> None:
    values = {"seat": "XO"[1 - ply % 2], "at": after(ply), **more}
    rows = apps.get_model("games", "Move").objects.using(alias)
    rows.create(game_id=of.pk, ply=ply, cell=cell, version=version, **values)


@pytest.mark.long
def test_all_that_was_kept_is_in_the_log(old: str) -> None:
    apps = migrate(old, *BEFORE)
    ended = {"status": "finished", "finished_at": after(9), "updated_at": after(9)}
    # Version 2 left no row, 4 is an offer, 6 a resignation.
    rows = game(
        apps, old, "rows", version=6, position="X..O..... X", winner="O", reason="resign", **ended
    )
    move(apps, old, rows, 1, 0, 3, action_id=f"7:{UUID.format(1)}")
    move(apps, old, rows, 2, 3, 5, action_id="8:any text ☺")
    accepted = apps.get_model("games", "AcceptedAction").objects.using(old)
    accepted.create(game_id="rows", action_id="8:offer", version=4)
    accepted.create(game_id="rows", action_id="7:gone", version=6)
    game(apps, old, "packed", version=4, position="X..OX.... O", reason="agreement", **ended)
    data = msgspec.msgpack.encode(
        Packed(
            cells=bytes((0, 3, 4)),
            seats=["X", "O"],
            version=2,
            steps=[1],
            unit=1000,
            at=T + 1_500,
            waits=[1_000, 70_000],
            by=[2, 0, 1],
            senders=[7],
            uuids=bytes.fromhex(UUID.format(1).replace("-", "")),
            texts=["7:text"],
        )
    )
    apps.get_model("games", "PackedGame").objects.using(old).create(game_id="packed", moves=data)
    stage = game(
        apps, old, "stage", status="active", version=4, opening=2, position="X..O..... X",
        updated_at=after(4),
    )  # fmt: skip
    move(apps, old, stage, 1, 0, 3, at=BEGIN)
    move(apps, old, stage, 2, 3, 3, at=BEGIN)
    game(apps, old, "waits", version=1, position="......... X")

    migrate(old, ("games", "0029_copy_logs"))
    # The release before goes on meanwhile: a move, and a new game.
    move(apps, old, stage, 3, 4, 5, at=after(60), action_id="7:late")
    found = apps.get_model("games", "Game").objects.using(old).filter(pk="stage")
    found.update(version=5, position="X..OX.... O", updated_at=after(60))
    game(apps, old, "late", version=2, position="......... X", updated_at=after(61))
    migrate(old, *MigrationExecutor(connections[old]).loader.graph.leaf_nodes())

    kept = {one.pk: one for one in models.Game.objects.using(old)}
    assert {key: list(log.read(one.log)) for key, one in kept.items()} == {
        "rows": [
            Entry(2, T, None, None, None),
            Entry(3, T + 1_000, 0, 0, digest(f"7:{UUID.format(1)}")),
            Entry(4, T + 1_000, None, None, digest("8:offer")),
            Entry(5, T + 2_000, 1, 3, digest("8:any text ☺")),
            Entry(6, T + 9_000, None, None, digest("7:gone")),
        ],
        "packed": [
            Entry(2, T + 1_500, 0, 0, digest(f"7:{UUID.format(1)}")),
            Entry(3, T + 2_500, 1, 3, None),
            Entry(4, T + 72_500, 0, 4, digest("7:text")),
        ],
        "stage": [
            Entry(3, T, 0, 0, None),
            Entry(3, T, 1, 3, None),
            Entry(4, T, None, None, None),
            Entry(5, T + 60_000, 0, 4, digest("7:late")),
        ],
        "waits": [],
        "late": [Entry(2, T + 61_000, None, None, None)],
    }
    assert {key: verify(one) for key, one in kept.items() if verify(one)} == {}
    assert {one.version for one in kept.values()} == {6, 4, 5, 1, 2}


@pytest.mark.django_db
def test_no_table_of_the_release_before_is_left() -> None:
    gone = {"games_move", "games_packedgame", "games_acceptedaction"}
    assert gone & {*connection.introspection.table_names()} == set()
