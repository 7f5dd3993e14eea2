#!/usr/bin/env python
"""Django's command line for Oxo."""

import os
import secrets
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

AT_THE_BOARD = {"analyse", "arena", "play", "prove", "solve"}
"""Commands that keep nothing and serve nobody: a secret made up for the moment will do."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if AT_THE_BOARD.intersection(sys.argv[1:2]):
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
