"""Attempts at stages and finished games of the demo, some of them worth a review."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from accounts.guests import User
from games import services
from games.arena.rounds import play_each_other
from games.engines import engine
from games.match import (
    ABORTED,
    FINISHED,
    PERSON,
    Action,
    Kind,
    Match,
    Seat,
    SeatKind,
    move_verb,
)
from games.queries import selectors
from games.rules import VARIANTS
from games.rules.shape import parse_cell
from games.services.exhibit import EVENT
from progress.campaign import selectors as progress
from progress.campaign.services import start_stage


@dataclass(frozen=True)
class DemoGame:
    """Who played what: people by name, else ``engine:<slug>`` or ``neutral``.

    ``moves`` are cells; where they end, or without any, the smart engine moves for people.
    """

    variant: str
    holders: dict[str, str]
    clock: tuple[int, int] | None = None
    rated: bool = False
    moves: str = ""


GAMES = (
    DemoGame("classic", {"X": "ada", "O": "engine:random"}),
    DemoGame("classic", {"X": "ada", "O": "engine:smart"}),
    DemoGame("classic", {"X": "grace", "O": "engine:smart"}),
    DemoGame("classic", {"X": "grace", "O": "engine:minimax"}),
    DemoGame("dstru", {"Tres": "grace", "Uno": "ada", "Dos": "neutral"}),
    DemoGame("dstru", {"Tres": "ada", "Uno": "engine:smart", "Dos": "neutral"}),
    DemoGame("classic", {"X": "ada", "O": "grace"}, clock=(60_000, 2_000), rated=True),
    DemoGame("dstru", {"Tres": "ada", "Uno": "grace", "Dos": "neutral"}, (180_000, 2_000), True),
    # A corner too many against the opposite corners, an edge against the centre, a missed win.
    DemoGame("classic", {"X": "ada", "O": "grace"}, moves="a1 b2 c3 a3 c1 b1 c2"),
    DemoGame("classic", {"X": "grace", "O": "ada"}, moves="b2 b1 a1 c3 a3 a2 c1"),
    DemoGame("classic", {"X": "ada", "O": "grace"}, moves="a1 c3 c1 b1 a3 a2 b2"),
)
"""A rated game brings its return game with it."""

ATTEMPTS = {"ada": 26, "grace": 9}
"""How often each has tried the campaign's next stage."""


def play_all(people: Mapping[str, User], rng: Random) -> None:
    """Climb the campaign, play ``GAMES``, and a round of the ladder in every game."""
    for name, attempts in ATTEMPTS.items():
        for _ in range(attempts):
            _climb(people[name], rng)
    for played in GAMES:
        _play(played, people, rng)
    for variant in VARIANTS:
        play_each_other(variant, rng)


def _climb(person: User, rng: Random) -> None:
    """One attempt at the stage this person would try next."""
    stage = progress.standing(person.pk).next_stage
    assert stage is not None
    game_id = start_stage(user_id=person.pk, level=stage.level, number=stage.number)
    _finish(selectors.match(game_id), rng)


def _play(played: DemoGame, people: Mapping[str, User], rng: Random) -> None:
    seats = {name: _seat(name, who, people) for name, who in played.holders.items()}
    rivals = list(seats.values())[:2]
    setup = services.GameSetup(
        by=rivals[0].user,
        variant=played.variant,
        kind=_kind(played, rivals),
        seats=seats,
        clock=played.clock,
        rated=played.rated,
        event=EVENT,
    )
    match = services.open_game(setup)
    _finish(match, rng, played.moves.split())
    if match.return_id is not None:
        _finish(selectors.match(match.return_id), rng)


def _kind(played: DemoGame, rivals: list[Seat]) -> Kind:
    if played.rated:
        return Kind.LOBBY
    return Kind.FRIEND if all(seat.user for seat in rivals) else Kind.ENGINE


def _seat(name: str, who: str, people: Mapping[str, User]) -> Seat:
    if who in people:
        return Seat(name, PERSON, people[who].pk, people[who].name)
    kind, _, slug = who.partition(":")
    return Seat(name, SeatKind(kind), engine=slug or kind)


def _finish(match: Match, rng: Random, moves: list[str] | None = None) -> None:
    """Play on by the road every game takes."""
    left = list(moves or ())
    while match.status not in (FINISHED, ABORTED):
        acting = match.acting_seat
        assert acting is not None
        if left:
            cell = parse_cell(left.pop(0), match.board.SHAPE)
        else:
            cell = engine(match.board.VARIANT, "smart").choose(match.board, rng).move
        action = Action(move_verb(match.board), match.version, cell=cell, user=acting.user)
        match = services.act_and_advance(game_id=match.id, action=action).match
