"""Count again what people's games came to, from the seats of the games; see ``tallies``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.db import transaction
from django.db.models import F

from games import models
from games.match import Match
from games.storage.log import first_moves
from progress.models import Meeting, Record, Tally
from progress.people.tallies import (
    COUNTED,
    COUNTS,
    FIRST_PLIES,
    NOT_COUNTED,
    WON,
    Ended,
    add_tallies,
    against,
    meeting,
    parts,
    rival_of,
    strength,
)

AT_ONCE = 100
"""People who are counted together: no game of theirs can end meanwhile."""

SLICE = 1_000
"""Games of theirs that are in memory together."""

RECORDED = ("wins", "most_wins", "best_game_id", "best_strength")
"""What a record says of its person."""

Opening = Sequence[tuple[str, int]]


class PersonCount:
    """All that one person's games come to, added in the order in which they ended."""

    def __init__(self, user: int) -> None:
        self.record = Record(pk=user)
        self.tallies: dict[tuple[int, str, str, str, int], Tally] = {}
        self.met: list[Meeting] = []

    def add(self, one: Ended) -> None:
        names = ("user_id", "variant", "seat", "against", "cell")
        row = self.tallies.setdefault(one.key, Tally(**dict(zip(names, one.key, strict=True))))
        for name, count in zip(COUNTS, one.counts, strict=True):
            setattr(row, name, getattr(row, name) + count)
        self.add_to_record(one.game, one.strength if one.result == WON else None)

    def add_to_record(self, game: str, beaten: int | None) -> None:
        """Add a game by the strength of who was ``beaten`` in it, if anybody was."""
        kept = self.record
        kept.wins = 0 if beaten is None else kept.wins + 1
        kept.most_wins = max(kept.most_wins, kept.wins)
        if beaten is not None and beaten > kept.best_strength:
            kept.best_game_id, kept.best_strength = game, beaten


def renew(user_ids: Iterable[int]) -> None:
    """Count people's games again, and write what differs."""
    with transaction.atomic():
        _check(sorted(set(user_ids)), repair=True)


def take_out(match: Match) -> None:
    """Count a finished match no more. To be called inside the transaction that annuls it.

    Its seats say by then that it brought nothing. Tallies lose what it added; wins in a row and
    the best win are counted again, for which no moves are read.
    """
    told = list(parts(match))
    Meeting.objects.filter(game=match.id).delete()
    people = sorted(one.user for one in told)
    _lock(people)
    for one in told:
        user, variant, seat, opponents, cell = one.key
        kept = Tally.objects.filter(user=user, variant=variant, seat=seat, against=opponents)
        (name,) = (name for name, result in COUNTS.items() if result == one.result)
        # What an older process left out is not there to be taken away.
        kept.filter(cell=cell, **{f"{name}__gte": 1}).update(**{name: F(name) - 1})
    Tally.objects.filter(user__in=people, **dict.fromkeys(COUNTS, 0)).delete()
    _renew_records(people)


def merge(*, guest_id: int, member_id: int) -> None:
    """Count the games that a member took over from the guest they were. They have the seats."""
    both = models.Seat.objects.filter(user=guest_id).values("game")  # in which they met
    for name in ("user", "rival"):
        rows = Meeting.objects.filter(**{name: guest_id}).exclude(game__in=both)
        rows.update(**{name: member_id})
    with transaction.atomic():
        _lock(sorted((guest_id, member_id)))
        had = {_key(row): _results(row) for row in Tally.objects.filter(user=guest_id)}
        _check([guest_id], repair=True)
        left = {_key(row): _results(row) for row in Tally.objects.filter(user=guest_id)}
        moved: list[tuple[int | str, ...]] = [
            (
                member_id,
                *key,
                *(a - b for a, b in zip(told, left.get(key, (0,) * len(COUNTS)), strict=True)),
            )
            for key, told in had.items()
            if told != left.get(key)
        ]
        if moved:
            add_tallies(moved)
        _renew_records([member_id])


def _renew_records(people: Sequence[int]) -> None:
    """Count wins in a row and best wins again. The caller has locked their rows."""
    found = {one: PersonCount(one) for one in people}
    for rows in _slices(people):
        holders = _holders({row.game for row in rows if row.result == WON})
        for row in rows:
            beaten = _strength(row, holders[row.game]) if row.result == WON else None
            found[row.user].add_to_record(row.game, beaten)
    for count in found.values():
        count.record.save()


def _lock(people: Sequence[int]) -> dict[int, Record]:
    """People's records, made where there is none. A game that ends writes them first, and waits."""
    there = Record.objects.filter(pk__in=people).values_list("pk", flat=True)
    missing = sorted({*people} - {*there})
    Record.objects.bulk_create((Record(pk=one) for one in missing), ignore_conflicts=True)
    rows = Record.objects.select_for_update().filter(pk__in=people).order_by("pk")
    return {row.pk: row for row in rows}


def differing(*, repair: bool = False) -> Iterator[str]:
    """Everybody's rows that are not what the games come to, in words; with ``repair`` put right."""
    seats = models.Seat.objects.filter(user__isnull=False, result__in=COUNTED)
    played = seats.order_by().values_list("user_id", flat=True).distinct()
    told = Tally.objects.order_by().values_list("user_id", flat=True).distinct()
    everybody = iter(sorted({*played, *told}))
    while lot := list(islice(everybody, AT_ONCE)):
        with transaction.atomic():
            yield from _check(lot, repair=repair)


