"""The ladder's games: who plays next, what a game changes, and how both are done in turn.

A round robin without end: the contestant with the fewest games plays the one it has met least.
A game is played by a worker process at low priority; this process only stores it.
"""

from __future__ import annotations

import logging
from collections import Counter
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import combinations
from random import Random

from django.db import transaction
from django.db.models import F, Q

from games import services
from games.arena.contestants import enrol, fallible, holds
from games.arena.grading.contest import BuiltIn, Outside, PlayedGame, Work, play_game
from games.arena.report import grade_of
from games.compute import pool
from games.compute.turns import Busy
from games.engines import engine
from games.match import ENGINE, NEUTRAL, Kind, Match, Seat, glicko, points
from games.match.fairness import SEED, new_seed
from games.models.engines import Contestant, Pairing, UploadedEngine
from games.rules import VARIANTS, board_class

logger = logging.getLogger(__name__)

LONGEST = 300.0
"""Seconds after which a game is given up; nothing is stored of it."""

EVENT = "Ladder"
"""What games of the ladder are part of."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: who holds the first seat and who the second, and the seed."""

    variant: str
    first: int
    second: int
    seed: int


def next_fixture(rng: Random, variant: str | None = None) -> Fixture | None:
    """The game that is due next; None if there are not two who could play."""
    rows = Contestant.objects.filter(retired=False)
    if variant is not None:
        rows = rows.filter(variant=variant)
    playing = list(rows.order_by("pk"))
    rng.shuffle(playing)
    for one in sorted(playing, key=lambda row: row.games):
        met = games_between(one.pk)
        others = [row for row in playing if row.variant == one.variant and row != one]
        for other in sorted(others, key=lambda row: (met[row.pk], row.games, row.pk)):
            turned = (met[other.pk] + (one.pk > other.pk)) % 2
            if pair := _seated(*((other, one) if turned else (one, other))):
                return Fixture(one.variant, *pair, new_seed())
    return None


def _seated(one: Contestant, other: Contestant) -> tuple[int, int] | None:
    """Who holds the first seat and who the second, as given if both can; None if neither way."""
    first, second = board_class(one.variant).RIVALS
    for front, back in ((one, other), (other, one)):
        if holds(one.variant, front.engine, first) and holds(one.variant, back.engine, second):
            return front.pk, back.pk
    return None


def games_between(one: int) -> Counter[int]:
    """How many games a contestant has played against each other one."""
    found = Counter[int]()
    for row in Pairing.objects.filter(Q(one=one) | Q(two=one)):
        found[row.two_id if row.one_id == one else row.one_id] += row.games
    return found


def submit(fixture: Fixture) -> Future[PlayedGame]:
    """Have a game played. Raises Busy."""
    return pool.apart("ladder", LONGEST).submit(
        play_game, fixture.variant, _seats(fixture), fixture.seed
    )


def play_each_other(variant: str, rng: Random) -> int:
    """Play a game of each two built-in engines in this process, and store them; how many.

    Those that think long are left out: their games would take most of a minute.
    """
    enrol()
    contestants = Contestant.objects.filter(variant=variant, uploaded=None, retired=False)
    quick = [row for row in contestants if not engine(variant, row.engine).thinks_long]
    played = 0
    for pair in combinations(quick, 2):
        if (seated := _seated(*rng.sample(pair, 2))) is None:
            continue
        fixture, played = Fixture(variant, *seated, rng.getrandbits(8 * SEED)), played + 1
        store_game(fixture, play_game(variant, _seats(fixture), fixture.seed))
    return played


def _seats(fixture: Fixture) -> tuple[tuple[str, BuiltIn | Outside], ...]:
    start = board_class(fixture.variant)
    rows = Contestant.objects.select_related("uploaded").in_bulk([fixture.first, fixture.second])
    seats: dict[str, BuiltIn | Outside] = {seat: BuiltIn(NEUTRAL) for seat in start.SEATS}
    for seat, key in zip(start.RIVALS, (fixture.first, fixture.second), strict=True):
        seats[seat] = _holder(rows[key])
    return tuple(seats.items())


