"""The commands that look after the site: demo and sweep."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.management.commands import backup
from games.models import Game, Rating
from games.models.engines import Contestant
from games.rules import VARIANTS
from games.services.verify import verify
from progress.campaign.selectors import standing
from tests.conftest import PASSWORD


@pytest.mark.long
def test_demo_makes_people_and_finished_games_once(
    db: None, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.DEMO = True
    for _ in range(2):
        call_command("demo")
    people = User.objects.filter(is_guest=False, is_bot=False)
    assert sorted(people.values_list("name", flat=True)) == ["ada", "grace", "hopper"]
    assert User.objects.get(is_staff=True).name == "hopper"
    games = list(Game.objects.all())
    # 35 attempts at stages, 9 games and 2 rated pairs, one of each two of 11, of 4 and of 3 engines
    assert len(games) == 48 + 55 + 6 + 3
    assert {game.variant for game in games} == set(VARIANTS)
    assert all(game.status == "finished" and not verify(game) for game in games)
    for name in ("ada", "grace"):
        assert standing(User.objects.get(name=name).pk).total > 0
    assert Rating.objects.count() == 4
    assert {row.games for row in Contestant.objects.all()} == {10, 3, 2, 0}
    password = capsys.readouterr().out.split("password ")[1].split()[0]
    for name in ("ada", "grace", "hopper"):
        assert User.objects.get(name=name).check_password(password)


def test_demo_refuses_where_it_was_not_asked_for(db: None, settings: Any) -> None:
    settings.DEMO = settings.DEBUG = False
    for words in ([], ["--clear"]):
        with pytest.raises(CommandError, match="DEMO=1"):
            call_command("demo", *words)
    assert not User.objects.exists()


def test_demo_makes_nobody_where_a_name_is_taken(
    db: None, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.DEMO = True
    User.objects.create_user("Grace", "a password of her own")
    call_command("demo")
    assert "called 'Grace' already, whose password is not" in capsys.readouterr().out
    assert User.objects.count() == 1


def test_sweep_says_what_it_did(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("sweep")
    counts = (
        "settled 0, closed 0, failed 0, keys 0, challenges 0, old_challenges 0, "
        "sessions 0, places 0, security_events 0, guests 0, "
        "accounts 0, files 0, old_files 0, days 30, classes 0, letters 0\n"
    )
    assert capsys.readouterr().out == counts


def test_sweep_deletes_sessions_and_places_that_expired(
    ada: User, capsys: pytest.CaptureFixture[str]
) -> None:
    form = {"username": "ada", "password": PASSWORD}
    with time_machine.travel(timezone.now() - timedelta(days=200)):
        Client(REMOTE_ADDR="192.0.2.1").post("/accounts/login/", form)
    live = Client(REMOTE_ADDR="192.0.2.2")
    live.post("/accounts/login/", form)
    call_command("sweep")
    counts = (
        "settled 0, closed 0, failed 0, keys 0, challenges 0, old_challenges 0, "
        "sessions 1, places 2, security_events 1, guests 0, "
        "accounts 0, files 0, old_files 0, days 30, classes 0, letters 0\n"
    )
    assert capsys.readouterr().out == counts
    assert live.get("/accounts/settings/").status_code == 200


def test_a_backup_says_in_one_line_that_the_database_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("connection refused\n")

    postgresql = SimpleNamespace(vendor="postgresql", cursor=away)
    monkeypatch.setattr(backup, "connection", postgresql)
    with pytest.raises(CommandError, match=r"^connection refused$"):
        call_command("backup", str(tmp_path))


def test_a_backup_connects_as_the_address_of_the_database_says() -> None:
    said = "host=/run/postgresql&port=5433&sslmode=verify-full&currentSchema=site&pool=true"
    assert backup.Command()._parameters(f"postgres://oxo:secret@/oxo?{said}") == {
        "host": "/run/postgresql",
        "port": "5433",
        "user": "oxo",
        "password": "secret",
        "sslmode": "verify-full",
    }


@pytest.fixture
def at_sigterm() -> Iterator[None]:
    """What is done at SIGTERM, as it was before."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_sweep_that_goes_on_ends_quietly_when_told_to(
    number: int,
    db: None,
    at_sigterm: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pauses = iter([None, None])

    def pause(seconds: float) -> None:
        if next(pauses, "over") == "over":
            signal.raise_signal(number)

    monkeypatch.setattr("games.management.commands.sweep.time.sleep", pause)
    looked = []
    monkeypatch.setattr("games.arena.runner.wake_if_needed", lambda: looked.append(True))
    call_command("sweep", "--loop")
    assert capsys.readouterr().out.count("settled 0") == len(looked) == 3
