"""The daily boards so far, month by month, with the reader's own results."""

from __future__ import annotations

from calendar import Calendar
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from games.analysis.puzzles.calendar import FIRST, daily, number
from progress.puzzles.day_clock import DAY
from progress.puzzles.puzzle_attempts import PuzzleRecord, is_found

WORDS = {
    "found": "found on the first try",
    "later": "found later",
    "missed": "not found",
    "afterwards": "played after its day",
    "none": "not played",
}
STRIP = 14
"""Days that the page of today's board shows."""


@dataclass(frozen=True, slots=True)
class DayCard:
    """A day and how its board went: ``kind`` names the mark, ``words`` say it.

    ``notation`` and ``url`` are empty for days to come; ``current`` is today.
    """

    day: date
    kind: str
    words: str
    notation: str = ""
    url: str = ""
    current: bool = False


@dataclass(frozen=True, slots=True)
class Month:
    """A month as weeks from Monday to Sunday; None fills up. ``before`` and ``after`` are links."""

    first: date
    weeks: list[list[DayCard | None]]
    found: int
    before: str
    after: str


def strip(record: PuzzleRecord) -> list[DayCard]:
    """The last days up to today."""
    today = record.clock.day
    return [_card(today - DAY * n, record) for n in reversed(range(STRIP))]


def month(first: date, record: PuzzleRecord) -> Month:
    """The month that begins on ``first``."""
    today = record.clock.day
    days = Calendar().monthdatescalendar(first.year, first.month)
    weeks = [
        [_board(day, record) if day.month == first.month else None for day in week] for week in days
    ]
    cards = [card for week in weeks for card in week if card]
    before, after = (first - DAY).replace(day=1), (first + DAY * 31).replace(day=1)
    return Month(
        first=first,
        weeks=weeks,
        found=sum(card.kind in ("found", "later") for card in cards),
        before=month_url(before) if first > FIRST else "",
        after=month_url(after) if after <= today else "",
    )


def month_url(first: date) -> str:
    return reverse("progress:archive_month", args=[f"{first:%Y-%m}"])


def day_url(day: date) -> str:
    return reverse("progress:archive_day", args=[day.isoformat()])


def _board(day: date, record: PuzzleRecord) -> DayCard:
    """A day with its board, if it has come and there was one."""
    if not FIRST <= day <= record.clock.day:
        return DayCard(day, "", "not yet")
    puzzle, card = daily(day), _card(day, record)
    kind = card.kind
    if kind == "none" and puzzle.id in record.solved | record.failed:
        kind = "afterwards"
    return DayCard(
        day, kind, WORDS[kind], puzzle.board.notation, day_url(day), day == record.clock.day
    )


def _card(day: date, record: PuzzleRecord) -> DayCard:
    row = record.rows.get(day)
    if row is None:
        kind = "none"
    elif is_found(row):
        kind = "found" if row.solved else "later"
    else:
        kind = "missed" if row.solved is False else "none"
    return DayCard(day, kind, WORDS[kind], current=day == record.clock.day)


def day_of(text: str) -> date | None:
    """The day that an address names, if it has a board."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day >= FIRST and number(day) > 0 else None
