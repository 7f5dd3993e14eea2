"""``manage.py demo``: what a newcomer finds on an empty site. Only where DEMO is set."""

from __future__ import annotations

from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.compute import pool
from games.queries import selectors
from progress.classes.make import spoken_words
from progress.demo import classroom, days, engine, games, people


class Command(BaseCommand):
    help = (
        "Make demo players with their games, an engine, a class and a month of today's boards, "
        "and print the ways in. Safe to repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--clear", action="store_true", help="delete the demo's people with all they brought"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not (settings.DEMO or settings.DEBUG):
            raise CommandError(
                "Everybody knows the password of demo accounts. Set DEMO=1 if you want them anyway."
            )
        if options["clear"]:
            self.stdout.write(f"{people.clear()} people of the demo are gone, with all they had.")
            return
        try:
            found = people.everybody()
        except people.NameTaken as taken:  # perhaps with a password of one's own by now
            self.stdout.write(f"{taken} So the demo stays as it is.")
            return
        ada, grace = (found[name] for name in people.PLAYERS)
        if not selectors.games_of(ada.pk).exists():
            games.play_all(found, Random(1952))
            days.solve_a_month(ada, timezone.localdate())
        try:
            engine.publish_one(ada)
        finally:
            pool.close()  # or Python waits for its workers
        child = classroom.open_class(grace)
        self.stdout.write(
            f"Players ada and grace, staff {people.STAFF}: password {people.PASSWORD}"
        )
        self.stdout.write(
            f"A class: as its teacher log in as grace, /classes/; as a child open "
            f"/join/{child.card}/, and say “{spoken_words(child)}”"
        )
