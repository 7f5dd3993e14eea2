"""A Prometheus that asks a deployment, with the rules of config/deploy/monitoring."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import yaml

from tests.deploy.shipped import DEPLOY
from tests.deploy.stack import end
from tests.wire import PATIENCE, free_port

INSTALLED = shutil.which("prometheus") is not None and shutil.which("promtool") is not None
WHERE = "there is no prometheus on this machine: apt-get install prometheus"

MONITORING = DEPLOY / "monitoring"

UNITS = {"s": 1, "m": 60}


def sooner(rules: str, times: int) -> str:
    """The rules with all their durations so many times shorter, for those who cannot wait."""

    def shorter(found: re.Match[str]) -> str:
        return f"{max(2, int(found[1]) * UNITS[found[2]] // times)}s"

    text = re.sub(r"\b(\d+)([sm])\b", shorter, rules)
    return re.sub(r"(time\(\) - .*) > (\d+)", lambda m: f"{m[1]} > {int(m[2]) // times}", text)


class Prometheus:
    """One that listens on loopback. A context manager.

    With ``times`` it asks every two seconds, and the rules count in times so much shorter.
    """

    def __init__(self, folder: Path, targets: Mapping[str, Sequence[str]], times: int = 1) -> None:
        """``targets`` are the addresses to ask, by job."""
        self.port, self.folder = free_port(), folder / f"prometheus-{times}"
        told = yaml.safe_load((MONITORING / "prometheus.yml").read_text())
        rules = (MONITORING / "alerts.yml").read_text()
        if times > 1:
            told["global"] = dict.fromkeys(told["global"], "2s")
            rules = sooner(rules, times)
        for job in told["scrape_configs"]:
            job["static_configs"] = [{"targets": list(targets[job["job_name"]])}]
        self.folder.mkdir()
        (self.folder / "prometheus.yml").write_text(yaml.safe_dump(told))
        (self.folder / "alerts.yml").write_text(rules)

    def __enter__(self) -> Prometheus:
        command = [
            "prometheus",
            f"--config.file={self.folder}/prometheus.yml",
            f"--storage.tsdb.path={self.folder}/data",
            f"--web.listen-address=127.0.0.1:{self.port}",
            "--log.level=warn",
        ]
        with (self.folder / "prometheus.log").open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            with suppress(OSError):
                self._get("/-/ready")
                return self
            time.sleep(0.1)
        self.__exit__()
        raise RuntimeError((self.folder / "prometheus.log").read_text())

    def __exit__(self, *exc: object) -> None:
        end(self.process)

    def _get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return bytes(answer.read())

    def ask(self, query: str) -> list[dict[str, Any]]:
        """What a query has found."""
        text = self._get(f"/api/v1/query?{urlencode({'query': query})}")
        return list(json.loads(text)["data"]["result"])

    def firing(self) -> set[str]:
        """The alerts that fire now."""
        return {one["metric"]["alertname"] for one in self.ask('ALERTS{alertstate="firing"}')}

    def fired(self, seconds: float) -> set[str]:
        """Those that fired at any time of the last ``seconds``."""
        query = f'count_over_time(ALERTS{{alertstate="firing"}}[{int(seconds) + 1}s])'
        return {one["metric"]["alertname"] for one in self.ask(query)}
