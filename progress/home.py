"""The first page of the site: a board to play on, and for people who play the way on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts import time_zones
from games import characters
from games.analysis.learn.repeats import due
from games.analysis.puzzles.collection import Puzzle, find, pool
from games.live.visitor_pages import same_for_visitors
from games.match import EMPTY, ENGINE, LOCAL, NEUTRAL, OPEN
from games.models import Game, Seat
from games.presenters import StartBoard, first_board, game_url, seat_name
from games.presenters.addresses import address
from games.queries import selectors as games
from games.rules import VARIANTS, board_class
from progress.campaign import catalog, presenters, selectors
from progress.campaign.catalog import Stage
from progress.campaign.standing import Standing
from progress.puzzles import lessons, puzzle_attempts
from progress.puzzles.daily import board_of
from progress.puzzles.puzzle_attempts import PuzzleRecord

LOOKED_AT = 100
"""Running games that are looked at to find those in which it is one's turn."""

LARGE, SMALL = 2, 3
"""How many running games the page shows as large and as small boards."""


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game in which somebody plays. ``who`` they play, ``face`` if that is a character."""

    url: str
    notation: str
    who: str
    face: str
    engine: str
    note: str
    yours: bool


@dataclass(frozen=True, slots=True)
class Today:
    """The puzzle of the day and how somebody did at it."""

    puzzle: Puzzle
    url: str
    record: PuzzleRecord


@dataclass(frozen=True, slots=True)
class Again:
    """What went wrong some days ago and is asked once more today: ``count`` puzzles, the first of
    them, and so many ``exercises`` of lessons.
    """

    puzzle: Puzzle | None
    url: str
    count: int
    exercises: int


@dataclass(frozen=True, slots=True)
class Home:
    """What the page draws for somebody who plays here; ``board`` only if no game is running."""

    large: tuple[RunningGame, ...]
    small: tuple[RunningGame, ...]
    running: int
    next: presenters.StageCard | None
    ahead: Stage | None
    figures: presenters.Figures
    today: Today
    again: Again | None
    board: StartBoard | None
    friend_game: str

    @property
    def is_your_turn(self) -> bool:
        return any(game.yours for game in self.large)


def own_home(reader: Any, zone: str) -> Home:
    """The way on of somebody who plays here: running games first, one's turn on top."""
    viewer: int = reader.pk
    puzzle = today(viewer, zone)
    standing, playing = selectors.own_standing(reader), selectors.running(viewer)
    stage = standing.next_stage
    turns, running = selectors.turns(viewer, LOOKED_AT)
    first = sorted(turns, key=lambda one: not one.yours)[: LARGE + SMALL]
    rows = games.cards().in_bulk([one.game_id for one in first]) if first else {}
    found = [_running(rows[one.game_id], viewer) for one in first if one.game_id in rows]
    return Home(
        large=tuple(found[:LARGE]),
        small=tuple(found[LARGE:]),
        running=running,
        next=presenters.stage_card(standing, stage, playing, stage) if stage else None,
        ahead=standing.ahead_of(stage, catalog.STAGES),
        figures=presenters.figures(standing),
        today=puzzle,
        again=_again(viewer, puzzle.record),
        board=None if running else first_board(),
        friend_game=next(iter(VARIANTS)),
    )


def today(viewer: int, zone: str) -> Today:
    """Today's board of somebody whose zone is ``zone``."""
    record = puzzle_attempts.record(viewer, zone=zone)
    day = record.clock.day
    return Today(board_of(day, record.rows.get(day)), address("progress:todays_puzzle"), record)


def _again(viewer: int, record: PuzzleRecord) -> Again | None:
    kept = lessons.repeats(viewer)
    ids = (one.puzzle for one in due(kept, record.clock.day))
    known = [find(one) for one in ids if one in pool()]
    exercises = sum(not one.puzzle for one in due(kept, timezone.localdate()))  # as their page
    if not known:
        return Again(None, address("analysis:repeat"), 0, exercises) if exercises else None
    return Again(known[0], address("progress:puzzle", known[0].id), len(known), exercises)


def _running(game: Game, viewer: int) -> RunningGame:
    seats = list(game.seats.all())
    own = {seat.name for seat in seats if seat.user_id == viewer}
    acting = board_class(game.variant).from_notation(game.position).to_move
    yours = game.status != OPEN and acting in own
    others = [seat for seat in seats if seat.name not in own and seat.kind != NEUTRAL]
    known = [one for seat in others if (one := _character(game, seat))]
    return RunningGame(
        url=game_url(game.id, game.kind),
        notation=game.position,
        who=_who(game, others),
        face=known[0].face if len(others) == len(known) == 1 else "",
        engine=known[0].engine.title if len(others) == len(known) == 1 else "",
        note=_note(game, seats, acting, yours=yours),
        yours=yours,
    )


def _character(game: Game, seat: Seat) -> characters.Character | None:
    return characters.character(game.variant, seat.engine) if seat.kind == ENGINE else None


def _who(game: Game, others: list[Seat]) -> str:
    """Who sits across, as people know them."""
    if game.kind == LOCAL:
        return "At this screen"
    there = [seat_name(game, seat) for seat in others if seat.kind != EMPTY]
    return " and ".join(there) or "An invitation"


def _note(game: Game, seats: list[Seat], acting: str, *, yours: bool) -> str:
    """What the game waits for."""
    free = [seat.name for seat in seats if seat.kind == EMPTY]
    if game.status == OPEN:
        return f"Waiting for a player · free: {', '.join(free)}"
    if game.kind == LOCAL:
        return f"{acting} to move"
    return "Your move" if yours else "Their move"


@ensure_csrf_cookie
@require_safe
@same_for_visitors("home")
def home(request: HttpRequest) -> HttpResponse:
    """A board to play on, for a visitor; the way on, for people who play here."""
    if request.user.is_authenticated:
        own = own_home(request.user, time_zones.of_viewer(request))
        return render(request, "home.html", {"home": own})
    context = {"board": first_board(), "figures": presenters.figures(Standing())}
    return render(request, "home.html", context)
