"""Staff look at saved boards. Everything is read-only: a game is what was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games import selectors
from games.drawing.marks import board_svg, lines_of
from games.match import PERSON
from games.models import Game, Move, Seat
from games.presenters import side_panels
from games.rules import Board, RulesError, board_class
from games.services.verify import verify


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that staff can read and not change."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
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
        winners = Game.objects.exclude(winner="").values_list("winner", flat=True).distinct()
        return [*((winner, f"{winner} won") for winner in sorted(set(winners))), ("draw", "drawn")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() == "draw":
            return queryset.filter(status=Game.Status.FINISHED, winner="")
        return queryset.filter(winner=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("small_board", "id", "players", "variant", "kind", "status", "result", "ended")
    list_display_links = ("small_board", "id")
    list_filter = ("status", "variant", "kind", ResultFilter, "rated", "finished_at", "created_at")
    search_fields = ("id", "seats__user__name", "seats__engine", "event")
    search_help_text = "Player, engine, stage or game id"
    date_hierarchy = "created_at"
    list_per_page = 30
    ordering = ("-updated_at",)
    inlines = (SeatInline,)
    actions = ("replay_and_verify",)
    fieldsets = (
        (None, {"fields": ("board", "result", "replay", "chance", "moves_with_boards")}),
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

    @admin.display(description="board")
    def small_board(self, game: Game) -> SafeString:
        return _kept_board(game, 56)

    @admin.display(description="players")
    def players(self, game: Game) -> SafeString:
        return format_html_join(
            mark_safe("<br>"),
            "{}: {}",
            ((seat.name, _who(game, seat)) for seat in game.seats.all()),
        )

    @admin.display(description="result")
    def result(self, game: Game) -> str:
        if game.status in (Game.Status.OPEN, Game.Status.ACTIVE):
            return "–"
        return f"{game.winner or 'nobody'} ({game.reason})"

    @admin.display(description="ended", ordering="finished_at")
    def ended(self, game: Game) -> datetime | None:
        return game.finished_at

    @admin.display(description="board")
    def board(self, game: Game) -> SafeString:
        return _kept_board(game, 220)

    @admin.display(description="replay")
    def replay(self, game: Game) -> str:
        return "; ".join(verify(game)) or "The moves lead to the kept position and result."

    @admin.display(description="chance")
    def chance(self, game: Game) -> str:
        """The hash of the seed; the seed itself only when nobody can profit from it."""
        kept = side_panels.chance(selectors.match(game.id))
        if kept is None:
            return "–"
        return f"commitment {kept['commitment']}, seed {kept['seed'] or 'secret until the end'}"

    @admin.display(description="moves")
    def moves_with_boards(self, game: Game) -> SafeString:
        """Every move with its time and the board after it."""
        line = "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>"
        return format_html("<table>{}</table>", format_html_join("", line, _move_rows(game)))

    @admin.action(description="Replay and verify", permissions=["view"])
    def replay_and_verify(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        """Recompute final positions from the moves and report every difference."""
        sound = 0
        for game in queryset:
            differences = verify(game)
            sound += not differences
            for difference in differences:
                self.message_user(request, f"{game.id}: {difference}", messages.ERROR)
        if sound:
            self.message_user(request, f"Replayed without a mistake: {sound}.", messages.SUCCESS)


@admin.register(Move)
class MoveAdmin(ReadOnly):
    list_display = ("game_id", "ply", "seat", "cell", "version", "at")
    search_fields = ("game__id", "action_id")
    ordering = ("-at",)


def _kept_board(game: Game, size: int) -> SafeString:
    """The stored position as a picture; as text if it cannot be read, so that staff see that."""
    try:
        return _drawn(board_class(game.variant).from_notation(game.position), size)
    except RulesError:
        return format_html("<code>{}</code>", game.position)


def _move_rows(game: Game) -> Iterator[tuple[object, ...]]:
    """The stored moves, each with the board after it as far as they can be replayed."""
    board: Board | None = board_class(game.variant).start(exact=game.exact)
    for move in game.moves.order_by("ply"):
        said, opening = str(move.cell), "opening" if move.ply <= game.opening else ""
        if board is not None:
            said = f"{board.action}s {board.cell_name(move.cell)}"
            board = _after(board, move)
        at = move.at.isoformat(" ", "milliseconds")
        picture = "cannot be" if board is None else _drawn(board, 72)
        yield move.ply, f"{move.seat} {said}", opening, at, picture


def _after(board: Board, move: Move) -> Board | None:
    try:
        return board.make_move(move.cell)
    except RulesError:
        return None


def _drawn(board: Board, size: int) -> SafeString:
    """The position as a picture that needs no style sheet of ours."""
    picture = board_svg(
        board.marks,
        board.SHAPE,
        struck_lines(board),
        label=board.notation,
        size=size,
    )
    return mark_safe(picture)  # noqa: S308  made of numbers and known names


def struck_lines(board: Board) -> list[Sequence[int]]:
    """The winning patterns that the position's winner completed."""
    cells = board.outcome.cells if board.outcome else ()
    return lines_of(cells, board.LINES)


def _who(game: Game, seat: Seat) -> str:
    if seat.kind == PERSON:
        return seat.person_name
    return seat.engine or seat.get_kind_display()
