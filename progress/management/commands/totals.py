"""``manage.py totals``: check what is kept of stars, histories and results against games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.storage import seat_ends
from progress.campaign import totals
from progress.people import recount


class Command(BaseCommand):
    help = (
        "Count everybody's stars again from the attempts, the ends on seats from the games, and "
        "results from the seats, and put right what differs. With --check only say so, and fail "
        "if anything does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        check = options["check"]
        wrong = 0
        for line in totals.differing(repair=not check):
            self.stdout.write(line)
            wrong += 1
        seats = seat_ends.missing() if check else seat_ends.repair()
        results = 0
        for line in recount.differing(repair=not check):
            self.stdout.write(line)
            results += 1
        done = "differ" if check else "put right"
        self.stdout.write(f"totals {wrong}, seats {seats}, results {results} {done}")
        if check and wrong + seats + results:
            raise CommandError("Not as counted. Without --check it is put right.")
