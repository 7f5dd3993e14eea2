"""``manage.py sweep``: end what nobody watches any more."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

import accounts.sweep
from games import services

PAUSE = 30
"""Seconds between two sweeps with --loop."""


class Command(BaseCommand):
    help = (
        "End games whose deadline passed, let engines reply, close open games nobody joined, "
        "delete old keys of requests, expired sessions and places of log-ins."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help=f"repeat every {PAUSE} seconds")

    def handle(self, *args: Any, **options: Any) -> None:
        self._sweep()
        try:
            while options["loop"]:
                time.sleep(PAUSE)
                self._sweep()
        except KeyboardInterrupt:  # Ctrl-C is how one ends it in a terminal
            return

    def _sweep(self) -> None:
        done = {**services.sweep(), **accounts.sweep.sweep()}
        self.stdout.write(", ".join(f"{what} {count}" for what, count in done.items()))