def _check(people: Sequence[int], *, repair: bool) -> list[str]:
    said: list[str] = []
    wrong: list[PersonCount] = []
    kept = _lock(people) if repair else Record.objects.in_bulk(people)
    tallies: dict[int, set[tuple[object, ...]]] = {one: set() for one in people}
    for row in Tally.objects.filter(user__in=people):
        tallies[row.user_id].add(_values(row))
    for user, count in _counts(people).items():
        record = kept.get(user) or Record(pk=user)
        counted = {_values(row) for row in count.tallies.values()}
        if not count.met and counted == tallies[user] and _same(record, count.record):
            continue
        said.append(f"person {user}: the stored results are not those of {_games(counted)} games")
        wrong.append(count)
    if repair and wrong:
        _write(wrong)
    return said


def _write(counts: Sequence[PersonCount]) -> None:
    """Put right what is kept of these people, whose records are locked, in a few statements."""
    records = [count.record for count in counts]
    Record.objects.bulk_create(
        records, update_conflicts=True, update_fields=RECORDED, unique_fields=["user"]
    )
    Tally.objects.filter(user__in=[record.pk for record in records]).delete()
    Tally.objects.bulk_create(row for count in counts for row in count.tallies.values())
    Meeting.objects.bulk_create(
        (row for count in counts for row in count.met), ignore_conflicts=True
    )


def _key(row: Tally) -> tuple[str, str, str, int]:
    return row.variant, row.seat, row.against, row.cell


def _results(row: Tally) -> tuple[int, ...]:
    return tuple(getattr(row, name) for name in COUNTS)


def _values(row: Tally) -> tuple[object, ...]:
    return *_key(row), *_results(row)


def _games(rows: Iterable[tuple[object, ...]]) -> int:
    return sum(int(str(count)) for row in rows for count in row[-len(COUNTS) :])


def _same(one: Record, other: Record) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in RECORDED)


def _counts(people: Sequence[int]) -> dict[int, PersonCount]:
    """What the games of these people come to, and which meetings are not written."""
    found = {one: PersonCount(one) for one in people}
    for rows in _slices(people):
        holders = _holders({row.game for row in rows})
        met = Meeting.objects.filter(game__in=list(holders))
        there = set(met.values_list("game_id", "user_id", "rival_id"))
        logs = models.Game.objects.filter(id__in=list(holders)).values_list("id", "log", "variant")
        played = {one: first_moves(log, variant, FIRST_PLIES) for one, log, variant in logs}
        for row in rows:
            one = _ended(row, holders[row.game], played[row.game])
            found[one.user].add(one)
            for rival, theirs in _rivals(row, holders[row.game]):
                if (one.game, one.user, rival) not in there:
                    found[one.user].met.append(meeting(one, rival, theirs))
    return found


class Part(NamedTuple):
    """A seat of a game that is over."""

    user: int
    game: str
    seat: str
    result: str
    ended_at: datetime
    variant: str
    rated: bool


def _slices(people: Sequence[int]) -> Iterator[list[Part]]:
    rows = (
        models.Seat.objects.filter(user__in=people, result__in=COUNTED, game__opening=0)
        .exclude(game__kind__in=NOT_COUNTED)
        .order_by("ended_at", "pk")
        .values_list(
            *("user_id", "game_id", "name", "result", "ended_at"),
            *("game__variant", "game__rated"),
        )
        .iterator(chunk_size=SLICE)
    )
    while lot := [Part(*row) for row in islice(rows, SLICE)]:
        yield lot


class SeatHolder(NamedTuple):
    """A seat of a game, as far as it is needed."""

    name: str
    kind: str
    engine: str
    rating: int | None
    user: int | None
    result: str


def _holders(game_ids: Iterable[str]) -> dict[str, dict[str, SeatHolder]]:
    """The seats of games by name, by game."""
    found: dict[str, dict[str, SeatHolder]] = {one: {} for one in game_ids}
    rows = models.Seat.objects.filter(game__in=list(found)).order_by()
    for game_id, *columns in rows.values_list(
        *("game_id", "name", "kind", "engine", "rating", "user_id", "result")
    ):
        holder = SeatHolder(*columns)
        found[game_id][holder.name] = holder
    return found


def _ended(row: Part, seats: Mapping[str, SeatHolder], moves: Opening) -> Ended:
    first = next((cell for seat, cell in moves if seat == row.seat), Tally.NO_MOVE)
    return Ended(
        user=row.user,
        game=row.game,
        variant=row.variant,
        seat=row.seat,
        against=against(rival_of(row.seat, row.variant, seats)),
        cell=first,
        result=row.result,
        strength=_strength(row, seats),
        at=row.ended_at,
    )


def _strength(row: Part, seats: Mapping[str, SeatHolder]) -> int:
    rival = rival_of(row.seat, row.variant, seats)
    return strength(rival, row.variant, rated=row.rated)


def _rivals(row: Part, seats: Mapping[str, SeatHolder]) -> Iterator[tuple[int, str]]:
    """The other people who finished this game, each with their result."""
    for seat in seats.values():
        if seat.user is not None and seat.user != row.user and seat.result in COUNTED:
            yield seat.user, seat.result
