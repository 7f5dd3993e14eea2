"""Every page and API by address, for each kind of reader, on whatever is in the database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count
from django.utils import timezone

from accounts.models import User
from games.analysis.puzzles.collection import pool
from games.models import Game, Seat
from progress.models import Attempt

VISITOR, MEMBER, HEAVY, STAFF = READERS = ("visitor", "member", "heavy", "staff")

FOR_ALL = (
    "/",
    "/lobby/",
    "/leaderboards/",
    "/leaderboards/?page=40",
    "/leaderboards/classic/",
    "/leaderboards/classic/bots/",
    "/api/",
    "/leaderboards/dstru/?page=20",
    "/campaign/",
    "/campaign/1/1/",
    "/campaign/dstru/",
    "/campaign/dstru/1/",
    "/puzzles/",
    "/puzzles/today/",
    "/puzzles/archive/",
    "/puzzles/archive/{month}/",
    "/puzzles/rush/",
    "/puzzles/{puzzle}/",
    "/learn/",
    "/learn/linear/",
    "/learn/alpha-beta/exercises/?seed=class",
    "/learn/dstru/play/",
    "/formulas/",
    "/rules/classic/",
    "/games/new/?variant=classic",
    "/games/new/?engines=all",
    "/analysis/",
    "/analysis/X...O...X_O/?engine=linear",
    "/analysis/X.O.X...O_X/search/",
    "{profile}",
    "{heavy_profile}",
    "{heavy_profile}vs/{met}/",
    "{finished}",
    "{running}",
    "{finished}review/",
    "{stage}",
    "{api}",
    "{api}presence/",
)
FOR_PEOPLE = (
    "/games/",
    "/games/?page=3",
    "/games/?variant=dstru",
    "/games/?kind=lobby",
    "/games/?result=won",
    "/games/?result=lost",
    "/games/?result=drawn",
    "/games/?result=drawn&variant=dstru&kind=campaign",
    "/games/?opponent=pip",
    "/games/?opponent={rival}",
    "/challenges/",
    "/challenges/calls/",
    "/challenges/new/?to={rival}",
    "/reports/new/?person={rival}",
    "/friends/",
    "/accounts/settings/",
    "/accounts/tokens/",
    "/accounts/data/",
    "/accounts/delete/",
)
FOR_STAFF = (
    "/admin/",
    "/admin/games/game/",
    "/admin/games/game/?status=active",
    "/admin/games/game/?variant=dstru&kind=lobby",
    "/admin/games/game/?result=draw",
    "/admin/games/game/?q={rival}",
    "/admin/games/game/?q={id}",
    "/admin/games/game/?q=perfect",
    "/admin/games/game/{id}/change/",
    "/admin/games/move/",
    "/admin/games/move/?q={id}",
    "/admin/games/seat/?q={id}",
    "/admin/games/rating/?q={rival}",
    "/admin/games/ratingchange/?q={rival}",
    "/admin/games/ratingchange/?q={id}",
    "/admin/games/challenge/?q={rival}",
    "/admin/games/report/",
    "/admin/games/report/?q={rival}",
    "/admin/games/remark/?q={id}",
    "/admin/accounts/user/",
    "/admin/accounts/user/?q={rival}",
    "/admin/accounts/user/?kind=guests",
    "/admin/accounts/user/{heavy}/change/",
    "/admin/accounts/follow/?q={rival}",
    "/admin/progress/attempt/",
    "/admin/progress/attempt/?level=3",
    "/admin/progress/attempt/?q={rival}",
    "/admin/progress/attempt/?q={id}",
    "/admin/progress/puzzletry/",
    "/admin/progress/puzzletry/?q={rival}",
    "/admin/progress/climber/",
    "/admin/progress/meeting/?q={rival}",
    "/admin/progress/tally/?q={rival}",
    "/admin/progress/record/?q={rival}",
    "/admin/progress/stagehints/?q={rival}",
    "/admin/progress/climber/?q={rival}",
    "/admin/progress/climber/{heavy}/change/",
)


@dataclass(frozen=True, slots=True)
class Page:
    reader: str
    address: str


def pages() -> Iterator[Page]:
    """Every page, by reader; braces stand for what ``Site`` finds."""
    for reader in (VISITOR, MEMBER, HEAVY):
        for address in FOR_ALL:
            yield Page(reader, address)
    for reader in (MEMBER, HEAVY):
        for address in FOR_PEOPLE:
            yield Page(reader, address)
    for address in FOR_STAFF:
        yield Page(STAFF, address)


class Site:
    """The people and games of one database that addresses name; made where they are missing."""

    def __init__(self) -> None:
        seats = Seat.objects.filter(user__is_guest=False).values("user").annotate(n=Count("pk"))
        found = list(seats.order_by("-n")[:1])
        middle = list(seats.filter(n__gte=8, n__lte=14).order_by("user")[:1])
        self.heavy = self._person(found[0]["user"] if found else None, "heavy")
        self.member = self._person(middle[0]["user"] if middle else None, "member")
        self.staff = User.objects.filter(is_superuser=True).first() or User.objects.create_user(
            "staff-of-bench", is_staff=True, is_superuser=True
        )
        self.finished = self._game(status="finished", kind="friend")
        self.running = self._game(status="active", kind="friend")
        attempt = Attempt.objects.order_by("-pk").first()
        self.stage = f"/campaign/games/{attempt.game_id}/" if attempt else "/campaign/"
        rival = Seat.objects.filter(game_id=self.finished).exclude(user=None).first()
        met = self.heavy.meetings.filter(rival__is_guest=False).first()
        self.met = met.rival.name if met else self.member.name
        self.rival = rival.user.name if rival and rival.user else self.member.name
        self.puzzle = next(iter(pool()))
        self.month = timezone.localdate().isoformat()[:7]

    def _person(self, number: int | None, name: str) -> User:
        if number is not None:
            return User.objects.get(pk=number)
        return User.objects.filter(name=f"{name}-of-bench").first() or User.objects.create_user(
            f"{name}-of-bench"
        )

    def _game(self, **which: str) -> str:
        found = Game.objects.filter(**which).order_by("id").values_list("id", flat=True).first()
        return found or ""

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
        user = self.reader(page.reader)
        names = {
            "profile": f"/@{self.member.name}/",
            "heavy_profile": f"/@{self.heavy.name}/",
            "finished": f"/games/{self.finished}/" if self.finished else "/lobby/?",
            "running": f"/games/{self.running}/" if self.running else "/lobby/?",
            "stage": self.stage,
            "api": f"/api/games/{self.finished}/" if self.finished else "/lobby/?",
            "rival": self.rival if user is None or user.name != self.rival else self.staff.name,
            "id": self.finished or "nothing",
            "puzzle": self.puzzle,
            "month": self.month,
            "met": self.met,
            "heavy": self.heavy.pk,
        }
        return page.address.format(**names)
