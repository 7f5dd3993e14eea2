"""The files of config/deploy: nothing in them is out of date. What they do: make check-deploy."""

from __future__ import annotations

import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config.serve import GRACE, parse
from games.match.ids import new_id
from tests.config.test_deploy import manage
from tests.deploy.shipped import DEPLOY, ROOT, environment_file, unit
from tests.wire import PATIENCE


@pytest.mark.long
def test_check_deploy_finds_nothing_with_the_example_environment(tmp_path: Path) -> None:
    example = {**environment_file(), "VAR_DIR": str(tmp_path)}
    environment = {**example, "SECRET_KEY": secrets.token_urlsafe(50)}
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "INFO", **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


def test_the_example_environment_does_not_come_with_a_key(tmp_path: Path) -> None:
    example = {**environment_file(), "VAR_DIR": str(tmp_path)}
    assert "SECRET_KEY=''" in manage(tmp_path, "check", **example).stderr


def test_every_variable_of_the_example_is_listed() -> None:
    listed = (ROOT / "docs/commands.md").read_text()
    assert [name for name in environment_file() if f"| `{name}` |" not in listed] == []


def test_every_file_is_in_the_readme_of_the_folder() -> None:
    readme = (DEPLOY / "README.md").read_text()
    files = [path.name for path in DEPLOY.iterdir() if path.name != "README.md"]
    assert [name for name in files if name not in readme] == []


def test_the_unit_starts_the_server_as_it_wants_to_be_started() -> None:
    settings_of_unit = unit("oxo@.service")
    words = settings_of_unit["ExecStart"].split()
    assert words[:3] == ["/opt/oxo/.venv/bin/python", "-m", "config.serve"]
    assert parse(words[3:]).unix_socket == "/run/oxo/%i/oxo.sock"
    assert float(settings_of_unit["TimeoutStopSec"]) > GRACE


UNITS = ("oxo@.service", "oxo-sweep.service")


def test_units_leave_their_services_as_little_as_each_other(tmp_path: Path) -> None:
    texts = [(DEPLOY / name).read_text().partition("\n[Install]")[0] for name in UNITS]
    closed = {text.partition("# What follows is closed")[2] for text in texts}
    assert len(closed) == 1
    for name in UNITS:
        assert unit(name)["NoNewPrivileges"] == "yes"
        assert unit(name)["InaccessiblePaths"] == "-/opt/oxo/.git"
        assert unit(name)["SystemCallFilter"].startswith("@system-service ")
    if shutil.which("systemd-analyze"):
        for name in UNITS:
            shutil.copy(DEPLOY / name, there := tmp_path / name.replace("@", "@1"))
            command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", there]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout[-200:]


def test_nginx_passes_on_the_name_that_is_configured() -> None:
    text = (DEPLOY / "nginx-oxo.conf").read_text()
    assert "proxy_set_header Host $server_name;" in text
    assert "$http_host" not in text


def test_nginx_takes_as_big_a_request_as_the_site_does() -> None:
    text = (DEPLOY / "nginx-oxo.conf").read_text()
    found = re.search(r"client_max_body_size (\d+)k;", text)
    assert found
    assert int(found[1]) * 1024 == settings.DATA_UPLOAD_MAX_MEMORY_SIZE


GAME_PATHS = (
    "/ws/games/GAME/",
    "/api/games/GAME/",
    "/api/games/GAME/actions/",
    "/games/GAME/",
    "/games/GAME/act/",
    "/campaign/games/GAME/",
)


@pytest.mark.parametrize("number", [1, 2])
def test_nginx_knows_the_socket_of_each_process(number: int) -> None:
    text = (DEPLOY / "nginx-oxo.conf").read_text()
    path = parse(unit("oxo@.service")["ExecStart"].split()[3:]).unix_socket
    assert f"server unix:{path.replace('%i', str(number))} " in text


@pytest.mark.parametrize("path", GAME_PATHS)
def test_nginx_sends_all_that_belongs_to_a_game_to_its_home(path: str) -> None:
    game = new_id()
    found = _home().match(path.replace("GAME", game))
    assert found
    assert found[1] == game


@pytest.mark.parametrize("path", ["/", "/ws/lobby/", "/games/", "/games/new/", "/lobby/pair/"])
def test_nginx_sends_what_belongs_to_no_game_anywhere(path: str) -> None:
    assert _home().match(path) is None


def _home() -> re.Pattern[str]:
    """The expression by which nginx finds the game in an address."""
    text = (DEPLOY / "nginx-oxo.conf").read_text()
    found = re.search(r'"~(\^.*?)"\s+\$oxo_game;', text)
    assert found
    return re.compile(found[1].replace("?<", "?P<"))


@pytest.mark.long
def test_the_check_says_what_it_needs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NGINX],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout.startswith("NOT CHECKED: there is no nginx. apt-get install nginx-light")


WITHOUT_NGINX = """
import shutil, sys
shutil.which = lambda *a, **k: None
from tests.deploy.__main__ import main
sys.exit(main())
"""
