"""The site started as people start it: with an environment and nothing else."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
from pathlib import Path

import pytest

from tests import forking

PRODUCTION = {"DEBUG": "0", "HTTPS": "1", "SECRET_KEY": secrets.token_urlsafe(50)}


def manage(tmp_path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var"), **environment}
    return forking.run(["manage.py", *arguments], variables)


@pytest.mark.long
def test_check_deploy_finds_nothing(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "INFO", **PRODUCTION)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


@pytest.mark.long
def test_no_migration_is_missing(tmp_path: Path) -> None:
    done = manage(tmp_path, "makemigrations", "--check", "--dry-run", DEBUG="1")
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    assert manage(tmp_path, "check", DEBUG="1").returncode == 0
    assert (tmp_path / "var").is_dir()
    address = f"sqlite:///{tmp_path}/elsewhere/deep/oxo.sqlite3"
    one_app = ("migrate", "contenttypes")
    assert manage(tmp_path, *one_app, DEBUG="1", DATABASE_URL=address).returncode == 0
    assert (tmp_path / "elsewhere" / "deep" / "oxo.sqlite3").exists()


@pytest.mark.long
@pytest.mark.parametrize(
    "command", [("campaign", "--json"), ("grade", "--help"), ("tables", "--help")]
)
def test_a_command_that_only_computes_needs_no_settings(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = manage(tmp_path, *command)
    assert (done.returncode, done.stderr) == (0, "")
    assert command[0] in done.stdout or json.loads(done.stdout)


@pytest.mark.long
@pytest.mark.parametrize(
    ("environment", "refusal"),
    [
        ({}, "SECRET_KEY='' and DEBUG is off: set it to a long random text"),
        ({"DEBUG": "maybe"}, "DEBUG='maybe': expected 1 or 0"),
        ({"HTTPS": "2"}, "HTTPS='2': expected 1 or 0"),
        ({"DEMO": "?"}, "DEMO='?': expected 1 or 0"),
        ({"BEHIND_PROXY": "nginx"}, "BEHIND_PROXY='nginx': expected 1 or 0"),
        ({"HTTPS": "1", "HSTS_SECONDS": "year"}, "HSTS_SECONDS='year': expected a whole number"),
        ({"DATABASE_POOL": "0"}, "DATABASE_POOL='0': expected a whole number of at least 1"),
        ({"DATABASE_URL": "oracle://db"}, "DATABASE_URL='oracle://db': expected an address"),
        ({"DATABASE_URL": "postgres://u:pw@h:x/d"}, "DATABASE_URL='postgres://u:***@h:x/d'"),
        ({"REDIS_URL": "localhost"}, "REDIS_URL='localhost': expected an address"),
        (
            {"REDIS_URL": "redis://a, redis://b:x"},
            "REDIS_URL='redis://a, redis://b:x': expected one address",
        ),
        ({"EMAIL_URL": "pigeon://loft"}, "EMAIL_URL='pigeon://loft': expected an address"),
        ({"LIMIT_GUESTS": "60"}, "LIMIT_GUESTS='60': expected times/seconds, like 60/60"),
        ({"LIMIT_ACT": "0/60"}, "LIMIT_ACT='0/60': expected times/seconds, like 300/60"),
        ({"GUEST_DAYS": "0"}, "GUEST_DAYS='0': expected a whole number of at least 1"),
        ({"METRICS": "9101"}, "METRICS='9101': expected host:port, like 127.0.0.1:9101"),
        ({"METRICS": "localhost:http"}, "METRICS='localhost:http': expected host:port"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL='loud': expected one of DEBUG, INFO"),
        ({"VAR_DIR": "/dev/null/var"}, "cannot make the folder '/dev/null/var': Not a directory"),
    ],
)
def test_a_bad_environment_is_refused_in_one_line_with_the_reason(
    tmp_path: Path, environment: dict[str, str], refusal: str
) -> None:
    fine = {"DEBUG": "1"} if environment else {}
    done = manage(tmp_path, "check", **{**fine, **environment})
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert refusal in done.stderr
