"""A Redis server of a test's own, which it may fill, kill and start again."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import redis

from tests.wire import PATIENCE, free_port

INSTALLED = shutil.which("redis-server") is not None
WHERE = "there is no redis-server on this machine: apt-get install redis-server"


class RedisServer:
    """Keeps nothing on the disk. A context manager; ``start`` after ``kill`` keeps the port."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port, self.options = free_port(), options
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.log = folder / f"redis-{self.port}.log"
        self.client: Any = redis.Redis.from_url(self.url)

    def __enter__(self) -> RedisServer:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.client.close()
        self.kill()

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no", *self.options]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        again = redis.retry.Retry(redis.backoff.ConstantBackoff(0.02), int(PATIENCE / 0.02))
        redis.Redis.from_url(self.url, retry=again).ping()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        used = self.client.info("cpu")
        return float(used["used_cpu_user"] + used["used_cpu_sys"])
