"""Who solved which puzzle, and on how many days in a row. Derived from the stored tries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import BigIntegerField, QuerySet
from django.urls import reverse

from accounts.guests import User
from games.analysis.learn.first_steps import STEPS, steps_slug
from games.analysis.puzzles.collection import THEMES, PuzzleTheme, find, of_theme
from games.queries.composed import Composed, Given
from games.rules import VARIANTS
from progress.models import LessonTaken, OpenDay, PuzzleTry, Tally
from progress.puzzles import own_days
from progress.puzzles.day_clock import DAY, DayClock, Streak, midnight, streak
from progress.puzzles.puzzle_ratings import merge_ratings, rate_first_try

NO_STREAK = Streak()


def today() -> date:
    """The day of somebody whose time zone is not known: it changes at midnight UTC."""
    return datetime.now(UTC).date()


class Try(NamedTuple):
    """What is stored of a try; see ``PuzzleTry``."""

    puzzle: str
    day: date | None
    solved: bool | None
    answers: str
    found_at: datetime | None


@Composed
def _tries() -> QuerySet[PuzzleTry, Any]:
    mine = PuzzleTry.objects.filter(user_id=Given("user", BigIntegerField()))
    return mine.order_by("pk").values_list(*Try._fields)


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A person's puzzles: ids by how the first try went, the streaks, and their days.

    ``rows`` are the tries at puzzles of a day. ``today`` is how the first try at today's went, None
    until it is decided; ``found`` is whether today's puzzle has been solved.
    """

    clock: DayClock
    solved: frozenset[str] = frozenset()
    failed: frozenset[str] = frozenset()
    streak: Streak = NO_STREAK
    rows: Mapping[date, Try] = field(default_factory=dict)

    @property
    def today(self) -> bool | None:
        row = self.rows.get(self.clock.day)
        return row.solved if row else None

    @property
    def found(self) -> bool:
        row = self.rows.get(self.clock.day)
        return row is not None and is_found(row)

    def next(self, ids: Iterable[str], after: str = "") -> str | None:
        """The first of ``ids`` that was not tried, one that failed if all were; never ``after``."""
        rest = [one for one in ids if one != after]
        fresh = [one for one in rest if one not in self.solved and one not in self.failed]
        again = [one for one in rest if one not in self.solved]
        return next(iter(fresh or again or rest), None)


def known_games(user_id: int | None, record: PuzzleRecord) -> set[str]:
    """The games that somebody has played, learned by their first steps, or tried a puzzle of.

    One query at most.
    """
    tried = {name.partition("-")[0] for name in record.solved | record.failed}
    known = {THEMES[slug].variant for slug in tried if slug in THEMES}
    if user_id is not None:
        played = Tally.objects.filter(user=user_id).values_list("variant")
        steps = [steps_slug(game) for game in STEPS]
        learned = LessonTaken.objects.filter(user=user_id, lesson__in=steps).values_list("lesson")
        found = {name for (name,) in played.union(learned)}
        known |= {game for game in VARIANTS if not found.isdisjoint({game, steps_slug(game)})}
    return known


def is_found(row: PuzzleTry | Try) -> bool:
    """Whether a day's puzzle was solved; of rows from before later tries counted, at the first."""
    return row.found_at is not None or (not row.answers and bool(row.solved))


def record(user_id: int | None, zone: str = "", clock: DayClock | None = None) -> PuzzleRecord:
    """The puzzles of a person whose zone is ``zone``, empty for a visitor. Two queries.

    Who knows the clock of the person gives it, and saves one of them.
    """
    clock = clock or own_days.clock_of(user_id, zone)
    if user_id is None:
        return PuzzleRecord(clock)
    rows = [Try(*row) for row in _tries.rows(user=user_id)]
    solved = frozenset(row.puzzle for row in rows if row.solved)
    tried = frozenset(row.puzzle for row in rows if row.solved is not None)
    days = {row.day: row for row in rows if row.day}
    found = streak([day for day, row in days.items() if is_found(row)], clock.day, clock.short)
    return PuzzleRecord(clock, solved, tried - solved, found, days)


def keep_try(*, user_id: int, puzzle_id: str, solved: bool, zone: str = "") -> None:
    """Store how a person whose zone is ``zone`` did at a puzzle, unless an earlier try is stored:
    the first one counts.
    """
    with transaction.atomic():
        row, new = PuzzleTry.objects.get_or_create(
            user_id=user_id, puzzle=puzzle_id, day=None, defaults={"solved": solved}
        )
        if new:
            puzzle = find(puzzle_id)
            rate_first_try(user_id=user_id, zone=zone, puzzle=puzzle, solved=solved, besides=row.pk)


def merge_tries(*, guest_id: int, member_id: int) -> None:
    """Give a member a guest's tries. Where both tried, one row stays, solved if either was.

    A guest's day counts only if it was played before the member's own midnight: a guest elsewhere
    on Earth could else mend a member's streak. A board that was only begun is dropped with its day.
    To be called inside a transaction.
    """
    both = list(PuzzleTry.objects.filter(user_id__in=(guest_id, member_id)).order_by("pk"))
    first = {_once(row): row for row in both if row.user_id == member_id}
    zone = OpenDay.objects.filter(pk=member_id).values_list("zone", flat=True).first()
    if zone is None:
        zone = User.objects.values_list("time_zone", flat=True).get(pk=member_id)
    for row in both:
        if row.user_id == member_id:
            continue
        if row.day and (row.found_at or row.at) >= midnight(row.day + DAY, zone):
            if row.solved is None:  # without its day it would never count
                row.delete()
                continue
            row.day = None
        if (theirs := first.get(_once(row))) is None:
            row.user_id = member_id
            row.save(update_fields=["user", "day"])
            first[_once(row)] = row
        elif _better(row, theirs):
            kept = {"solved": row.solved, "answers": row.answers, "found_at": row.found_at}
            PuzzleTry.objects.filter(pk=theirs.pk).update(**kept)
    merge_ratings(guest_id=guest_id, member_id=member_id)


def _better(row: PuzzleTry, theirs: PuzzleTry) -> bool:
    return (bool(row.solved), is_found(row)) > (bool(theirs.solved), is_found(theirs))


def _once(row: PuzzleTry) -> date | str:
    """What a person has one try at: the puzzle of a day, or a puzzle on any other day."""
    return row.day or row.puzzle


@dataclass(frozen=True, slots=True)
class ThemeCard:
    """A theme: ``solved`` of its ``count`` puzzles, one of them as a picture, and the next one."""

    theme: PuzzleTheme
    count: int
    solved: int
    notation: str
    url: str


def by_theme(found: PuzzleRecord) -> list[ThemeCard]:
    """Each theme with how many puzzles it has and how many of them are solved."""
    return [_theme_card(theme, found) for theme in THEMES.values()]


def _theme_card(theme: PuzzleTheme, found: PuzzleRecord) -> ThemeCard:
    puzzles = of_theme(theme)
    return ThemeCard(
        theme=theme,
        count=len(puzzles),
        solved=sum(puzzle.id in found.solved for puzzle in puzzles),
        notation=puzzles[0].board.notation,
        url=f"{reverse('progress:next_puzzle')}?theme={theme.slug}",
    )
