"""Python processes that begin with their imports done: forked from one that waits.

Most of what a command or a server of this project costs to start are imports. A ``Template``
has done them; what it forks goes on where ``python`` begins to run a program, with arguments,
environment, streams and exit code of its own. The template ``LIBRARIES`` holds nothing but other
people's modules, so that all of ours is loaded afresh.

Where the system cannot watch over such processes (pidfd is Linux's) they are started anew.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]
POSSIBLE = hasattr(os, "pidfd_open")

LIBRARIES = "tests.forking.libraries"
SITE = "tests.forking.site"


class Forked:
    """What the tests need of ``subprocess.Popen``, for a process that is nobody's child here."""

    def __init__(self, pid: int, status: socket.socket) -> None:
        self.pid, self._status = pid, status
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return code

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            self.returncode = int(self._status.recv(16))
            self._status.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Template:
    """A process that has imported the module ``prepared`` and forks itself when asked to."""

    def __init__(self, prepared: str, environment: Mapping[str, str]) -> None:
        self._lock = threading.Lock()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "tests.forking", str(theirs.fileno()), prepared]
        with theirs:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=dict(environment), pass_fds=[theirs.fileno()]
            )

    def fork(
        self, arguments: Sequence[str], environment: Mapping[str, str], streams: Sequence[int]
    ) -> Forked:
        """``arguments`` as for ``python``; ``streams`` are stdin, stdout and stderr."""
        status, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        request = json.dumps([list(arguments), dict(environment)]).encode()
        with self._lock, theirs:
            socket.send_fds(self._control, [request], [theirs.fileno(), *streams])
            return Forked(int(self._control.recv(16)), status)


_templates: dict[tuple[str, frozenset[tuple[str, str]]], Template] = {}


def template(prepared: str, environment: Mapping[str, str]) -> Template:
    """The one for this environment, which says nothing to ``LIBRARIES``."""
    settings = frozenset(environment.items()) if prepared != LIBRARIES else frozenset()
    if (prepared, settings) not in _templates:
        _templates[prepared, settings] = Template(prepared, environment)
    return _templates[prepared, settings]


def start(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    *,
    stdin: Any = subprocess.DEVNULL,
    stdout: Any,
    stderr: Any = subprocess.STDOUT,
    like: Template | None = None,
) -> Any:
    """``python *arguments`` from the root of the repository; a ``Forked`` or a ``Popen``."""
    if not POSSIBLE:
        command = [sys.executable, *arguments]
        return subprocess.Popen(
            command, cwd=ROOT, env=dict(environment), stdin=stdin, stdout=stdout, stderr=stderr
        )
    like = like or template(LIBRARIES, os.environ)
    with open(os.devnull) as nothing:
        source = nothing if stdin is subprocess.DEVNULL else stdin
        errors = stdout if stderr is subprocess.STDOUT else stderr
        streams = [
            file if isinstance(file, int) else file.fileno() for file in (source, stdout, errors)
        ]
        return like.fork(arguments, environment, streams)


def run(
    arguments: Sequence[str], environment: Mapping[str, str], stdin: str = "", timeout: float = 60
) -> subprocess.CompletedProcess[str]:
    """The same to its end, with its exit code and both outputs."""
    with contextlib.ExitStack() as stack:
        files: list[IO[str]] = [
            stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(3)
        ]
        files[0].write(stdin)
        files[0].seek(0)
        process = start(arguments, environment, stdin=files[0], stdout=files[1], stderr=files[2])
        try:
            code = process.wait(timeout)
        finally:
            process.kill()
        for file in files[1:]:
            file.seek(0)
        return subprocess.CompletedProcess(list(arguments), code, files[1].read(), files[2].read())
