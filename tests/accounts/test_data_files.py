"""A large account's own data: written by the sweep, downloaded by its owner until they expire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import data_files
from accounts.data_files import DataFileWriter
from accounts.models import DataFile, User
from games.match import Match
from tests.accounts.test_staff import received
from tests.conftest import PASSWORD, logged_in
from tests.games.conftest import Play, friendly, play  # noqa: F401  fixtures
from tests.games.test_ratings import CLASSIC_WIN

DATA = "/accounts/data/"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path / "own-data"


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch, friendly: Match, play: Play, ada: User) -> Client:
    """ada, who has played more than one page can wait for."""
    play(friendly, *CLASSIC_WIN)
    monkeypatch.setattr(data_files, "LARGE", 1)
    return logged_in(ada)


@pytest.fixture
def link(large: Client) -> str:
    """The link to ada's file, once it is written."""
    large.post(DATA, {"kind": "everything"})
    assert DataFileWriter().sweep() == {"files": 1, "old_files": 0}
    return f"{DATA}files/{data_files.token_of(DataFile.objects.get())}/"


def page(client: Client) -> str:
    return client.get(DATA).content.decode()


def test_the_settings_of_a_large_account_lead_to_its_files(large: Client) -> None:
    settings = large.get("/accounts/settings/").content.decode()
    assert f'href="{DATA}"' in settings
    assert "everything.json" not in settings
    assert large.get("/accounts/data/everything.json")["Location"] == DATA
    assert large.get("/accounts/data/games.txt")["Location"] == DATA


@pytest.mark.parametrize("kind", ["everything", "games"])
def test_a_file_is_what_a_small_account_downloads_at_once(
    large: Client, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(data_files, "LARGE", 1_000)
    address = {"everything": "everything.json", "games": "games.txt"}[kind]
    direct: Any = large.get(f"{DATA}{address}")
    at_once = received(direct.streaming_content)
    assert large.post(DATA, {"kind": kind})["Location"] == DATA
    assert "We are writing it" in page(large)
    DataFileWriter().sweep()
    (file,) = DataFile.objects.all()
    assert f"{DATA}files/" in page(large)
    answer: Any = large.get(f"{DATA}files/{data_files.token_of(file)}/")
    assert answer["Content-Disposition"] == direct["Content-Disposition"]
    written = received(answer.streaming_content)
    if kind == "games":
        assert written == at_once
    else:
        now = json.loads(written)
        assert [row["kind"] for row in now.pop("files")] == ["everything"]
        then = json.loads(at_once)
        assert now == {name: rows for name, rows in then.items() if name != "files"}


def test_a_file_is_its_owners_alone(link: str, client: Client, as_grace: Client) -> None:
    assert client.get(link)["Location"].startswith("/accounts/login/")
    assert as_grace.get(link).status_code == 404
    assert as_grace.get(f"{link[:-2]}x/").status_code == 404
    assert as_grace.post(link).status_code == 405


def test_nobody_else_on_the_machine_can_read_it(link: str, folder: Path) -> None:
    (file,) = folder.iterdir()
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)


def test_a_link_expires_and_the_file_goes(link: str, large: Client, folder: Path) -> None:
    with time_machine.travel(timezone.now() + data_files.LASTS + timedelta(minutes=1)):
        again = logged_in(User.objects.get(name="ada"))
        answer = again.get(link)
        assert answer.status_code == 410
        assert data_files_said(answer) == "This link has expired. Ask for the file again."
        assert DataFileWriter().sweep() == {"files": 0, "old_files": 1}
        assert list(folder.iterdir()) == []
        assert "Write this file" in page(again)


def test_a_file_that_has_lost_its_row_goes_when_it_expires(link: str, folder: Path) -> None:
    with connection.cursor() as cursor:  # as in a restored backup, which has no row of it
        cursor.execute("DELETE FROM accounts_datafile")
    DataFileWriter().sweep()
    assert len(list(folder.iterdir())) == 1
    with time_machine.travel(timezone.now() + data_files.LASTS + timedelta(minutes=1)):
        DataFileWriter().sweep()
    assert list(folder.iterdir()) == []


def data_files_said(answer: Any) -> str:
    (message,) = answer.context["messages"]
    return str(message)


def test_a_round_of_the_sweep_writes_for_some_seconds_and_the_next_one_goes_on(
    large: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_files, "NOTED_EVERY", 1)
    large.post(DATA, {"kind": "everything"})
    writer, rounds = DataFileWriter(), list[int]()
    ticks = iter(range(0, 100_000, 2))
    monkeypatch.setattr(data_files.time, "monotonic", lambda: float(next(ticks)))
    while not DataFile.objects.get().done_at:
        writer.sweep()
        rounds.append(DataFile.objects.get().percent)
    assert len(rounds) > 5
    assert rounds == sorted(rounds)
    assert rounds[-1] == 100


def test_a_file_whose_writer_died_is_begun_again(large: Client) -> None:
    large.post(DATA, {"kind": "games"})
    died = DataFileWriter()
    assert died._begin()
    assert DataFileWriter().sweep() == {"files": 0, "old_files": 0}
    with time_machine.travel(timezone.now() + data_files.FORSAKEN + timedelta(minutes=1)):
        assert DataFileWriter().sweep()["files"] == 1
        first = data_files.path_of(DataFile.objects.get()).read_text()
        died._write_some()
        assert DataFile.objects.get().done_at
    assert data_files.path_of(DataFile.objects.get()).read_text() == first


def test_a_file_that_cannot_be_written_stops_nobody(
    large: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(user: User) -> Iterator[str]:
        raise OSError("no space left")
        yield ""

    kinds = {**data_files.WRITTEN_BY, DataFile.Kind.EVERYTHING: broken}
    monkeypatch.setattr(data_files, "WRITTEN_BY", kinds)
    large.post(DATA, {"kind": "everything"})
    large.post(DATA, {"kind": "games"})
    assert DataFileWriter().sweep() == {"files": 1, "old_files": 0}
    assert "a file with personal data cannot be written" in caplog.text


def test_asking_twice_makes_one_file_and_asking_again_a_new_one(large: Client) -> None:
    for _ in range(2):
        large.post(DATA, {"kind": "games"})
    first = DataFile.objects.get()
    DataFileWriter().sweep()
    large.post(DATA, {"kind": "games"})
    second = DataFile.objects.get()
    assert second.name != first.name
    assert not data_files.path_of(first).exists()


def test_what_is_no_file_is_quoted(large: Client) -> None:
    answer = large.post(DATA, {"kind": "secrets"})
    assert answer.status_code == 400
    assert data_files_said(answer) == "'secrets' is no file: choose one of those below."


def test_files_are_counted_with_the_downloads(large: Client) -> None:
    statuses = [large.post(DATA, {"kind": "games"}).status_code for _ in range(11)]
    assert statuses == [302] * 10 + [429]


def test_a_file_goes_with_its_person(link: str, large: Client, folder: Path, ada: User) -> None:
    assert len(list(folder.iterdir())) == 1
    ada.delete()
    assert list(folder.iterdir()) == []
    assert logged_in(User.objects.create_user("late", PASSWORD)).get(link).status_code == 410
