"""The site of config/deploy for an hour, with its sweep and a Redis of its own; and the load."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from typing import Any
from urllib.parse import urlsplit

from tests.deploy.shipped import HOST, ROOT, unit
from tests.deploy.stack import Stack, end
from tests.redis_server import RedisServer
from tests.wire import free_port

SWEEP = "oxo-sweep"
PROCESSES = ("oxo@1", "oxo@2", SWEEP)


class Deployment(Stack):
    """nginx, two processes, the sweep, Redis with a password. A context manager.

    ``secrets`` are the texts that no log may have in it.
    """

    def __init__(self) -> None:
        super().__init__()
        passwords = {name: secrets.token_hex(16) for name in ("postgres", "redis", "mail")}
        self.sweep_counts = f"127.0.0.1:{free_port()}"
        self.redis = RedisServer(self.folder, "--requirepass", passwords["redis"])
        self.redis.url = f"redis://:{passwords['redis']}@127.0.0.1:{self.redis.port}/0"
        database = urlsplit(self.environment["DATABASE_URL"])
        place = database.netloc.rpartition("@")[2]
        login = f"{database.username}:{database.password or passwords['postgres']}"
        self.environment |= {
            "DATABASE_URL": database._replace(netloc=f"{login}@{place}").geturl(),
            "REDIS_URL": self.redis.url,
            "EMAIL_URL": f"submission://oxo:{passwords['mail']}@127.0.0.1:9",
        }
        self.secrets = {"SECRET_KEY": self.environment["SECRET_KEY"], **passwords}

    def __enter__(self) -> Deployment:
        self.redis.start()
        super().__enter__()
        try:
            self.start_sweep()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        super().__exit__(*exc)
        self.redis.kill()

    def start_sweep(self) -> None:
        """As systemd starts oxo-sweep."""
        command = self.places.command(unit("oxo-sweep.service")["ExecStart"])
        self._spawn(SWEEP, command, METRICS=self.sweep_counts, PYTHONUNBUFFERED="1")

    def stop_sweep(self) -> None:
        end(self.processes[SWEEP])

    def deploy(self) -> None:
        """A new version without a break, by the commands of config/deploy/README.md."""
        self.manage("migrate", "-v", "0")
        self.manage("collectstatic", "--no-input", "-v", "0")
        for number in (1, 2):
            self.stop(number)
            self.start(number)
        self.stop_sweep()
        self.start_sweep()

    @property
    def targets(self) -> dict[str, list[str]]:
        """Whom Prometheus asks, by job."""
        served = [f"127.0.0.1:{port}" for port in self.metrics.values()]
        return {"oxo": served, "oxo-sweep": [self.sweep_counts]}

    def sizes(self) -> dict[str, int]:
        """Bytes of each table with its indexes, and under "" of the whole database."""
        rows = self.query(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class "
            "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace "
            "UNION ALL SELECT '', pg_database_size(current_database())"
        )
        return {name: int(size) for name, size in rows}


class Crowd:
    """The load process. A context manager."""

    def __init__(self, deployment: Deployment, **wish: Any) -> None:
        """``wish``: how many come, as ``tests.soak.crowd`` has it."""
        self.deployment, places = deployment, deployment.places
        where = {"name": HOST, "port": places.https, "certificate": str(places.certificate)}
        self.wish = {**where, **wish}

    def __enter__(self) -> Crowd:
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.soak.crowd", json.dumps(self.wish)],
            cwd=ROOT,
            env={**self.deployment.environment, **settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self._line() != "ready":
            self.__exit__()
            raise RuntimeError("the people did not come")
        return self

    def __exit__(self, *exc: object) -> None:
        self.process.kill()
        self.process.communicate()

    def report(self) -> dict[str, Any]:
        """The figures, waits since the last time. RuntimeError if the load has broken off."""
        return self._said("report")

    def leave(self) -> dict[str, Any]:
        """The last figures."""
        return self._said("leave")

    def _said(self, word: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        if line := self._line():
            return dict(json.loads(line))
        raise RuntimeError(f"the people are gone: exit status {self.process.wait()}")

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()
