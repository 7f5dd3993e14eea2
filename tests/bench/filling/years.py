"""Two years of a site: lines assigned to people, each with a time, an id and a result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
from msgspec.structs import replace

from games.match import (
    ACTIVE,
    PERSON,
    Clock,
    Match,
    Seat,
    glicko,
    lapse,
    points,
)
from games.match.ids import ALPHABET, LENGTH
from games.models import Game, Rating, RatingChange
from games.models import Seat as SeatRow
from progress.campaign import catalog
from progress.models import Attempt
from tests.bench.filling.lines import BEGIN, Line, Lines
from tests.bench.filling.people import DAY, People
from tests.bench.filling.rows import (
    GAME,
    SEAT,
    game_values,
    log_of,
    seat_values,
)
from tests.bench.filling.tables import Tables, times

YEARS = 730 * DAY
BATCH = 4_000

SHARES = {"engine": 45, "campaign": 24, "rated": 12, "friend": 9, "lobby": 5, "local": 5}
"""Of a hundred games. A rated game stands for two, since it is one of a pair."""

LAPSED = 0.01
UNFINISHED, WAITING = 0.003, 0.0005

CHANGE = ("game_id", "user_id", "score", "before", "after")
RATING = ("user_id", "variant", "rating", "deviation", "volatility", "pairs", "rated_at")
ATTEMPT = ("game_id", "user_id", "level", "stage", "stars")

Told = tuple[Match, Line, dict[int, int], str, str | None]
"""A match, the line it tells, who is who in it, what it was part of, whose rematch it is."""


@dataclass(slots=True)
class Climb:
    """How far a person has come in the campaign."""

    at: int = 0
    best: dict[tuple[int, int], int] = field(default_factory=dict)


class Years:
    """Assigns games to people. What it writes depends only on the seed and on ``now``."""

    def __init__(self, people: People, lines: Lines, seed: int, now: int) -> None:
        self.people, self.lines, self.now = people, lines, now
        self.rng, self.dice = Random(f"years {seed}"), np.random.default_rng(seed)
        self.ratings: dict[tuple[int, str], tuple[glicko.GlickoRating, int, int]] = {}
        self.climbs: dict[int, Climb] = {}
        self.moves = 0
        self.tables = Tables(
            games=(Game, GAME),
            seats=(SeatRow, SEAT),
            attempts=(Attempt, ATTEMPT),
            changes=(RatingChange, CHANGE),
        )

    def pass_by(self, games: int, report: Callable[[int, int], None]) -> None:
        """Store ``games`` games from two years ago until now, with their results."""
        begins = self.now - (YEARS * self.dice.random(games) ** 1.5).astype("int64") - DAY
        begins.sort()
        waiting = games - int(games * WAITING)
        unfinished = waiting - int(games * UNFINISHED)
        done = 0
        while done < games:
            batch: list[Told] = []
            who = self._takers()
            while len(batch) < BATCH and done + len(batch) < games:
                at = done + len(batch)
                if at >= waiting:
                    batch += self._tell(self.lines.waiting, self._recently(3_600_000), who)
                elif at >= unfinished:
                    batch += self._tell(self.lines.unfinished, self._recently(DAY), who)
                else:
                    batch += self._over(int(begins[at]), who, unfinished - at)
            done += len(batch)
            self._write(batch)
            report(done, games)
        self._rate()

    def _takers(self) -> Iterator[int]:
        while True:
            yield from self.people.some(self.dice, BATCH)

    def _recently(self, within: int) -> int:
        return self.now - within // 20 - self.rng.randrange(within)

    def _over(self, begin: int, who: Iterator[int], left: int) -> list[Told]:
        """A game that is over, or a rated pair of two."""
        kind = self.rng.choices(list(SHARES), list(SHARES.values()))[0]
        if kind == "campaign" and not self.lines.stages:
            kind = "engine"
        if kind == "campaign":
            return [self._stage(begin, next(who))]
        if kind == "rated" and left > 1:
            return self._pair(begin, who)
        told = self._tell(getattr(self.lines, "lobby" if kind == "rated" else kind), begin, who)
        return told if self.rng.random() >= LAPSED else [_lapsed(*told[0])]

    def _tell(self, lines: Sequence[Line], begin: int, who: Iterator[int]) -> list[Told]:
        line = self.rng.choice(lines)
        persons = {1: next(who)}
        if line.people == 2:
            persons[2] = next(one for one in who if one != persons[1])
        return [(self._match(line, begin, persons), line, persons, "", None)]

    def _match(self, line: Line, begin: int, persons: Mapping[int, int], **more: object) -> Match:
        """The match of a line at its own time, with its own id and people."""
        shift, told = begin - BEGIN, line.match
        clock = told.clock
        if clock is not None and clock.since is not None:
            clock = Clock(clock.base, clock.increment, clock.remaining, clock.since + shift)
        return replace(
            told,
            id="".join(self.rng.choices(ALPHABET, k=LENGTH)),
            seats=tuple(self._seat(seat, persons, told) for seat in told.seats),
            clock=clock,
            started=None if told.started is None else told.started + shift,
            updated=told.updated + shift,
            ended=None if told.ended is None else told.ended + shift,
            **more,
        )

    def _seat(self, seat: Seat, persons: Mapping[int, int], told: Match) -> Seat:
        if seat.kind != PERSON or seat.user is None:
            return seat
        user, rating = persons[seat.user], None
        if told.rated:
            rating = round(self._rating(user, told.board.VARIANT)[0].rating)
        return Seat(seat.name, PERSON, user, rating=rating)

    def _rating(self, user: int, variant: str) -> tuple[glicko.GlickoRating, int, int]:
        return self.ratings.get((user, variant), (glicko.GlickoRating(), 0, 0))

    def _pair(self, begin: int, who: Iterator[int]) -> list[Told]:
        """Two games with the seats exchanged, and what they do to both ratings."""
        persons = {1: self._member(who), 2: 0}
        while persons[2] in (0, persons[1]):
            persons[2] = self._member(who)
        first_line = self.rng.choice(self.lines.rated)
        # Both games are of one kind, on one clock.
        second_line = self.rng.choice(
            [o for o in self.lines.rated if _like(o) == _like(first_line)]
        )
        first = self._match(first_line, begin, persons)
        exchanged = {1: persons[2], 2: persons[1]}
        second = self._match(second_line, first.ended or begin, exchanged)
        first = replace(first, return_id=second.id)
        self._rate_pair(first, second, persons)
        return [
            (first, first_line, persons, "", None),
            (second, second_line, exchanged, "", first.id),
        ]

    def _member(self, who: Iterator[int]) -> int:
        return next(one for one in who if self.people.is_member(one))

    def _rate_pair(self, first: Match, second: Match, persons: Mapping[int, int]) -> None:
        variant, ended = first.board.VARIANT, second.ended or 0
        held = {user: self._rating(user, variant) for user in persons.values()}
        for user, rival in (tuple(persons.values()), tuple(persons.values())[::-1]):
            before, pairs, _ = held[user]
            scores = [points(match, match.seat_of(user) or "") for match in (second, first)]
            after = glicko.rate(before, [(held[rival][0], score) for score in scores])
            self.ratings[user, variant] = (after, pairs + 1, ended)
            row = (second.id, user, sum(scores), before.rating, after.rating)
            self.tables.rows["changes"].append(row)

    def _stage(self, begin: int, user: int) -> Told:
        climb = self.climbs.setdefault(user, Climb())
        played = catalog.STAGES[climb.at]
        line = self.rng.choice(self.lines.stages[played.key])
        best = climb.best[played.key] = max(line.stars, climb.best.get(played.key, 0))
        if best:
            climb.at = (climb.at + 1) % len(catalog.STAGES)
        match = self._match(line, begin, {1: user})
        row = (match.id, user, played.level, played.number, line.stars)
        self.tables.rows["attempts"].append(row)
        return match, line, {1: user}, played.title, None

    def _write(self, batch: Sequence[Told]) -> None:
        ids = self.rng.randbytes(16 * 64 * len(batch)).hex()
        for number, (match, line, persons, event, before) in enumerate(batch):
            rest = ids[number * 2048 : (number + 1) * 2048]
            entries = log_of(match, line, persons, rest)
            values = game_values(match, persons[1], event, before, entries)
            self.tables.rows["games"].append(values)
            self.tables.rows["seats"] += seat_values(match)
            self.moves += len(line.moves)
        self.tables.write()

    def _rate(self) -> None:
        table = Tables(ratings=(Rating, RATING))
        rated = times(at for _, _, at in self.ratings.values()) if self.ratings else []
        for ((user, variant), (rating, pairs, _)), at in zip(
            self.ratings.items(), rated, strict=True
        ):
            figures = (rating.rating, rating.deviation, rating.volatility)
            table.rows["ratings"].append((user, variant, *figures, pairs, at))
        table.write()


def _like(line: Line) -> tuple[str, int, int]:
    clock = line.match.clock
    assert clock is not None, "rated games have a clock"
    return line.match.board.VARIANT, clock.base, clock.increment


def _lapsed(
    match: Match, line: Line, persons: dict[int, int], event: str, before: str | None
) -> Told:
    """The same game cancelled before its first move."""
    board, since = type(match.board).start(), match.updated
    clock = match.clock and replace(
        match.clock, since=None, remaining=dict.fromkeys(board.SEATS, match.clock.base)
    )
    empty = replace(match, board=board, moves=(), version=1, clock=clock, started=since)
    empty = replace(empty, status=ACTIVE, outcome=None, ended=None, updated=since)
    return (
        lapse(empty, since + 14 * DAY).after,
        replace(line, moves=(), parting=0),
        persons,
        event,
        before,
    )
