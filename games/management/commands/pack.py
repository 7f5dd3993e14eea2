"""``manage.py pack``: put the moves of games that ended long ago into one row a game."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections import Counter
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games import services

DAYS = 36_500


class Command(BaseCommand):
    help = (
        "Pack the moves of games that ended long ago: one row a game, a tenth of the space. Every "
        "game is replayed first and stays as it is unless it is sound. Beside play, and to be "
        "broken off at any time (Ctrl-C); manage.py unpack undoes it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than",
            type=_days,
            default=settings.PACK_AFTER_DAYS,
            metavar="DAYS",
            help=f"days since a game's end ({settings.PACK_AFTER_DAYS})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        counts: Counter[str] = Counter()
        ended_before = timezone.now() - timedelta(days=options["older_than"])
        try:
            for _ in services.pack_games(ended_before, counts):
                if self.stderr.isatty():
                    self.stderr.write(f"\r{counts['packed']:,} games", ending="")
        except KeyboardInterrupt:
            self.stderr.write("Broken off: what is packed stays packed.")
        self.stdout.write(f"Packed: {counts['packed']}")
        if unsound := counts["unsound"]:
            raise CommandError(f"Not as played, and left as they are: {unsound}")


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= DAYS):
        raise ArgumentTypeError(f"{text!r}: expected a whole number of days, at most {DAYS}")
    return int(text)
