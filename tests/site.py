"""The site as it really runs: its server in a process of its own, on this test's database."""

from __future__ import annotations

import os
import signal
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.test import Client
from websockets.sync.client import connect

from accounts.models import User
from tests import forking, kept
from tests.wire import PATIENCE, Wire, free_port

ROOT = Path(__file__).parent.parent


def database_url() -> str:
    """The address of the database this test uses, for another process to use too."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    return f"postgres://{found['USER']}@{found['HOST']}:{found['PORT']}/{found['NAME']}"


class Site:
    """One process of the server. Use as a context manager, within a test that has a database."""

    program: Sequence[str] = ("-m", "config.serve")
    """What Python is to run."""

    def __init__(self, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # A template is worth its making only where many sites are alike.
        self.like = forking.LIBRARIES if environment else forking.SITE
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DEBUG": "0",
            "HTTPS": "0",
            "SECRET_KEY": settings.SECRET_KEY,
            "DATABASE_URL": database_url(),
            "VAR_DIR": str(settings.VAR_DIR),
            "REDIS_URL": settings.REDIS_URL,
            "LOG_LEVEL": "WARNING",
            **environment,
        }

    def __enter__(self) -> Site:
        self.start()
        return self

    def start(self) -> None:
        """Begin, or begin again on the same port."""
        kept.static_files(self.environment)
        self.log = (Path(settings.VAR_DIR) / f"site-{self.port}.log").open("w+")
        self.process = forking.start(
            [*self.program, "-b", "127.0.0.1", "-p", str(self.port)],
            self.environment,
            stdout=self.log,
            like=forking.template(self.like, self.environment),
        )
        self._wait_until_ready()

    def __exit__(self, *exc: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        sys.stdout.write(self.output())  # shown when a test fails
        self.log.close()

    def terminate(self) -> int:
        """SIGTERM, and the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)

    def output(self) -> str:
        self.log.flush()
        return Path(self.log.name).read_text()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.output()
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE).close()
                return
            except OSError:
                time.sleep(0.01)
        raise AssertionError(f"the site did not come up:\n{self.output()}")


def session_of(user: User | None) -> dict[str, str]:
    """The cookie header of somebody who logged in (or of nobody)."""
    if user is None:
        return {}
    client = Client()
    client.force_login(user)
    return {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}


class Socket(Wire):
    """A client at a game's table, speaking the protocol."""

    def __init__(
        self,
        site: Site,
        path: str,
        user: User | None = None,
        *,
        headers: dict[str, str] | None = None,
        origin: str | None = None,
    ) -> None:
        self.connection = connect(
            f"ws://127.0.0.1:{site.port}{path}",
            origin=origin or site.url,  # type: ignore[arg-type]
            additional_headers=headers if headers is not None else session_of(user),
            compression=None,
            open_timeout=PATIENCE,
            legacy=True,
        )
