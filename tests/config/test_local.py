"""The site on one's own machine: whatever is run has a sweep beside it, which ends with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games import models, services
from tests.site import ROOT, database_url
from tests.wire import PATIENCE

WAITING = "import signal; signal.sigwait({signal.SIGINT})"
"""A server that nobody asks for anything."""


def local(code: str, **environment: str) -> subprocess.Popen[bytes]:
    """What ``config.local`` makes of Python running ``code``, in a process group of its own.

    Its standard error ends when the last of its processes has ended.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "config.local", "-c", code],
        cwd=ROOT,
        env={
            **os.environ,
            "SECRET_KEY": settings.SECRET_KEY,
            "HTTPS": "0",
            "VAR_DIR": str(settings.VAR_DIR),
            "LOG_LEVEL": "ERROR",
            **environment,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.fixture
def abandoned(ada: User) -> str:
    """An invitation that nobody took for two days."""
    request = services.Request("classic", "friend")
    match = services.new_game(user_id=ada.pk, name=ada.name, request=request)
    old = timezone.now() - timedelta(days=2)
    models.Game.objects.filter(id=match.id).update(created_at=old)
    return match.id


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_site_is_swept_until_ctrl_c_ends_the_server(abandoned: str) -> None:
    process = local(WAITING, DATABASE_URL=database_url(), METRICS="nobody can listen here:1")
    deadline = time.monotonic() + PATIENCE
    games = models.Game.objects.filter(id=abandoned, status="open")
    while games.exists():
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does on Ctrl-C
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 0


@pytest.mark.long
def test_a_server_that_cannot_start_ends_the_sweep_with_its_own_exit_code(tmp_path: Any) -> None:
    process = local("print('taken'); exit(1)", DATABASE_URL=f"sqlite:///{tmp_path}/none.sqlite3")
    assert process.communicate(timeout=PATIENCE)[0] == b"taken\n"
    assert process.returncode == 1


@pytest.mark.long
def test_a_sweep_that_breaks_off_says_why_and_ends_with_a_server_that_is_killed(
    tmp_path: Any,
) -> None:
    process = local(WAITING, DATABASE_URL=f"sqlite:///{tmp_path}/none.sqlite3")
    assert process.stderr
    said = process.stderr.readline()
    assert said.startswith(b"The sweep broke off and begins anew in 10 s: no such table")
    assert process.poll() is None
    process.kill()
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
