"""The site on your own machine: ``python -m config.local WHAT…`` runs Python on WHAT, with a sweep.

What is run takes the place of this process, so signals, output and exit code are its own. The sweep
(``manage.py sweep --loop``) is a child that reads a pipe to which nobody writes: the pipe ends with
that process, however it ends, and so does the sweep. On a server both are units of the service
manager instead (config/deploy).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

NICENESS = 10
"""Added to the priority of the sweep, which nobody waits for."""

AGAIN = 10.0
"""Seconds until the sweep begins anew after an error."""

SWEEP = ("-m", "config.local")


def run(arguments: list[str]) -> None:
    """Run Python on ``arguments`` in place of this process, with the sweep beside it."""
    reading, writing = os.pipe()
    environment = {name: value for name, value in os.environ.items() if name != "METRICS"}
    command = [sys.executable, *SWEEP]
    # Without METRICS, which is the server's port.
    subprocess.Popen(command, stdin=reading, stdout=subprocess.DEVNULL, env=environment)
    os.close(reading)
    os.set_inheritable(writing, True)
    os.execv(sys.executable, [sys.executable, *arguments])


def sweep() -> None:
    """Sweep until the pipe on standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and thereby the pipe
    os.nice(NICENESS)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django  # not before the environment is complete
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import call_command

    try:
        django.setup()
    except ImproperlyConfigured:
        return  # the server says so
    threading.Thread(target=_end_with_the_pipe, daemon=True).start()
    try:
        call_command("sweep", loop=True)
    except Exception as error:
        sys.stderr.write(f"The sweep broke off and begins anew in {AGAIN:g} s: {error}\n")
        time.sleep(AGAIN)
        # A new process, since the sweep has closed its workers; the pipe stays.
        os.execv(sys.executable, [sys.executable, *SWEEP])


def _end_with_the_pipe() -> None:
    from games.compute import pool  # Django is set up now

    os.read(0, 1)
    pool.close()
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1:]:
        run(sys.argv[1:])
    else:
        sweep()
