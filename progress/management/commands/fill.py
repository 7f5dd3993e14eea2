"""``manage.py fill``: people and games by the hundred thousand, to measure with."""

from __future__ import annotations

import time
from argparse import ArgumentTypeError
from collections import deque
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.management.console import ProgressBar
from games.services import now_ms
from progress.campaign import totals
from progress.filling.lines import play_lines
from progress.filling.people import AlreadyThere, settle
from progress.filling.tables import analyse
from progress.filling.years import Years
from progress.people import recount

MOST = 100_000_000


class Command(BaseCommand):
    help = (
        "Fill the site with people who cannot log in and with games valid by replay: a few "
        "people have tens of thousands, most have one. For measuring; never on a real site."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--users", type=_count, default=200_000, help="people (200000)")
        parser.add_argument("--games", type=_count, default=1_000_000, help="games (1000000)")
        parser.add_argument("--seed", type=int, default=1, help="another seed, another site (1)")
        parser.add_argument(
            "--until",
            type=int,
            default=None,
            metavar="MS",
            help="the last moment, in ms since 1970 (now)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.monotonic()
        users, games, seed = options["users"], options["games"], options["seed"]
        if users < 10:
            raise CommandError(f"--users {users}: expected at least 10")
        now = options["until"] or now_ms()
        try:
            people = settle(users, seed, now)
            years = Years(people, play_lines(Random(seed)), seed, now)
            years.pass_by(games, ProgressBar(self.stderr, "games"))
            deque(totals.differing(repair=True), maxlen=0)
            deque(recount.differing(repair=True), maxlen=0)
        except AlreadyThere as error:
            raise CommandError(str(error)) from None
        except DatabaseError as error:
            raise CommandError(f"The database refused: {error}".strip()) from error
        analyse()
        seconds = time.monotonic() - begun
        self.stdout.write(
            f"{users:,} people, {games:,} games, {years.moves:,} moves in {seconds:.0f} s"
        )


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= MOST):
        raise ArgumentTypeError(f"{text!r}: expected a whole number from 1 to {MOST}")
    return int(text)
