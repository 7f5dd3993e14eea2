"""The admin of games. Everything is read-only: a game is what was played."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts import acts
from accounts.acts import Link, act, add_links, export
from games import services
from games.arena import admin as uploads_admin  # registers what people bring
from games.engines import engine
from games.models import Game, Rating, RatingChange, Seat
from games.presenters import side_panels
from games.queries import selectors
from games.rules import VARIANTS
from games.services.verify import slow_seats, verify
from games.staff import people  # registers what people ask
from games.staff.lists import (
    MOST_FOUND,
    DayFilter,
    EngineFilter,
    GameStatusFilter,
    OfPlayer,
    PlayerFilter,
    ReadOnly,
    VariantFilter,
    WhoseFilter,
    holder,
    kept_board,
    latest_seats,
    move_rows,
    moves_text,
    step_of,
)

AT_ONCE = 100
"""Games that are read at once to be replayed."""


class SeatInline(admin.TabularInline):
    model = Seat
    fields = readonly_fields = ("name", "kind", "user", "engine", "rating")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ResultFilter(admin.SimpleListFilter):
    title = "result"
    parameter_name = "result"

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, str]]:
        seats = dict.fromkeys(seat for board in VARIANTS.values() for seat in board.SEATS)
        return [*((seat, f"{seat} won") for seat in seats), ("draw", "drawn")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() == "draw":
            return queryset.filter(status=Game.Status.FINISHED, winner="")
        return queryset.filter(winner=self.value()) if self.value() else queryset


def _ids_named(term: str) -> list[str]:
    """The games that ``term`` names: by its id, a player's name or an engine's, in any case."""
    if Game.objects.filter(pk=term).exists():
        return [term]
    person = get_user_model().objects.named(term).first()
    if person is not None:  # what they play first, in the order of the index
        found = Seat.objects.filter(user=person).order_by("-ended_at")
    else:
        found = latest_seats().filter(engine=term.lower())
    return list(found.values_list("game_id", flat=True)[:MOST_FOUND])


def _not_asked(games: list[Game]) -> str:
    """Which engines' moves a replay here takes as they are; empty if it asks all of them."""
    labels = {
        engine(game.variant, name).label for game in games for name in slow_seats(game).values()
    }
    if not labels:
        return ""
    which = f" {games[0].id}" if len(games) == 1 else " GAME…"
    return (
        f"Not asked again whether they would move so: {', '.join(sorted(labels))}, which think for "
        f"long. manage.py verify{which} asks them."
    )


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("small_board", "id", "players", "game", "status", "result", "ended")
    list_display_links = ("small_board", "id")
    list_filter = (
        *(WhoseFilter, GameStatusFilter, VariantFilter, "kind", ResultFilter, "rated"),
        *(EngineFilter, PlayerFilter, DayFilter),
    )
    search_fields = ("id",)  # get_search_results also searches for players and engines
    search_help_text = "A game's id, a player's name or an engine, in full"
    list_per_page = 30
    ordering = ("-created_at",)
    inlines = (SeatInline,)
    actions = ("replay_and_verify", "annul", "export_csv")
    on_page = ("replay_and_verify", "annul")
    everything = "?whose=all"
    list_select_related = ("created_by",)
    fieldsets = (
        (None, {"fields": ("result", "replay", "chance", "moves_with_boards")}),
        ("Game", {"fields": ("id", "variant", "exact", "kind", "event", "rated", "rematch_of")}),
        ("State", {"fields": ("status", "version", "position", "opening", "winner", "reason")}),
        (
            "Timings",
            {
                "fields": (
                    "created_by",
                    "created_at",
                    "started_at",
                    "updated_at",
                    "finished_at",
                    "base_ms",
                    "increment_ms",
                    "table",
                )
            },
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__user")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Search for one word: a game, a player or an engine, each found by an index."""
        if not (term := search_term.strip()):
            return queryset, False
        return queryset.filter(pk__in=_ids_named(term)), False

    @admin.display(description="board")
    def small_board(self, game: Game) -> SafeString:
        return kept_board(game, 56)

    @admin.display(description="players")
    def players(self, game: Game) -> SafeString:
        return format_html_join(
            mark_safe("<br>"),
            "{}: {}",
            ((seat.name, holder(game, seat)) for seat in game.seats.all()),
        )

    @admin.display(description="game", ordering="variant")
    def game(self, game: Game) -> str:
        """The variant, how its players met, and what it was part of."""
        return f"{game.variant}, {game.kind}{f', {game.event}' if game.event else ''}"

    @admin.display(description="result")
    def result(self, game: Game) -> str:
        if game.status in (Game.Status.OPEN, Game.Status.ACTIVE):
            return "–"
        return f"{game.winner or 'nobody'} ({game.reason.replace('_', ' ')})"

    @admin.display(description="ended", ordering="finished_at")
    def ended(self, game: Game) -> str:
        """In the fewest letters: it is the last column, which has to fit."""
        return f"{timezone.localtime(game.finished_at):%Y-%m-%d %H:%M}" if game.finished_at else "–"

    @admin.display(description="replay")
    def replay(self, game: Game) -> str:
        found = verify(game, quickly=True)
        said = "; ".join(found) or "The moves lead to the stored position and result."
        return f"{said} {_not_asked([game])}".strip()

    @admin.display(description="chance")
    def chance(self, game: Game) -> str:
        """The hash of the seed; the seed itself only when nobody can profit from it."""
        kept = side_panels.chance(selectors.match(game.id))
        if kept is None:
            return "–"
        return f"commitment {kept['commitment']}, seed {kept['seed'] or 'secret until the end'}"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        if (game := context.get("original")) is not None:
            context["step"] = step_of(game, request.GET.get("ply"))
        return super().render_change_form(request, context, *args, **kwargs)

    def has_end_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("games.change_game"))

    @act(
        "End or annul",
        permission="end",
        grave=True,
        says="Games that are open or being played end at once. A finished game loses its result. "
        "None of them counts: ratings and stars are as if they had not been played.",
    )
    def annul(self, request: HttpRequest, game: Game, reason: str) -> bool:
        if game.seats.filter(user=request.user.pk).exists():  # nobody judges a game of theirs
            return False
        return services.annul(game_id=game.id)

    export_csv = export(
        (
            *("id", "variant", "exact", "kind", "event", "status", "winner", "reason", "rated"),
            *("position", "base_ms", "increment_ms", "created_at", "started_at", "finished_at"),
            *("seated", "moves_made"),
        ),
        seated=lambda game: "; ".join(
            f"{seat.name}: {holder(game, seat)}" for seat in game.seats.all()
        ),
        moves_made=moves_text,
    )

    @admin.display(description="moves")
    def moves_with_boards(self, game: Game) -> SafeString:
        """Every move with its time and the board after it."""
        line = "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>"
        rows = list(move_rows(game))
        moves = f"{len(rows)} move{'' if len(rows) == 1 else 's'}"
        table = format_html_join("", line, rows)
        return format_html(
            "<details><summary>{}</summary><table>{}</table></details>", moves, table
        )

    @admin.action(description="Replay and verify", permissions=["view"])
    def replay_and_verify(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        """Recompute final positions from the moves and report every difference."""
        if queryset.order_by()[: acts.MOST + 1].count() > acts.MOST:
            text = f"Replay and verify: more than {acts.MOST:,} are chosen, the most at once."
            self.message_user(request, f"{text} Narrow the list.", messages.ERROR)
            return
        sound, unasked = 0, list[Game]()
        for game in queryset.iterator(chunk_size=AT_ONCE):
            differences = verify(game, quickly=True)
            unasked += [game] if slow_seats(game) else []
            sound += not differences
            for difference in differences:
                self.message_user(request, f"{game.id}: {difference}", messages.ERROR)
        if sound:
            self.message_user(request, f"Replayed without a mistake: {sound}.", messages.SUCCESS)
        if unasked:
            self.message_user(request, _not_asked(unasked), messages.INFO)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ("game_id", "name", "kind", "user", "engine", "rating")
    list_filter = ("kind",)
    list_select_related = ("user",)
    ids_in = ("game",)
    search_help_text = "A game's id"


@admin.register(Rating)
class RatingAdmin(OfPlayer):
    list_display = ("user", "variant", "rating", "deviation", "pairs", "rated_at")
    actions = ("export_csv",)
    export_csv = export(("user_id", "variant", "rating", "deviation", "pairs", "rated_at"))


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly):
    list_display = ("game_id", "user", "score", "before", "after")
    list_select_related = ("user",)
    people_in, ids_in = ("user",), ("game",)
    search_help_text = "A player's name or a game's id"


add_links(
    get_user_model(),
    Link(Game, "games", lambda user: f"?player={user.pk}"),
    Link(Rating, "ratings", lambda user: f"?user__id__exact={user.pk}"),
    Link(RatingChange, "rating changes", lambda user: f"?user__id__exact={user.pk}"),
)
add_links(
    Game,
    Link(RatingChange, "rating changes", lambda game: f"?game__id__exact={game.pk}"),
    Link(Seat, "seats", lambda game: f"?game__id__exact={game.pk}"),
)
add_links(Seat, Link(Game, "game", lambda seat: f"?id__exact={seat.game_id}"))
for rated in (Rating, RatingChange):
    add_links(
        rated, Link(get_user_model(), "player", lambda row: f"?kind=all&id__exact={row.user_id}")
    )
add_links(RatingChange, Link(Game, "game", lambda change: f"?id__exact={change.game_id}"))
