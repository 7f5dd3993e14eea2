"""Who solved which puzzle, and on how many days in a row. Derived from the stored tries."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.urls import reverse

from games.analysis.puzzles.collection import THEMES, Theme, daily, of_theme
from progress.models import PuzzleTry

DAY = timedelta(days=1)


def today() -> date:
    """The day of today's puzzle: days change at midnight UTC, for everybody at once."""
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which the day's puzzle was solved: the row that still goes on, the best."""

    current: int = 0
    best: int = 0


def streak(days: Collection[date], now: date) -> Streak:
    """The streaks in ``days``. A row goes on until a whole day passed without a solution."""
    best = run = 0
    for day in sorted(set(days)):
        run = run + 1 if day - DAY in days else 1
        best = max(best, run)
    goes_on = run if days and max(days) >= now - DAY else 0
    return Streak(goes_on, best)


@dataclass(frozen=True, slots=True)
class Record:
    """A person's puzzles: ids by how the first try went, the streaks, and today's result.

    ``today`` is None until today's puzzle has been tried.
    """

    solved: frozenset[str] = frozenset()
    failed: frozenset[str] = frozenset()
    streak: Streak = Streak()
    today: bool | None = None

    def next(self, ids: Iterable[str], after: str = "") -> str | None:
        """The first of ``ids`` that was not tried, one that failed if all were; never ``after``."""
        rest = [one for one in ids if one != after]
        fresh = [one for one in rest if one not in self.solved and one not in self.failed]
        again = [one for one in rest if one not in self.solved]
        return next(iter(fresh or again or rest), None)


def record(user_id: int | None, now: date | None = None) -> Record:
    """The puzzles of a person, empty for a visitor. One query."""
    if user_id is None:
        return Record()
    now = now or today()
    rows = list(PuzzleTry.objects.filter(user_id=user_id).values_list("puzzle", "day", "solved"))
    solved = frozenset(puzzle for puzzle, _, well in rows if well)
    tried = frozenset(puzzle for puzzle, _, _ in rows)
    days = {day for _, day, well in rows if day and well}
    of_today = [well for _, day, well in rows if day == now]
    return Record(solved, tried - solved, streak(days, now), of_today[0] if of_today else None)


def keep_try(*, user_id: int, puzzle_id: str, solved: bool) -> None:
    """Store how a person did at a puzzle, unless an earlier try is stored: the first one counts.

    The puzzle of the day counts for its day, once.
    """
    now, rows = today(), PuzzleTry.objects
    if daily(now).id == puzzle_id:
        first = {"solved": solved, "puzzle": puzzle_id}
        rows.get_or_create(user_id=user_id, day=now, defaults=first)
    else:
        first = {"solved": solved}
        rows.get_or_create(user_id=user_id, puzzle=puzzle_id, day=None, defaults=first)


def merge_tries(*, guest_id: int, member_id: int) -> None:
    """Give a member a guest's tries. Where both tried, one row stays, solved if either was."""
    both = list(PuzzleTry.objects.filter(user_id__in=(guest_id, member_id)).order_by("pk"))
    first = {_once(row): row for row in both if row.user_id == member_id}
    for row in both:
        if row.user_id == member_id:
            continue
        if (theirs := first.get(_once(row))) is None:
            row.user_id = member_id
            row.save(update_fields=["user"])
        elif row.solved and not theirs.solved:
            PuzzleTry.objects.filter(pk=theirs.pk).update(solved=True)


def _once(row: PuzzleTry) -> date | str:
    """What a person has one try at: the puzzle of a day, or a puzzle on any other day."""
    return row.day or row.puzzle


@dataclass(frozen=True, slots=True)
class ThemeCard:
    """A theme: ``solved`` of its ``count`` puzzles, one of them as a picture, and the next one."""

    theme: Theme
    count: int
    solved: int
    notation: str
    url: str


def by_theme(found: Record) -> list[ThemeCard]:
    """Each theme with how many puzzles it has and how many of them are solved."""
    return [_theme_card(theme, found) for theme in THEMES.values()]


def _theme_card(theme: Theme, found: Record) -> ThemeCard:
    puzzles = of_theme(theme)
    return ThemeCard(
        theme=theme,
        count=len(puzzles),
        solved=sum(puzzle.id in found.solved for puzzle in puzzles),
        notation=puzzles[0].board.notation,
        url=f"{reverse('progress:next_puzzle')}?theme={theme.slug}",
    )
