"""``manage.py demo``: two players, a member of staff, finished games. Only where DEMO is set."""

from __future__ import annotations

from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from games import selectors, services
from games.engines import engine
from games.match import ABORTED, FINISHED, Action, Match, Seat

PASSWORD = "noughts-and-crosses"  # noqa: S105  printed for everybody to see
PEOPLE = ("ada", "grace")
STAFF = "hopper"
GAMES = (
    ("ada", "grace", ""),
    ("grace", "ada", ""),
    ("ada", "", "random"),
    ("ada", "", "smart"),
    ("grace", "", "smart"),
    ("grace", "", "minimax"),
    ("ada", "grace", ""),
)


class Command(BaseCommand):
    help = "Make demo players and finished games, and print the passwords. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        if not (settings.DEMO or settings.DEBUG):
            raise CommandError(
                "Demo accounts have a published password. Set DEMO=1 if you want them."
            )
        people = {name: self._person(name) for name in (*PEOPLE, STAFF)}
        if not selectors.games_of(people["ada"].pk).exists():
            rng = Random(1952)
            for first, second, slug in GAMES:
                self._play(people[first], people.get(second), slug, rng)
        self.stdout.write(f"Players ada and grace, staff {STAFF}: password {PASSWORD}")

    def _person(self, name: str) -> Any:
        people = get_user_model().objects
        person = people.filter(name__iexact=name).first()
        if person is None:
            make = people.create_superuser if name == STAFF else people.create_user
            person = make(name, PASSWORD)
        return person

    def _play(self, first: Any, second: Any, slug: str, rng: Random) -> None:
        """One game by the same road as every other, with the smart engine's moves for people."""
        other = (
            Seat("O", "person", second.pk, second.name)
            if second
            else Seat("O", "engine", engine=slug)
        )
        match = services.open_game(
            by=first.pk,
            variant="classic",
            kind="friend" if second else "engine",
            seats={"X": Seat("X", "person", first.pk, first.name), "O": other},
        )
        while match.status not in (FINISHED, ABORTED):
            match = self._move(match, rng)

    def _move(self, match: Match, rng: Random) -> Match:
        acting = match.acting_seat
        assert acting is not None
        cell = engine("classic", "smart").choose(match.board, rng).move
        action = Action(match.board.action, match.version, cell=cell, user=acting.user)
        return services.act_and_settle(game_id=match.id, action=action).match
