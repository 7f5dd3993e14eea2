"""Games played once by the rules of a match, and stored for many people.

Every reply of the server comes from the game's seed, as in a real game, so that a row made from
a line passes ``verify``: what differs between two games of one line is who played and when.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random

import msgspec
from msgspec.structs import replace

from games.engines import rival_engines
from games.match import (
    ACTIVE,
    CAMPAIGN,
    ENGINE,
    FRIEND,
    LOBBY,
    LOCAL,
    NEUTRAL,
    PERSON,
    Action,
    Clock,
    Kind,
    Match,
    Seat,
    Verb,
    apply_move,
    decide,
    expire,
    move_verb,
    start,
)
from games.match.fairness import SEED
from games.rules import VARIANTS, Board, board_class
from games.services.advance import reply
from progress.campaign.catalog import STAGES, Stage
from progress.campaign.services import rate

BEGIN = 1_000_000
"""When a line begins, in milliseconds; a game told from it is moved to its own time."""

THINKING = (700, 9_000)
"""Milliseconds a person takes for a move."""

RESIGNS = 0.006
"""How likely a person resigns instead of moving."""

EACH = 24
"""Lines of one kind, variant and opponent."""

OPPONENTS = 2
"""How many engines of each game are met, weakest first: those answer at once."""

CLOCKS = ((60_000, 2_000), (180_000, 2_000), (300_000, 5_000))


@dataclass(frozen=True, slots=True)
class Played:
    """A move of a line: what is stored of it, ``at`` from the beginning in milliseconds."""

    ply: int
    seat: str
    cell: int
    version: int
    at: int
    by: int | None
    """The person who sent it, as the line numbers people; None for the server's moves."""


class Line(msgspec.Struct, frozen=True):
    """A game: as it stood at its end, its moves, and what it earned if it was a stage.

    ``people`` says how many different people it takes. ``parting`` is the version that the
    resignation of the person ``parted`` led to, 0 if nobody resigned.
    """

    match: Match
    moves: tuple[Played, ...]
    people: int
    parting: int = 0
    parted: int = 1
    stars: int = 0


@dataclass(slots=True)
class Lines:
    """The lines there are, by what they can be used for."""

    engine: list[Line] = field(default_factory=list)
    local: list[Line] = field(default_factory=list)
    friend: list[Line] = field(default_factory=list)
    lobby: list[Line] = field(default_factory=list)
    rated: list[Line] = field(default_factory=list)
    unfinished: list[Line] = field(default_factory=list)
    waiting: list[Line] = field(default_factory=list)
    stages: Mapping[tuple[int, int], list[Line]] = field(default_factory=dict)


def play_lines(rng: Random, variants: Collection[str] = tuple(VARIANTS)) -> Lines:
    """A few thousand lines of these games, the same for the same ``rng``."""
    lines = Lines()
    each = EACH
    for variant in variants:
        board = VARIANTS[variant]
        for rival in islice(rival_engines(variant), OPPONENTS):
            for own in board.RIVALS:
                for _ in range(each):
                    seats = _against(rival, own, board)
                    lines.engine.append(_played(board, seats, Kind.ENGINE, rng))
        for _ in range(each * 4):
            lines.local.append(_played(board, _people(board, 1), LOCAL, rng))
            lines.friend.append(_played(board, _people(board, 2), FRIEND, rng))
            lines.lobby.append(
                _played(board, _people(board, 2), LOBBY, rng, clock=rng.choice(CLOCKS))
            )
            rated = _played(
                board, _people(board, 2), LOBBY, rng, clock=rng.choice(CLOCKS), rated=True
            )
            lines.rated.append(rated)
            short = _played(board, _people(board, 2), FRIEND, rng, plies=rng.randrange(5))
            lines.unfinished += [short] if short.match.status == ACTIVE else []
        for kind in (FRIEND, LOBBY):
            lines.waiting.append(
                Line(_opened(board, _people(board, 2, free=True), kind, rng), (), 1)
            )
    lines.stages = {
        stage.key: [_stage(stage, rng) for _ in range(each)]
        for stage in STAGES
        if stage.variant in variants
    }
    return lines


def _against(rival: str, own: str, board: type[Board]) -> dict[str, Seat]:
    other = next(seat for seat in board.RIVALS if seat != own)
    found = {own: Seat(own, PERSON, 1), other: Seat(other, ENGINE, engine=rival)}
    return {**found, **_third(board)}