def _holder(row: Contestant) -> BuiltIn | Outside:
    if (uploaded := row.uploaded) is None:
        return BuiltIn(row.engine)
    grade = grade_of(uploaded)
    return Outside(uploaded.digest, uploaded.source.encode(), grade.remembers, grade.table)


def store_game(fixture: Fixture, played: PlayedGame) -> Match | None:
    """Store a game with what it changes; None if one of the two has gone meanwhile."""
    start = board_class(fixture.variant)
    first, second = start.RIVALS
    with transaction.atomic():
        # In one order for everybody, so that nobody waits in a circle.
        rows = Contestant.objects.select_for_update().order_by("pk")
        found = rows.in_bulk([fixture.first, fixture.second])
        if len(found) < 2:
            return None
        held = {first: found[fixture.first], second: found[fixture.second]}
        seats = {
            seat: Seat(seat, ENGINE, engine=held[seat].engine)
            if seat in held
            else Seat(seat, NEUTRAL, engine=NEUTRAL)
            for seat in start.SEATS
        }
        setup = services.GameSetup(
            variant=fixture.variant, kind=Kind.ENGINE, seats=seats, event=EVENT
        )
        match = services.record_game(
            setup, played.moves, seed=fixture.seed, resigned=played.failed or None
        )
        _count(match, held, played)
    if played.failed:
        uploaded = held[played.failed].uploaded_id
        UploadedEngine.objects.filter(pk=uploaded).update(last_failure=played.why[:300])
    return match


def _count(match: Match, held: dict[str, Contestant], played: PlayedGame) -> None:
    """Move both ratings and add the game to the table."""
    weak = fallible(match.board.VARIANT)
    before = {
        seat: glicko.GlickoRating(row.rating, row.deviation, row.volatility)
        for seat, row in held.items()
    }
    first, second = held
    for seat, other in ((first, second), (second, first)):
        row, score = held[seat], points(match, seat)
        after = glicko.rate(before[seat], [(before[other], score)])
        row.rating, row.deviation, row.volatility = after.rating, after.deviation, after.volatility
        row.games += 1
        if held[other].engine in weak:
            row.weak_games += 1
            row.weak_points += score
        work: Work = played.work[seat]
        row.moves, row.seconds = row.moves + work.moves, row.seconds + work.seconds
        row.save()
    one, two = sorted(held.values(), key=lambda row: row.pk)
    score = points(match, first if held[first] is one else second)
    result = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[score]
    pairing, _ = Pairing.objects.get_or_create(one=one, two=two)
    changed = {result: F(result) + 1, "latest_id": match.id}
    Pairing.objects.filter(pk=pairing.pk).update(**changed)


class Ladder:
    """Plays the ladder bit by bit: each ``turn`` stores a game that is over and begins the next."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = Random(seed)
        self._under_way: tuple[Fixture, Future[PlayedGame]] | None = None
        self._turn = 0

    def turn(self) -> int:
        """How many games were stored, none or one. Waits for nothing."""
        stored = 0
        if self._under_way is not None:
            fixture, future = self._under_way
            if not future.done():
                return 0
            self._under_way = None
            stored = finish(fixture, future)
        enrol()
        variants = list(VARIANTS)
        self._turn += 1
        due = next_fixture(self._rng, variants[self._turn % len(variants)])
        if due is not None:
            try:
                self._under_way = due, submit(due)
            except Busy:
                self._under_way = None
        return stored


def finish(fixture: Fixture, future: Future[PlayedGame]) -> int:
    """Wait for a game and store it; 1, or 0 if nothing came of it."""
    try:
        return int(store_game(fixture, future.result()) is not None)
    except (pool.Lost, Busy, services.UnderMaintenance) as error:
        logger.warning("a game of the ladder is lost: %s", error)
        return 0
