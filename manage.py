#!/usr/bin/env python
"""Django's command line for Oxo."""

import os
import secrets
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

STATELESS_COMMANDS = {"analyse", "arena", "campaign", "grade", "play", "prove", "solve", "tables"}
"""Commands that store nothing and serve nobody: they run with a secret made up on the spot."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if STATELESS_COMMANDS.intersection(sys.argv[1:2]) and "--ladder" not in sys.argv:
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
