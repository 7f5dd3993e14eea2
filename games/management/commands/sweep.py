"""``manage.py sweep``: end what nobody watches any more."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import services

PAUSE = 30
"""Seconds between two sweeps with --loop."""


class Command(BaseCommand):
    help = "End games whose deadline passed, let engines reply, close open games nobody joined."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help=f"go on, every {PAUSE} seconds")

    def handle(self, *args: Any, **options: Any) -> None:
        while True:
            done = services.sweep()
            self.stdout.write(f"settled {done['settled']}, closed {done['closed']}")
            if not options["loop"]:
                return
            time.sleep(PAUSE)
