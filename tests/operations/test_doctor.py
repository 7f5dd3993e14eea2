"""What ``manage.py doctor`` says of deployments that are well, and of those that are not."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from accounts.models import User
from games import services
from games.models import Game, Maintenance
from games.staff import doctor


@pytest.fixture
def well(db: None, staff: User, settings: Any, tmp_path: Path) -> Any:
    """The settings of a deployment that is well, on a database that is."""
    settings.HTTPS, settings.DEMO, settings.ALLOWED_HOSTS = True, False, ["oxo.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.DEFAULT_FROM_EMAIL = "Oxo <oxo@oxo.example>"
    settings.SECRET_KEY = "nineteen-letters-and-many-more-of-all-kinds-0123456789"
    settings.SECURE_SSL_REDIRECT = settings.SESSION_COOKIE_SECURE = True
    settings.CSRF_COOKIE_SECURE = settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.VAR_DIR, settings.STATIC_ROOT = tmp_path, tmp_path
    (tmp_path / "staticfiles.json").touch()
    return settings


def said() -> list[str]:
    """The sentences, but those about the PostgreSQL that the tests may run on."""
    return [one for one in doctor.complaints() if "PostgreSQL" not in one]


def test_of_a_deployment_that_is_well_nothing_is_said(well: Any) -> None:
    assert said() == []


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DEBUG", True, "DEBUG is on: everybody sees the code of what breaks."),
        ("SECURE_PROXY_SSL_HEADER", None, "HTTPS is on and BEHIND_PROXY is off"),
        ("ALLOWED_HOSTS", ["localhost"], "ALLOWED_HOSTS names only this machine (localhost)"),
        ("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend", "EMAIL_URL is console"),
        ("EMAIL_BACKEND", "django.core.mail.backends.dummy.EmailBackend", "EMAIL_URL is dummy"),
        ("DEFAULT_FROM_EMAIL", "Oxo <oxo@localhost>", "DEFAULT_FROM_EMAIL ends with @localhost"),
        ("DEMO", True, "DEMO is on"),
        ("SECRET_KEY", "short", "(security.W009)"),
        (
            "VAR_DIR",
            Path("/no/such"),
            "VAR_DIR '/no/such' cannot be written to: No such file",
        ),
        (
            "STATIC_ROOT",
            Path("/no/such"),
            "No static files are collected in '/no/such'",
        ),
    ],
)
def test_what_is_set_wrong_is_said(well: Any, name: str, value: object, sentence: str) -> None:
    setattr(well, name, value)
    assert any(sentence in one for one in said()), said()


def test_a_folder_that_is_open_to_everybody_is_said(well: Any) -> None:
    well.VAR_DIR.chmod(0o755)
    assert [one for one in said() if "is open to everybody on this machine" in one]


def test_a_full_disk_is_said(well: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: SimpleNamespace(free=300 << 20))
    (sentence,) = said()
    assert sentence.startswith("Only 300 MB are free on the disk of VAR_DIR")


def test_what_the_database_says_of_a_deployment_is_said(well: Any, staff: User) -> None:
    staff.delete()
    long_ago = timezone.now() - timedelta(days=2)
    Session.objects.create(session_key="old", session_data="", expire_date=long_ago)
    services.begin_maintenance()
    Maintenance.objects.update(since=long_ago)
    assert said() == [
        "The sweep has not run for an hour: is oxo-sweep running (manage.py sweep --loop)?",
        "Nobody can log in to the admin: manage.py createsuperuser.",
        f"Maintenance is on since {long_ago:%Y-%m-%d %H:%M} UTC, and no game can begin: "
        "manage.py maintenance off.",
    ]


def test_a_game_that_nobody_looked_at_for_an_hour_shows_that_the_sweep_does_not_run(
    well: Any,
) -> None:
    game = Game.objects.create(variant="classic", kind="friend", position="......... X")
    for minutes, count in ((50, 0), (70, 1)):
        game.due_at = timezone.now() - timedelta(minutes=minutes)
        game.save()
        assert len(said()) == count
    assert "The sweep has not run for an hour" in said()[0]


def test_where_migrations_are_missing_nothing_else_is_asked_of_the_tables(
    well: Any, staff: User
) -> None:
    MigrationRecorder.Migration.objects.filter(app="games", name="0030_one_row").delete()
    staff.delete()
    assert said() == ["1 migration is not applied (games.0030_one_row): manage.py migrate."]


def test_parts_that_do_not_answer_are_named_and_the_rest_is_examined(
    well: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*arguments: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(cache, "set", away)
    monkeypatch.setattr(doctor, "missing_migrations", away)
    well.DEMO = True
    assert [one.partition(":")[0] for one in said()] == [
        "DEMO is on",
        "Redis cannot be examined",
        "The database cannot be examined",
    ]


def test_the_command_ends_with_1_if_anything_is_wrong(
    well: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "postgresql", lambda: iter(()))
    without = tuple(one for one in doctor.EXAMINATIONS if one.__name__ != "postgresql")
    monkeypatch.setattr(doctor, "EXAMINATIONS", without)
    call_command("doctor", stdout=(fine := StringIO()))
    assert fine.getvalue() == "Nothing is wrong.\n"
    well.DEMO = True
    with pytest.raises(CommandError, match="Wrong: 1"):
        call_command("doctor", stdout=(bad := StringIO()))
    assert bad.getvalue().startswith("- DEMO is on")
