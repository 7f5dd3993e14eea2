"""The template process: ``python -m tests.forking FD MODULE`` imports MODULE and forks."""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
import types
from collections.abc import Sequence


def serve(control: socket.socket) -> list[str] | None:
    """Fork until the tests are over (None). In a forked process: what it is to run."""
    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        for ready in select.select([control, *running], [], [])[0]:
            if ready is not control:
                os.close(ready)
                report(*running.pop(ready))
                continue
            request, files, _, _ = socket.recv_fds(control, 1 << 20, 4)
            if not request:
                return None
            pid = os.fork()
            if pid == 0:
                return become(*json.loads(request), files[1:])
            control.send(str(pid).encode())
            running[os.pidfd_open(pid)] = (pid, socket.socket(fileno=files[0]))
            for file in files[1:]:
                os.close(file)


def report(pid: int, status: socket.socket) -> None:
    """Tell whoever asked for the process how it ended."""
    _, how = os.waitpid(pid, 0)
    with contextlib.suppress(OSError), status:
        status.send(str(os.waitstatus_to_exitcode(how)).encode())


def become(arguments: list[str], environment: dict[str, str], streams: Sequence[int]) -> list[str]:
    """Leave behind what the template had: environment, open files, handling of Ctrl-C."""
    os.environ.clear()
    os.environ.update(environment)
    for file, stream in enumerate(streams):
        os.dup2(stream, file)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    for file, name in enumerate(("stdin", "stdout", "stderr")):
        reopen(file, name)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return arguments


def reopen(file: int, name: str) -> None:
    """``sys.stdin`` and its like as the interpreter makes them."""
    old = getattr(sys, name)
    binary = open(file, "rb" if name == "stdin" else "wb", closefd=False)  # noqa: SIM115
    at_once = name == "stderr" or binary.isatty()
    new = io.TextIOWrapper(binary, old.encoding, old.errors, line_buffering=at_once)
    setattr(sys, name, new)
    setattr(sys, f"__{name}__", new)


def run(arguments: list[str]) -> None:
    """As ``python *arguments``."""
    what, *rest = arguments
    if what == "-c":
        code, sys.argv = rest[0], ["-c", *rest[1:]]
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(code, "<string>", "exec"), main.__dict__)
    elif what == "-m":
        sys.argv = rest
        sys.modules.pop(rest[0], None)
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(what, run_name="__main__")


def main(number: str, prepared: str) -> None:
    control = socket.socket(fileno=int(number))
    importlib.import_module(prepared)
    gc.freeze()
    assert threading.active_count() == 1, f"{prepared} leaves threads, which no fork inherits"
    arguments = serve(control)
    if arguments:
        run(arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
