"""A person's stars in one row, written in the transaction that changes them.

The row sums up the attempts, so that leaderboards, places and the star count of every page read one
row or one index. ``manage.py totals`` checks it against the attempts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.contrib.auth import get_user_model
from django.db import transaction

from progress.campaign import scoring
from progress.models import Attempt, Total

AT_ONCE = 2_000
"""People whose totals are counted together."""

NONE = Total.NOT_FINISHED


COLUMNS = {
    column: tuple((level, stage) for level in levels for stage in scoring.stages_of(level))
    for column, levels in (
        ("best", scoring.LEVELS),
        ("apart", scoring.APART),
        ("plain", scoring.PLAIN),
    )
}
"""The texts of ``Total`` with the stages whose stars they hold, a character for each."""

PLACES = {key: (name, at) for name, keys in COLUMNS.items() for at, key in enumerate(keys)}


@dataclass(frozen=True, slots=True)
class Sum:
    """What a person's attempts come to; ``since`` is when the latest star was earned.

    ``best``, ``apart`` and ``plain`` are those of ``Total``: a text for each campaign.
    """

    best: str = NONE * len(scoring.LEVELS) * len(scoring.STAGES)
    apart: str = ""
    plain: str = ""
    since: datetime | None = None

    @property
    def stars(self) -> int:
        return sum(int(one) for one in self.best if one != NONE)

    @property
    def cleared(self) -> int:
        return sum(one not in (NONE, "0") for one in self.best)

    def plus(self, level: int, stage: int, stars: int, ended: datetime | None) -> Sum:
        """This with one more attempt, which ended after all of the others."""
        column, place = PLACES[level, stage]
        texts: dict[str, str] = {name: getattr(self, name) for name in COLUMNS}
        text = with_best(texts[column], place, stars)
        if text == texts[column]:
            return self
        since = ended if column == "best" and stars else self.since
        return Sum(since=since, **(texts | {column: text}))


def with_best(kept: str, place: int, stars: int) -> str:
    """The text of the best stars with those of one more attempt at the stage in that place."""
    long_enough = kept.ljust(place + 1, NONE)
    before = long_enough[place]
    if before != NONE and int(before) >= stars:
        return kept
    return long_enough[:place] + str(stars) + long_enough[place + 1 :]


def stars_of(*texts: str) -> dict[tuple[int, int], int]:
    """The best of every stage that has been finished, from the texts of ``COLUMNS`` in order."""
    return {
        key: int(one)
        for keys, text in zip(COLUMNS.values(), texts, strict=True)
        for key, one in zip(keys, text, strict=False)
        if one != NONE
    }


def add(attempt: Attempt, ended: datetime | None) -> None:
    """Count an attempt that has just ended. To be called inside the transaction that ends it."""
    assert attempt.stars is not None
    rows = Total.objects.select_for_update()
    row, _ = rows.get_or_create(pk=attempt.user_id, defaults=_values(attempt.user_id, Sum()))
    before = Sum(row.best, row.apart, row.plain, row.since)
    after = before.plus(attempt.level, attempt.stage, attempt.stars, ended)
    if after != before:
        Total.objects.filter(pk=row.pk).update(**_counted(after))


def renew(user_ids: Iterable[int]) -> None:
    """Count people's attempts again, and list those who are members."""
    for user_id, counted in _sums(list(user_ids)):
        Total.objects.update_or_create(pk=user_id, defaults=_values(user_id, counted))


def differing(*, repair: bool = False) -> Iterator[str]:
    """Every total that is not what the attempts come to, in words; put right with ``repair``."""
    tried = Attempt.objects.order_by("user_id").values_list("user_id", flat=True).distinct()
    counted = Total.objects.exclude(best=Sum().best, apart="", plain="")
    alone = counted.exclude(user__attempts__isnull=False)
    people = [*tried, *alone.values_list("pk", flat=True)]
    for first in range(0, len(people), AT_ONCE):
        yield from _checked(people[first : first + AT_ONCE], repair=repair)


def _checked(people: Sequence[int], *, repair: bool) -> list[str]:
    wrong, said = [], []
    with transaction.atomic():
        kept = {row.pk: row for row in Total.objects.select_for_update().filter(pk__in=people)}
        members = set(_members(people))
        for user_id, counted in _sums(people):
            values = {**_counted(counted), "listed": user_id in members}
            found = {name: getattr(kept.get(user_id), name, None) for name in values}
            if found != values:
                wrong.append(Total(pk=user_id, **values))
                said.append(f"person {user_id}: {_words(found)} kept, {_words(values)} counted")
        if repair and wrong:
            names = [*_counted(Sum()), "listed"]
            Total.objects.bulk_create(
                wrong, update_conflicts=True, update_fields=names, unique_fields=["user"]
            )
    return said


def _words(values: dict[str, object]) -> str:
    if values["stars"] is None:
        return "nothing"
    listed = "listed" if values["listed"] else "not listed"
    return f"{values['stars']} stars on {values['cleared']} stages ({listed})"


def _values(user_id: int, counted: Sum) -> dict[str, object]:
    return {**_counted(counted), "listed": bool(_members([user_id]))}


def _counted(counted: Sum) -> dict[str, object]:
    return {
        "best": counted.best,
        "apart": counted.apart,
        "plain": counted.plain,
        "stars": counted.stars,
        "cleared": counted.cleared,
        "since": counted.since,
    }


def _members(user_ids: Sequence[int]) -> list[int]:
    """Those who are on the leaderboards: people with an open account, which is for everybody."""
    people = get_user_model().objects.filter(
        pk__in=user_ids, is_active=True, is_guest=False, is_bot=False, friends_only=False
    )
    return list(people.values_list("pk", flat=True))


def _sums(user_ids: Sequence[int]) -> Iterator[tuple[int, Sum]]:
    """What the attempts of each of these people come to, also of those without one."""
    rows = Attempt.objects.filter(user_id__in=user_ids, stars__isnull=False)
    ordered = rows.order_by("user_id", "game__finished_at", "pk")
    values = ordered.values_list("user_id", "level", "stage", "stars", "game__finished_at")
    left = set(user_ids)
    for user_id, attempts in groupby(values.iterator(), key=itemgetter(0)):
        counted = Sum()
        for _, level, stage, stars, ended in attempts:
            counted = counted.plus(level, stage, stars or 0, ended)
        left.discard(user_id)
        yield user_id, counted
    for user_id in left:
        yield user_id, Sum()
