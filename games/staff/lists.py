"""Parts of the admin of games: filters, boards, the steps of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.acts import LookOnly
from games.drawing.boards import position_svg
from games.engines import playing_engines
from games.match import PERSON
from games.models import Game, Seat
from games.queries.paging import EstimatedPaginator
from games.rules import VARIANTS, Board, RulesError, board_class
from games.storage.log import StoredMove, moves_of

Choices = list[tuple[str, str]]


class ReadOnly(LookOnly):
    """Rows of which there are so many that they are not all counted."""

    paginator = EstimatedPaginator
    show_facets = admin.ShowFacets.NEVER


class OfPlayer(ReadOnly):
    """Rows about one person each, their ``user``."""

    list_select_related: ClassVar[tuple[str, ...]] = ("user",)
    people_in = ("user",)
    search_help_text = "A player's name"


class ValueFilter(admin.SimpleListFilter):
    """A filter by a column whose values are known; Django's own reads them from all rows."""

    values: ClassVar[Mapping[str, str]]
    """What each value is called."""

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> Choices:
        return list(self.values.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        asked = self.value()
        return queryset.filter(**{str(self.parameter_name): asked}) if asked else queryset

    def value(self) -> str | None:
        asked = super().value()
        return asked if asked in self.values else None


class OfLateFilter(ValueFilter):
    """A filter by a column without an index: of a long list it takes the latest rows."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        rows = super().queryset(request, queryset)
        if not self.value() or is_narrowed(request):
            return rows
        last = queryset.model._default_manager.aggregate(last=Max("pk"))["last"] or 0
        return rows.filter(pk__gt=last - LATEST)


class WhoseFilter(ValueFilter):
    """Games of people unless those of the ladder, or of the demo, are asked for."""

    title, parameter_name = "whose", "whose"
    values: ClassVar = {
        "people": "people’s",
        "ladder": "the ladder’s",
        "demo": "the demo’s",
        "all": "all",
    }
    EVENTS: ClassVar = {"people": "", "ladder": "Ladder", "demo": "Demo"}

    def value(self) -> str:
        return super().value() or "people"

    def choices(self, changelist: Any) -> Iterator[Any]:
        return islice(super().choices(changelist), 1, None)  # Django's own "All" is ours

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        asked = self.value()
        if asked == "all" or (is_narrowed(request) and super().value() is None):
            return queryset
        return queryset.filter(event=self.EVENTS[asked])


class VariantFilter(ValueFilter):
    title = parameter_name = "variant"
    values: ClassVar = {variant: board.TITLE for variant, board in VARIANTS.items()}


class GameStatusFilter(ValueFilter):
    title = parameter_name = "status"
    values: ClassVar = dict(Game.Status.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Games in play are those with a ``due_at``, which has an index."""
        found = super().queryset(request, queryset)
        return found.filter(due_at__isnull=False) if self.value() == Game.Status.ACTIVE else found


LATEST_DAYS = 7
"""Days that the list of games offers; others are reached by their address."""


class EngineFilter(admin.SimpleListFilter):
    """Games with an engine at a seat, with any switches; of an unfiltered list the latest."""

    title, parameter_name = "engine (latest rows)", "engine"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> Choices:
        slugs = {slug for variant in VARIANTS for slug in playing_engines(variant)}
        return [(slug, slug) for slug in sorted(slugs)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if not (slug := self.value()):
            return queryset
        named = Q(engine=slug) | Q(engine__startswith=f"{slug}:")
        if is_narrowed(request):
            return queryset.filter(_seated(named))
        seats = latest_seats().filter(named)
        return queryset.filter(pk__in=list(seats.values_list("game_id", flat=True)[:MOST_FOUND]))


class PlayerFilter(admin.SimpleListFilter):
    """Games of one person, whose id a link from another page gives."""

    title = parameter_name = "player"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> Choices:
        wanted = self.used_parameters.get(self.parameter_name)
        people = get_user_model().objects.filter(pk=str(wanted)) if _number(wanted) else []
        return [(str(person.pk), person.get_username()) for person in people]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        wanted = self.value()
        if not wanted:
            return queryset
        return queryset.filter(_seated(Q(user=wanted))) if _number(wanted) else queryset.none()


class DayFilter(admin.SimpleListFilter):
    """Games begun on a day."""

    title = parameter_name = "day"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> Choices:
        today = timezone.localdate()
        days = {str(today - timedelta(days)) for days in range(LATEST_DAYS)}
        if (wanted := _day(self.used_parameters.get(self.parameter_name))) is not None:
            days.add(str(wanted))
        return [(day, day) for day in sorted(days, reverse=True)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if not self.value():
            return queryset
        if (day := _day(self.value())) is None:
            return queryset.none()
        begin = timezone.make_aware(datetime.combine(day, time()))
        return queryset.filter(created_at__gte=begin, created_at__lt=begin + timedelta(days=1))


class ReplayStep(NamedTuple):
    """One position of a game; ``ways`` lead to the others, as (ply, text) pairs."""

    ply: int
    board: SafeString
    said: str
    ways: list[tuple[int, str]]


def step_of(game: Game, wanted: str | None) -> ReplayStep:
    """The position after the requested ply, as far as the moves can be replayed."""
    rows = list(move_rows(game, 220))
    start = board_class(game.variant).start(exact=game.exact)
    pictures: list[Any] = [drawn(start, 220), *(row[-1] for row in rows)]
    pictures[-1] = kept_board(game, 220)
    ply = _ply_of(wanted, len(rows))
    said = "The empty board" if ply == 0 else f"{rows[ply - 1][0]}. {rows[ply - 1][1]}"
    ways = [(number, str(number) if number else "start") for number in range(len(rows) + 1)]
    return ReplayStep(ply, pictures[ply], said, ways)


def kept_board(game: Game, size: int) -> SafeString:
    """The stored position as a picture, or as text if it cannot be read."""
    try:
        return drawn(board_class(game.variant).from_notation(game.position), size)
    except RulesError:
        return format_html("<code>{}</code>", game.position)


def move_rows(game: Game, size: int = 72) -> Iterator[tuple[object, ...]]:
    """The stored moves, each with the board after it as far as they can be replayed."""
    board: Board | None = board_class(game.variant).start(exact=game.exact)
    for move in moves_of(game):
        said, opening = str(move.cell), "opening" if move.ply <= game.opening else ""
        if board is not None:
            said = f"{board.action}s {board.cell_name(move.cell)}"
            board = _after(board, move)
        at = move.at.isoformat(" ", "milliseconds")
        picture = "cannot be" if board is None else drawn(board, size)
        yield move.ply, f"{move.seat} {said}", opening, at, picture


def moves_text(game: Game) -> str:
    """The stored moves as names of cells, with what each took away after a minus."""
    shape = board_class(game.variant)
    kinds = shape.CHANCE_SEAT
    return " ".join(
        f"{'-' if kinds and move.seat == kinds else ''}{shape.cell_name(move.cell)}"
        for move in moves_of(game)
    )


def _after(board: Board, move: StoredMove) -> Board | None:
    try:
        return board.make_move(move.cell)
    except RulesError:
        return None


def drawn(board: Board, size: int) -> SafeString:
    """The position as a picture that needs no style sheet of ours."""
    picture = position_svg(board, label=board.notation, size=size)
    return mark_safe(picture)  # noqa: S308  made of numbers and known names


def holder(game: Game, seat: Seat) -> str:
    if seat.kind == PERSON:
        return seat.person_name
    return seat.engine or seat.get_kind_display()


def _ply_of(text: str | None, last: int) -> int:
    """The ply that an address names; the last one if it names none."""
    return min(int(str(text)), last) if _number(text) else last


MOST_FOUND = 3_000
"""How many games staff find at once, the latest of a person or an engine."""

LATEST = 100_000
"""Rows that are looked through for what no index has."""

NARROWING = {"q", "player", "day", "user__id__exact", "game__id__exact", "id__exact"}
"""What an address asks for by an index."""


def is_narrowed(request: HttpRequest) -> bool:
    """Whether a list is short enough to be searched as a whole."""
    return any(request.GET.get(name) for name in NARROWING)


def latest_seats() -> QuerySet[Seat]:
    """The seats to look for an engine in, the latest first."""
    last = Seat.objects.aggregate(last=Max("pk"))["last"] or 0
    return Seat.objects.filter(pk__gt=last - LATEST).order_by("-pk")


def _seated(rule: Q) -> Exists:
    return Exists(Seat.objects.filter(rule, game=OuterRef("pk")))


def _number(text: object) -> bool:
    return str(text).isascii() and str(text).isdigit() and len(str(text)) < 19


def _day(text: object) -> date | None:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return None
