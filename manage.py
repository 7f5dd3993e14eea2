#!/usr/bin/env python
"""Django's command line for Oxo."""

import os
import secrets
import select
import sys
from contextlib import suppress

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

STATELESS_COMMANDS = {
    "analyse",
    "arena",
    "campaign",
    "grade",
    "learn",
    "licences",
    "play",
    "prove",
    "solve",
    "tables",
}
"""Commands that store nothing and serve nobody: they run with a secret made up on the spot."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if STATELESS_COMMANDS.intersection(sys.argv[1:2]) and "--ladder" not in sys.argv:
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    except BrokenPipeError:
        if not _nobody_reads():
            raise
        with suppress(BrokenPipeError):
            sys.stdout.close()  # here, or the interpreter complains when it does so at exit
        sys.exit(128 + 13)  # what a shell calls an end by SIGPIPE


def _nobody_reads() -> bool:
    """Whether standard output is a pipe that was closed at its other end, as ``| head`` does."""
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    return any(event & select.POLLERR for _, event in poll.poll(0))


if __name__ == "__main__":
    main()
