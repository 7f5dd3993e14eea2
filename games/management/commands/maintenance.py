"""``manage.py maintenance on|off|status``: let no game begin while the site is worked on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import services
from games.models import Maintenance
from games.queries import selectors


class Command(BaseCommand):
    help = (
        "While maintenance is on, pages can be read and games that are being played go on, but "
        "none begins; every page says so within seconds. Works for all processes at once."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=("on", "off", "status"))
        most = Maintenance._meta.get_field("text").max_length
        parser.add_argument("--text", help=f"what people read, at most {most} characters")

    def handle(self, *args: Any, **options: Any) -> None:
        text, what = options["text"], options["what"]
        if text is not None:
            self._check(text, what)
        if what == "on":
            services.begin_maintenance(*([text] if text else []))
        elif what == "off":
            services.end_maintenance()
        self.stdout.write(self._status())

    def _check(self, text: str, what: str) -> None:
        most = Maintenance._meta.get_field("text").max_length or 0
        if what != "on":
            raise CommandError(f"--text goes with on, not with {what}.")
        if not text.strip() or len(text) > most:
            said = f"{text[:40]!r}{'…' if len(text) > 40 else ''}"
            raise CommandError(f"--text {said}: expected 1 to {most} characters, not {len(text)}.")

    def _status(self) -> str:
        games = selectors.games_by_status()["active"]
        playing = "1 game is being played" if games == 1 else f"{games} games are being played"
        if (found := selectors.maintenance()) is None:
            return f"Maintenance is off. {playing.capitalize()}."
        return (
            f"Maintenance is on since {found.since:%Y-%m-%d %H:%M} UTC: “{found.text}” {playing}."
        )
