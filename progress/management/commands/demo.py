"""``manage.py demo``: two players, a member of staff, what they and the engines played.

Only where DEMO is set.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from games import services
from games.arena.rounds import play_each_other
from games.engines import engine
from games.match import (
    ABORTED,
    FINISHED,
    PERSON,
    Action,
    Kind,
    Match,
    Seat,
    SeatKind,
    move_verb,
)
from games.queries import selectors
from games.rules import VARIANTS
from progress.campaign import selectors as progress
from progress.campaign.services import start_stage

PASSWORD = "noughts-and-crosses"  # noqa: S105  printed for everybody to see
PEOPLE = ("ada", "grace")
STAFF = "hopper"


@dataclass(frozen=True)
class DemoGame:
    """Who played what: people by name, else ``engine:<slug>`` or ``neutral``."""

    variant: str
    holders: dict[str, str]
    clock: tuple[int, int] | None = None
    rated: bool = False


GAMES = (
    DemoGame("classic", {"X": "ada", "O": "grace"}),
    DemoGame("classic", {"X": "grace", "O": "ada"}),
    DemoGame("classic", {"X": "ada", "O": "engine:random"}),
    DemoGame("classic", {"X": "ada", "O": "engine:smart"}),
    DemoGame("classic", {"X": "grace", "O": "engine:smart"}),
    DemoGame("classic", {"X": "grace", "O": "engine:minimax"}),
    DemoGame("dstru", {"Tres": "grace", "Uno": "ada", "Dos": "neutral"}),
    DemoGame("dstru", {"Tres": "ada", "Uno": "engine:smart", "Dos": "neutral"}),
    DemoGame("classic", {"X": "ada", "O": "grace"}, clock=(60_000, 2_000), rated=True),
    DemoGame("dstru", {"Tres": "ada", "Uno": "grace", "Dos": "neutral"}, (180_000, 2_000), True),
)
"""A rated game brings its return game with it."""

ATTEMPTS = {"ada": 26, "grace": 9}
"""How often each has tried the campaign's next stage."""


class Command(BaseCommand):
    help = "Make demo players and their games, and print the passwords. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        if not (settings.DEMO or settings.DEBUG):
            raise CommandError(
                "Everybody knows the password of demo accounts. Set DEMO=1 if you want them anyway."
            )
        people = {name: self._person(name) for name in (*PEOPLE, STAFF)}
        if not selectors.games_of(people["ada"].pk).exists():
            rng = Random(1952)
            for name, attempts in ATTEMPTS.items():
                for _ in range(attempts):
                    self._climb(people[name], rng)
            for played in GAMES:
                self._play(played, people, rng)
            for variant in VARIANTS:
                play_each_other(variant, rng)
        self.stdout.write(f"Players ada and grace, staff {STAFF}: password {PASSWORD}")

    def _person(self, name: str) -> Any:
        people = get_user_model().objects
        person = people.filter(name__iexact=name).first()
        if person is None:
            make = people.create_superuser if name == STAFF else people.create_user
            person = make(name, PASSWORD)
        return person

    def _climb(self, person: Any, rng: Random) -> None:
        """One attempt at the stage this person would try next."""
        stage = progress.standing(person.pk).next_stage
        assert stage is not None
        game_id = start_stage(user_id=person.pk, level=stage.level, number=stage.number)
        self._finish(selectors.match(game_id), rng)

    def _play(self, played: DemoGame, people: dict[str, Any], rng: Random) -> None:
        seats = {name: self._seat(name, who, people) for name, who in played.holders.items()}
        rivals = list(seats.values())[:2]
        setup = services.GameSetup(
            by=rivals[0].user,
            variant=played.variant,
            kind=self._kind(played, rivals),
            seats=seats,
            clock=played.clock,
            rated=played.rated,
            event="Demo",
        )
        match = services.open_game(setup)
        self._finish(match, rng)
        if match.return_id is not None:
            self._finish(selectors.match(match.return_id), rng)

    def _kind(self, played: DemoGame, rivals: list[Seat]) -> Kind:
        if played.rated:
            return Kind.LOBBY
        return Kind.FRIEND if all(seat.user for seat in rivals) else Kind.ENGINE

    def _seat(self, name: str, who: str, people: dict[str, Any]) -> Seat:
        if who in people:
            return Seat(name, PERSON, people[who].pk, people[who].name)
        kind, _, slug = who.partition(":")
        return Seat(name, SeatKind(kind), engine=slug or kind)

    def _finish(self, match: Match, rng: Random) -> None:
        """Play on by the road every game takes, with the smart engine's moves for people."""
        while match.status not in (FINISHED, ABORTED):
            acting = match.acting_seat
            assert acting is not None
            cell = engine(match.board.VARIANT, "smart").choose(match.board, rng).move
            action = Action(move_verb(match.board), match.version, cell=cell, user=acting.user)
            match = services.act_and_advance(game_id=match.id, action=action).match
