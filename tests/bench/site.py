"""Whom and what the addresses of pages name, on whatever is in the database."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.utils import timezone

from accounts.models import User
from games.analysis.puzzles.collection import pool
from games.compute.turns import Busy
from games.models import Game, Seat, UploadedEngine
from progress.classes.make import make_class
from progress.models import Attempt, Classroom
from tests.bench.pages import HEAVY, MEMBER, STAFF, VISITOR, Page


class Site:
    """The people and games of one database that addresses name; made where they are missing.

    A site that has nothing gets the games that another one ``lends``, so that their pages can be
    compared, and readers with the names of its readers.
    """

    def __init__(self, like: Loan | None = None) -> None:
        seats = Seat.objects.filter(user__is_guest=False).values("user").annotate(n=Count("pk"))
        if like is None:
            most = seats.order_by("-n").first()
            middle = seats.filter(n__gte=8, n__lte=14).order_by("user").first()
            self.heavy = _numbered(most["user"]) if most else _named("heavy-of-bench")
            self.member = _numbered(middle["user"]) if middle else _named("member-of-bench")
            self.finished = _first(status="finished", kind="friend", variant="classic")
            self.running = _first(status="active", kind="friend")
            attempt = Attempt.objects.order_by("-pk").first()
            self.stage = attempt.game_id if attempt else ""
        else:
            self.heavy, self.member = map(_named, like.readers)
            self.finished, self.running, self.stage = (_put(one) for one in like.games)
        self.staff = User.objects.filter(is_superuser=True).first() or User.objects.create_user(
            "staff-of-bench", is_staff=True, is_superuser=True
        )
        rival = Seat.objects.filter(game_id=self.finished).exclude(user=None).first()
        met = self.heavy.meetings.filter(rival__is_guest=False).first()
        self.met = met.rival.name if met else self.member.name
        self.rival = rival.user.name if rival and rival.user else self.member.name
        self.puzzle = _puzzle()
        self.engine = _engine(self.member)
        self.classroom = _class(self.member)

    def lend(self) -> Loan:
        """What another site needs for the pages of games that this one has."""
        games = [_copy(one) for one in (self.finished, self.running, self.stage)]
        return Loan(games, (self.heavy.name, self.member.name))

    def reader(self, name: str) -> User | None:
        found: dict[str, User | None] = {
            VISITOR: None,
            MEMBER: self.member,
            HEAVY: self.heavy,
            STAFF: self.staff,
        }
        return found[name]

    def address(self, page: Page) -> str:
        """The address of a page here; without games, that of the list they would be in."""
        return page.address.format(**self.names(self.reader(page.reader)))

    def names(self, user: User | None) -> dict[str, Any]:
        """What the braces in addresses stand for when ``user`` reads them."""
        today = timezone.localdate()
        return {
            "profile": f"/@{self.member.name}/",
            "heavy_profile": f"/@{self.heavy.name}/",
            "finished": f"/games/{self.finished}/" if self.finished else "/lobby/?",
            "running": f"/games/{self.running}/" if self.running else "/lobby/?",
            "stage": f"/campaign/games/{self.stage}/" if self.stage else "/campaign/",
            "api": f"/api/games/{self.finished}/" if self.finished else "/lobby/?",
            "rival": self.rival if user is None or user.name != self.rival else self.staff.name,
            "id": self.finished or "nothing",
            "puzzle": self.puzzle,
            "month": today.isoformat()[:7],
            "day": today.isoformat(),
            "met": self.met,
            "heavy": self.heavy.pk,
            "engine": self.engine.pk,
            "class": self.classroom.pk,
        }


@dataclass(frozen=True, slots=True)
class Copy:
    """A game with all that its own pages read."""

    game: Game
    seats: list[Seat]
    attempt: Attempt | None


@dataclass(frozen=True, slots=True)
class Loan:
    """Games for a site without any: a finished one, one in play, one of a stage; and readers."""

    games: list[Copy]
    readers: tuple[str, str]


def _copy(game_id: str) -> Copy:
    return Copy(
        Game.objects.get(pk=game_id),
        list(Seat.objects.filter(game=game_id).order_by("index").select_related("user")),
        Attempt.objects.filter(game=game_id).first(),
    )


def _put(one: Copy) -> str:
    """Store a game of another site here, once; its id. Its people are called the same here."""
    game = one.game
    if Game.objects.filter(pk=game.pk).exists():
        return str(game.pk)
    people = {seat.user_id: _named(seat.user.name) for seat in one.seats if seat.user}
    game.created_by, game.rematch_of = people.get(game.created_by_id), None
    game.save(force_insert=True)
    for seat in one.seats:
        seat.pk, seat.user = None, people.get(seat.user_id)
        seat.save(force_insert=True)
    if one.attempt is not None:
        one.attempt.pk, one.attempt.user = None, people[one.attempt.user_id]
        one.attempt.save(force_insert=True)
    return str(game.pk)


def _engine(author: User) -> UploadedEngine:
    """An uploaded engine that was refused, so that nothing is played for its page."""
    found = UploadedEngine.objects.filter(name="Bench", status="refused").first()
    return found or UploadedEngine.objects.create(
        author=author,
        name="Bench",
        variant="classic",
        source="def choose(position): return None",
        digest="0" * 64,
        shared=True,
        status=UploadedEngine.Status.REFUSED,
        error="It did not move.",
    )


def _class(teacher: User) -> Classroom:
    found = Classroom.objects.filter(teacher=teacher).first()
    return found or make_class(teacher=teacher, name="Bench", pupils=[""] * 30)


def _puzzle() -> str:
    """The first puzzle. A site that has just been set up looks for them first, for seconds."""
    while True:
        with suppress(Busy):
            return next(iter(pool()))


def _numbered(number: int) -> User:
    return User.objects.get(pk=number)


def _named(name: str) -> User:
    return User.objects.filter(name=name).first() or User.objects.create_user(name)


def _first(**which: str) -> str:
    found = Game.objects.filter(**which).order_by("id").values_list("id", flat=True).first()
    return found or ""
