"""People who play stages: really, move by move, or on paper, for what only reads results."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from accounts.models import User
from games import models, services
from games.analysis.puzzles.calendar import daily
from games.match import Action, Match
from games.presenters.positions import played as position_after
from games.queries import selectors
from games.rules import ClassicBoard
from games.rules.shape import parse_cell
from progress.campaign import catalog, totals
from progress.models import Attempt, PuzzleTry
from progress.puzzles import daily as todays
from progress.puzzles import own_days
from tests.progress import oracle

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

Choose = Callable[[ClassicBoard], int]


def on_paper(user: User, level: int, stage: int, stars: int | None, *, minutes: int = 0) -> Attempt:
    """An attempt as it stands in the books, ended ``minutes`` after noon; None is still played."""
    over = stars is not None
    played = catalog.at(level, stage)
    kind = type(played.board)
    known = {"classic": "XXXOO.... O", "dstru": "TTTTU....U...... U"}
    won = known.get(played.variant) or position_after(kind, kind.EXAMPLE).notation
    game = models.Game.objects.create(
        variant=played.variant,
        kind=models.Game.Kind.CAMPAIGN,
        event=played.title,
        status="finished" if over else "active",
        position=won if over else played.board.notation,
        winner=played.player if stars else "",
        reason="line" if over else "",
        finished_at=NOON + timedelta(minutes=minutes) if over else None,
        created_by=user,
    )
    for index, seat in enumerate(played.board.SEATS):
        person = seat == played.player
        models.Seat.objects.create(
            game=game,
            name=seat,
            index=index,
            kind="person" if person else "engine",
            user=user if person else None,
            engine="" if person else catalog.level(level).engine,
        )
    attempt = Attempt.objects.create(game=game, user=user, level=level, stage=stage, stars=stars)
    totals.renew([user.pk])
    return attempt


def clear(user: User, *stages: tuple[int, int], stars: int = 1) -> None:
    for level, stage in stages:
        on_paper(user, level, stage, stars)


def clear_level(user: User, level: int, upto: int = 15) -> None:
    clear(user, *((level, stage) for stage in range(1, upto + 1)))


def play_out(user: User, game_id: str, choose: Choose) -> Match:
    """Play a running game to its end, choosing each cell of the person's own with ``choose``."""
    match = selectors.match(game_id)
    while match.status == "active":
        action = Action(match.board.action, match.version, cell=choose(match.board), user=user.pk)
        match = services.act_and_advance(game_id=game_id, action=action).match
    return match


def named(*cells: str) -> Choose:
    """The first of these cells that is free."""

    def choose(board: ClassicBoard) -> int:
        wanted = [parse_cell(cell, ClassicBoard.SHAPE) for cell in cells]
        return next(cell for cell in wanted if cell in board.available_moves())

    return choose


def perfectly(board: ClassicBoard) -> int:
    """The first move that keeps what the position is worth."""
    return max(board.available_moves(), key=lambda move: -oracle.value(board.make_move(move)))


def answer_today(user: User, *, right: bool = True) -> None:
    """Answer the board of a person's day: all of it rightly, or once wrongly."""
    clock = own_days.clock_of(user.pk, user.time_zone)
    puzzle = daily(clock.day)
    while True:
        row = PuzzleTry.objects.filter(user=user, day=clock.day).first()
        way = todays.stored(puzzle, row).way
        if way.solved:
            return
        moves = way.board.available_moves()
        cell = next(c for c in moves if (c in puzzle.theme.right(way.board)) == right)
        name = way.board.cell_name(cell)
        line = way.cells[::2]  # as a page says it, so that a tab that is behind changes nothing
        todays.answer(user_id=user.pk, zone=user.time_zone, cell=name, day=clock.day, line=line)
        if not right:
            return
