"""``manage.py fill``: people and games by the hundred thousand, to measure with."""

from __future__ import annotations

import time
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.management.console import ProgressBar
from games.rules import VARIANTS
from games.services import now_ms

MOST = 100_000_000


class Command(BaseCommand):
    help = (
        "Fill the site with people who cannot log in and with games valid by replay: a few "
        "people have tens of thousands, most have one. For measuring, from a clone of the "
        "repository; never on a real site."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--users", type=_count, default=200_000, help="people (200000)")
        parser.add_argument("--games", type=_count, default=1_000_000, help="games (1000000)")
        parser.add_argument("--game", choices=VARIANTS, help="games of one kind only (all)")
        parser.add_argument("--seed", type=int, default=1, help="another seed, another site (1)")
        parser.add_argument(
            "--until",
            type=int,
            default=None,
            metavar="MS",
            help="the last moment, in ms since 1970 (now)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from tests.bench.filling import AlreadyThere, fill  # not in an image of the site
        except ModuleNotFoundError as error:
            raise CommandError(
                f"{error}: fill is part of the benches, so run it in a clone of the repository, "
                "which has tests/"
            ) from error
        begun = time.monotonic()
        users, games = options["users"], options["games"]
        if users < 10:
            raise CommandError(f"--users {users}: expected at least 10")
        until = options["until"] or now_ms()
        variants = [options["game"]] if options["game"] else list(VARIANTS)
        progress = ProgressBar(self.stderr, "games")
        try:
            moves = fill(users, games, options["seed"], until, variants, progress)
        except AlreadyThere as error:
            raise CommandError(str(error)) from None
        except DatabaseError as error:
            raise CommandError(f"The database refused: {error}".strip()) from error
        seconds = time.monotonic() - begun
        self.stdout.write(f"{users:,} people, {games:,} games, {moves:,} moves in {seconds:.0f} s")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= MOST):
        raise ArgumentTypeError(f"{text!r}: expected a whole number from 1 to {MOST}")
    return int(text)