def _people(board: type[Board], people: int, *, free: bool = False) -> dict[str, Seat]:
    one, other = board.RIVALS
    second = Seat(other) if free else Seat(other, PERSON, people)
    return {one: Seat(one, PERSON, 1), other: second, **_third(board)}


def _third(board: type[Board]) -> dict[str, Seat]:
    """Beyond the rivals' seats chance plays."""
    rest = [seat for seat in board.SEATS if seat not in board.RIVALS]
    return {seat: Seat(seat, NEUTRAL, engine=NEUTRAL) for seat in rest}


def _opened(
    board: type[Board],
    seats: Mapping[str, Seat],
    kind: Kind,
    rng: Random,
    *,
    clock: tuple[int, int] | None = None,
    rated: bool = False,
    opening: tuple[int, ...] = (),
) -> Match:
    """The match before anybody acts."""
    timed = Clock(*clock, dict.fromkeys(board.SEATS, clock[0])) if clock else None
    match = Match(
        id="line",
        board=board.start(),
        seats=tuple(seats[name] for name in board.SEATS),
        kind=kind,
        version=1,
        clock=timed,
        rated=rated,
        updated=BEGIN,
        seed=rng.getrandbits(8 * SEED),
    )
    for cell in opening:
        match, _ = apply_move(match, cell)
    return replace(match, opening=len(opening))


def _stage(stage: Stage, rng: Random) -> Line:
    seats = {
        stage.player: Seat(stage.player, PERSON, 1),
        stage.opponent: Seat(stage.opponent, ENGINE, engine=stage.engine),
    }
    line = _played(VARIANTS[stage.variant], seats, CAMPAIGN, rng, opening=stage.opening)
    return replace(line, stars=rate(line.match, stage))


def _played(
    board: type[Board],
    seats: Mapping[str, Seat],
    kind: Kind,
    rng: Random,
    *,
    clock: tuple[int, int] | None = None,
    rated: bool = False,
    opening: tuple[int, ...] = (),
    plies: int | None = None,
) -> Line:
    """Play a line to its end, or to the first turn of a person after ``plies`` moves."""
    match = _opened(board, seats, kind, rng, clock=clock, rated=rated, opening=opening)
    moves, parting, parted, now = _opening_moves(match), 0, 1, BEGIN
    match = start(match, BEGIN)
    skill = rng.random()
    while match.status == ACTIVE:
        seat = match.acting_seat
        assert seat is not None
        if plies is not None and len(match.moves) >= plies and seat.kind == PERSON:
            break
        now += 1 if seat.kind != PERSON else rng.randrange(*THINKING)
        if (expired := expire(match, now)) is not None:
            match = expired.after
            continue
        if seat.kind == PERSON and len(match.moves) > match.opening and rng.random() < RESIGNS:
            match = decide(match, Action(Verb.RESIGN, match.version, user=seat.user), now).after
            parting, parted = match.version, seat.user or 1
            continue
        match, made = _moved(match, seat, now, rng, skill)
        moves.append(made)
    people = len({seat.user for seat in match.seats if seat.kind == PERSON})
    return Line(match, tuple(moves), people, parting, parted)


def _moved(match: Match, seat: Seat, now: int, rng: Random, skill: float) -> tuple[Match, Played]:
    verb = move_verb(match.board)
    if seat.kind == PERSON:
        weakest, better = islice(rival_engines(match.board.VARIANT).values(), 2)
        playing = better if rng.random() < skill else weakest
        cell = playing.choose(match.board, rng).move
        action = Action(verb, match.version, cell=cell, user=seat.user)
        by = seat.user
    else:
        action = Action(verb, match.version, cell=reply(match), seat=seat.name)
        by = None
    progress = decide(match, action, now)
    after, made = progress.after, progress.moves[0]
    return after, Played(after.board.ply, made.seat, made.cell, after.version, now - BEGIN, by)


def _opening_moves(match: Match) -> list[Played]:
    board, moves = board_class(match.board.VARIANT).start(), []
    for cell in match.moves:
        mover, board = board.to_move, board.make_move(cell)
        moves.append(Played(board.ply, mover, cell, match.version, 0, None))
    return moves
