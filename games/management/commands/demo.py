"""``manage.py demo``: two players, a member of staff, finished games. Only where DEMO is set."""

from __future__ import annotations

from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from games import selectors, services
from games.engines import engine
from games.match import ABORTED, FINISHED, PERSON, Action, Match, Seat

PASSWORD = "noughts-and-crosses"  # noqa: S105  printed for everybody to see
PEOPLE = ("ada", "grace")
STAFF = "hopper"
GAMES = (
    ("classic", {"X": "ada", "O": "grace"}),
    ("classic", {"X": "grace", "O": "ada"}),
    ("classic", {"X": "ada", "O": "engine:random"}),
    ("classic", {"X": "ada", "O": "engine:smart"}),
    ("classic", {"X": "grace", "O": "engine:smart"}),
    ("classic", {"X": "grace", "O": "engine:minimax"}),
    ("dstru", {"Tres": "grace", "Uno": "ada", "Dos": "neutral"}),
    ("dstru", {"Tres": "ada", "Uno": "engine:smart", "Dos": "neutral"}),
    ("classic", {"X": "ada", "O": "grace"}),
)
"""Who played what: people by name, else ``engine:<slug>`` or ``neutral``."""


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
            for variant, holders in GAMES:
                self._play(variant, holders, people, rng)
        self.stdout.write(f"Players ada and grace, staff {STAFF}: password {PASSWORD}")

    def _person(self, name: str) -> Any:
        people = get_user_model().objects
        person = people.filter(name__iexact=name).first()
        if person is None:
            make = people.create_superuser if name == STAFF else people.create_user
            person = make(name, PASSWORD)
        return person

    def _play(
        self, variant: str, holders: dict[str, str], people: dict[str, Any], rng: Random
    ) -> None:
        """One game by the same road as every other, with the smart engine's moves for people."""
        seats = {name: self._seat(name, who, people) for name, who in holders.items()}
        rivals = list(seats.values())[:2]
        match = services.open_game(
            by=rivals[0].user,
            variant=variant,
            kind="friend" if all(seat.user for seat in rivals) else "engine",
            seats=seats,
        )
        while match.status not in (FINISHED, ABORTED):
            match = self._move(match, rng)

    def _seat(self, name: str, who: str, people: dict[str, Any]) -> Seat:
        if who in people:
            return Seat(name, PERSON, people[who].pk, people[who].name)
        kind, _, slug = who.partition(":")
        return Seat(name, kind, engine=slug or kind)

    def _move(self, match: Match, rng: Random) -> Match:
        acting = match.acting_seat
        assert acting is not None
        cell = engine(match.board.VARIANT, "smart").choose(match.board, rng).move
        action = Action(match.board.action, match.version, cell=cell, user=acting.user)
        return services.act_and_settle(game_id=match.id, action=action).match
