"""``manage.py unpack``: give packed moves a row each again."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games import services


class Command(BaseCommand):
    help = (
        "Give the moves of all packed games a row each again, as the release before packing needs "
        "them. Set PACK_AFTER_DAYS=0 first, or the sweep packs them again. Can be broken off."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PACK_AFTER_DAYS:
            days = settings.PACK_AFTER_DAYS
            self.stderr.write(f"PACK_AFTER_DAYS is {days}: the sweep will pack them again.")
        counts: Counter[str] = Counter()
        try:
            for _ in services.unpack_games(counts):
                if self.stderr.isatty():
                    self.stderr.write(f"\r{counts['unpacked']:,} games", ending="")
        except KeyboardInterrupt:
            self.stderr.write("Broken off: what is unpacked stays unpacked.")
        self.stdout.write(f"Unpacked: {counts['unpacked']}")
