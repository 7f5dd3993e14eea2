"""The site of compose.yaml, brought up for real: its containers, and what can happen to them."""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import sys
import tarfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.containers.engine import Engine, said
from tests.deploy.people import Person
from tests.deploy.shipped import DEPLOY, HOST, ROOT, Places

CONTAINER = DEPLOY / "container"
SHIM = Path(__file__).parent / "podman"

IMAGES = {
    "oxo": (CONTAINER / "Dockerfile", ROOT, "PYTHON_IMAGE"),
    "oxo-nginx": (CONTAINER / "nginx.Dockerfile", ROOT, "DEBIAN_IMAGE"),
    "oxo-postgres": (CONTAINER / "postgres.Dockerfile", CONTAINER, "POSTGRES_IMAGE"),
}
"""The project's images: Dockerfile, context, and the argument that names the base."""

PROCESSES = ("oxo-1", "oxo-2")
SERVICES = ("postgres", "redis", *PROCESSES, "sweep", "nginx")
"""What runs all the time, in the order in which it is waited for."""

STARTS = 90.0
"""Seconds in which a container has to be healthy, on a busy machine too."""

TLS = "oxo_tls"
NGINX_USER, OXO_GROUP = 10002, 10001


@dataclass(frozen=True)
class State:
    """A container, and its first process as this machine counts processes (0 if it is down)."""

    container: str
    pid: int


class Site:
    """All containers of compose.yaml. A context manager that leaves nothing but images."""

    def __init__(self, engine: Engine, bases: dict[str, str], folder: Path) -> None:
        self.engine, self.bases, self.folder = engine, bases, folder
        self.places = Places(folder)
        self.settings = folder / "env"
        options = [
            "--podman-path",
            SHIM,
            "--podman-run-args=--read-only-tmpfs=false",
            "--env-file",
            self.settings,
            "--file",
            CONTAINER / "compose.yaml",
        ]
        words = [sys.executable, "-m", "podman_compose", *options]
        self.composing = [str(word) for word in words]
        self.docker = folder / "docker"
        """Stands in for Docker in the scripts that people run."""

    def write_settings(self) -> None:
        """The ``.env`` of this site, and a certificate that its players trust."""
        names = ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD")
        said = {name: secrets.token_hex(32) for name in names} | self.bases
        said |= {"ALLOWED_HOSTS": HOST, "EMAIL_URL": "dummy:"}
        said |= {"HTTP_PORT": str(self.places.http), "HTTPS_PORT": str(self.places.https)}
        self.settings.write_text("".join(f"{name}={value}\n" for name, value in said.items()))
        self.settings.chmod(0o600)
        self.docker.write_text(
            f'#!/bin/sh\n[ "$1" = compose ] || exec podman "$@"\nshift\n'
            f'exec {" ".join(self.composing)} "$@"\n'
        )
        self.docker.chmod(0o755)
        self.places.make_certificate()

    def build(self) -> None:
        for tag, (file, context, base) in IMAGES.items():
            self.engine.build(tag, file, context, **{base: self.bases[base]})

    # --- up and down -------------------------------------------------------------------------

    def __enter__(self) -> Site:
        self.down()  # what a check that was killed left behind
        self.engine.podman("volume", "create", TLS)
        self._give_certificate()
        self.compose("up", "-d", "--no-build", "postgres", "redis")
        for name in ("postgres", "redis"):
            self.wait_until_healthy(name)
        self.compose("up", "-d", "--no-build")
        for name in SERVICES:
            self.wait_until_healthy(name)
        return self

    def __exit__(self, *exc: object) -> None:
        self.down()

    def down(self) -> None:
        self.compose("down", "--volumes", "--timeout", "15")
        self.engine.podman("volume", "rm", "--force", TLS)  # which compose did not make

    def _give_certificate(self) -> None:
        packed = self.folder / "tls.tar"

        def owned(info: tarfile.TarInfo) -> tarfile.TarInfo:
            info.uid, info.gid = NGINX_USER, OXO_GROUP
            return info

        with tarfile.open(packed, "w") as tar:
            tar.add(self.places.certificate.parent, "/", filter=owned)
        self.engine.podman("volume", "import", TLS, packed)

    def compose(self, *words: str) -> str:
        return self.engine.run(*self.composing, *words)

    def script(self, name: str, *words: str) -> str:
        """What one of the scripts beside compose.yaml prints, with podman instead of Docker."""
        return self.engine.run("env", f"DOCKER={self.docker}", CONTAINER / name, *words)

    def manage(self, *words: str) -> str:
        return self.compose("exec", "-T", "sweep", "python", "manage.py", *words)

    def query(self, *statements: str) -> str:
        """What PostgreSQL answers, as bare text."""
        words = [word for one in statements for word in ("-c", one)]
        return self.compose("exec", "-T", "postgres", "psql", "-qtA", "-U", "oxo", "oxo", *words)

    # --- one container -----------------------------------------------------------------------

    def state(self, service: str) -> State:
        label = f"label=com.docker.compose.service={service}"
        found = self.engine.podman("ps", "--all", "--quiet", "--filter", label).split()
        assert len(found) == 1, f"{len(found)} containers of {service}"
        pid = self.engine.podman("inspect", "--format={{.State.Pid}}", found[0])
        return State(found[0], int(pid))

    def kill(self, service: str) -> State:
        """End the first process of a container at once, as a lack of memory would."""
        state = self.state(service)
        os.kill(state.pid, signal.SIGKILL)
        return state

    def wait_until_healthy(self, service: str, since: State | None = None) -> float:
        """Wait for another process than ``since`` in its container; the seconds that took."""
        began = time.monotonic()
        why = "it is not running"
        while time.monotonic() - began < STARTS:
            try:
                state = self.state(service)
                if state.pid and (since is None or state.pid != since.pid):
                    self.engine.podman("healthcheck", "run", state.container, timeout=10)
                    return time.monotonic() - began
            except (AssertionError, subprocess.SubprocessError) as error:
                why = said(error)
            time.sleep(0.2)
        raise AssertionError(f"{service} is not healthy: {why}\n{self.tail(service)}")

    def replace(self, service: str) -> float:
        """Take the image of now, as ``docker compose up -d --no-deps --wait`` does."""
        began = time.monotonic()
        container = self.state(service).container
        self.engine.podman("stop", "--time=15", container)
        self.engine.podman("rm", container)
        self.compose("up", "-d", "--no-build", "--no-deps", service)
        self.wait_until_healthy(service)
        return time.monotonic() - began

    def rights(self, service: str) -> dict[str, str]:
        """What the kernel says of a container's first process."""
        text = Path(f"/proc/{self.state(service).pid}/status").read_text()
        return dict(re.findall(r"^(\w+):\s+(.*)$", text, re.MULTILINE))

    def tail(self, service: str) -> str:
        done = subprocess.run(
            [*self.composing, "logs", "--tail=15", service],
            env=self.engine.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout

    def visitor(self, name: str = "") -> Person:
        return Person(self.places, name)
