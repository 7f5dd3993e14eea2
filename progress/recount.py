"""Count again what people's games came to, from the seats of the games; see ``tallies``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.db import transaction

from games import models
from games.match import Match
from games.storage.packing import moves_of
from progress.models import Meeting, Record, Tally
from progress.tallies import (
    COUNTED,
    FIRST_PLIES,
    NOT_COUNTED,
    Ended,
    against,
    meeting,
    rival_of,
    strength,
)

AT_ONCE = 100
"""People who are counted together: no game of theirs can end meanwhile."""

SLICE = 1_000
"""Games of theirs that are in memory together."""


class Count:
    """All that one person's games come to, added in the order in which they ended."""

    def __init__(self, user: int) -> None:
        self.record = Record(pk=user)
        self.tallies: dict[tuple[int, str, str, str, int], Tally] = {}
        self.met: list[Meeting] = []

    def add(self, one: Ended) -> None:
        names = ("user_id", "variant", "seat", "against", "cell")
        row = self.tallies.setdefault(one.key, Tally(**dict(zip(names, one.key, strict=True))))
        won, drawn, lost = one.counts
        row.won, row.drawn, row.lost = row.won + won, row.drawn + drawn, row.lost + lost
        kept = self.record
        kept.wins = kept.wins + 1 if won else 0
        kept.most_wins = max(kept.most_wins, kept.wins)
        if won and one.strength > kept.best_strength:
            kept.best_game_id, kept.best_strength = one.game, one.strength


def renew(user_ids: Iterable[int]) -> None:
    """Count people's games again, and write what differs."""
    with transaction.atomic():
        _check(sorted(set(user_ids)), repair=True)


def take_out(match: Match) -> None:
    """Count a game no more that was annulled. To be called inside the transaction that does it."""
    Meeting.objects.filter(game=match.id).delete()
    renew(seat.user for seat in match.seats if seat.user is not None)


def merge(*, guest_id: int, member_id: int) -> None:
    """Count the games that a member took over from the guest they were. They have the seats."""
    kept = models.Seat.objects.filter(user=guest_id).values("game")  # both sat there
    for name in ("user", "rival"):
        rows = Meeting.objects.filter(**{name: guest_id}).exclude(game__in=kept)
        rows.update(**{name: member_id})
    renew((guest_id, member_id))


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
    said = []
    if repair:  # a game that ends writes this row first, and waits
        there = Record.objects.filter(pk__in=people).values_list("pk", flat=True)
        missing = sorted({*people} - {*there})
        Record.objects.bulk_create((Record(pk=one) for one in missing), ignore_conflicts=True)
    rows = Record.objects.select_for_update().filter(pk__in=people).order_by("pk")
    kept = {row.pk: row for row in rows}
    tallies: dict[int, set[tuple[object, ...]]] = {one: set() for one in people}
    for row in Tally.objects.filter(user__in=people):
        tallies[row.user_id].add(_values(row))
    for user, count in _counts(people).items():
        record = kept.get(user) or Record(pk=user)
        counted = {_values(row) for row in count.tallies.values()}
        if not count.met and counted == tallies[user] and _same(record, count.record):
            continue
        said.append(f"person {user}: results kept are not those of {_games(counted)} games")
        if repair:
            count.record.save()
            Tally.objects.filter(user=user).delete()
            Tally.objects.bulk_create(count.tallies.values())
            Meeting.objects.bulk_create(count.met, ignore_conflicts=True)
    return said


def _values(row: Tally) -> tuple[object, ...]:
    return row.variant, row.seat, row.against, row.cell, row.won, row.drawn, row.lost


def _games(rows: Iterable[tuple[object, ...]]) -> int:
    return sum(int(str(count)) for row in rows for count in row[-3:])


def _same(one: Record, other: Record) -> bool:
    names = ("wins", "most_wins", "best_game_id", "best_strength")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _counts(people: Sequence[int]) -> dict[int, Count]:
    """What the games of these people come to, and which meetings are not written."""
    found = {one: Count(one) for one in people}
    for rows in _slices(people):
        holders = _holders({row.game for row in rows})
        met = Meeting.objects.filter(game__in=list(holders))
        there = set(met.values_list("game_id", "user_id", "rival_id"))
        played = _first_moves(list(holders))
        for row in rows:
            one = _ended(row, holders[row.game], played[row.game])
            found[one.user].add(one)
            for rival, winner in _rivals(row, holders[row.game]):
                if (one.game, one.user, rival) not in there:
                    found[one.user].met.append(meeting(one, rival, winner))
    return found


class Part(NamedTuple):
    """A seat of a game that is over. Only columns that a migration can count on are read."""

    user: int
    game: str
    seat: str
    result: str
    ended_at: datetime
    variant: str
    rated: bool
    winner: str


def _slices(people: Sequence[int]) -> Iterator[list[Part]]:
    rows = (
        models.Seat.objects.filter(user__in=people, result__in=COUNTED, game__opening=0)
        .exclude(game__kind__in=NOT_COUNTED)
        .order_by("ended_at", "pk")
        .values_list(
            *("user_id", "game_id", "name", "result", "ended_at"),
            *("game__variant", "game__rated", "game__winner"),
        )
        .iterator(chunk_size=SLICE)
    )
    while lot := [Part(*row) for row in islice(rows, SLICE)]:
        yield lot


def _holders(game_ids: Iterable[str]) -> dict[str, list[models.Seat]]:
    """The seats of games, by game."""
    found: dict[str, list[models.Seat]] = {one: [] for one in game_ids}
    columns = ("game_id", "name", "kind", "engine", "rating", "user_id", "result")
    for seat in models.Seat.objects.filter(game__in=list(found)).order_by().only(*columns):
        found[seat.game_id].append(seat)
    return found


def _first_moves(game_ids: Sequence[str]) -> dict[str, list[tuple[str, int]]]:
    """The first moves of games, (seat, cell) by ply: enough for every seat to have acted."""
    found: dict[str, list[tuple[str, int]]] = {game_id: [] for game_id in game_ids}
    rows = models.Move.objects.filter(game__in=game_ids, ply__lte=FIRST_PLIES).order_by("ply")
    for game_id, seat, cell in rows.values_list("game_id", "seat", "cell"):
        found[game_id].append((seat, cell))
    bare = [game_id for game_id, moves in found.items() if not moves]
    for game_id, moves in moves_of(bare).items():
        found[game_id] = [(move.seat, move.cell) for move in moves[:FIRST_PLIES]]
    return found


def _ended(row: Part, seats: Sequence[models.Seat], moves: Sequence[tuple[str, int]]) -> Ended:
    first = next((cell for seat, cell in moves if seat == row.seat), Tally.NO_MOVE)
    rival = rival_of(row.seat, row.variant, {seat.name: seat for seat in seats})
    return Ended(
        user=row.user,
        game=row.game,
        variant=row.variant,
        seat=row.seat,
        against=against(rival),
        cell=first,
        result=row.result,
        strength=strength(rival, row.variant, rated=row.rated),
        at=row.ended_at,
    )


def _rivals(row: Part, seats: Sequence[models.Seat]) -> Iterator[tuple[int, int | None]]:
    """The other people who finished this game, each with who won it."""
    winner = next((seat.user_id for seat in seats if seat.name == row.winner), None)
    for seat in seats:
        if seat.user_id not in (None, row.user) and seat.result in COUNTED:
            assert seat.user_id is not None
            yield seat.user_id, winner
