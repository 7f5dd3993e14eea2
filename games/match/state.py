"""The state of a match: seats, clock, offers, version, and what a request changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from games.match.enums import Event, Kind, RefusalCode, SeatKind, Status, Verb
from games.rules import Board, Outcome

FIRST_MOVE_GRACE = 30_000
"""Milliseconds for the first move of a game with a clock; then the game is aborted."""

DRAW_COOLDOWN = 2
"""Plies that must pass before the same side may offer a draw again."""

OPEN, ACTIVE = Status.OPEN, Status.ACTIVE
FINISHED, ABORTED = Status.FINISHED, Status.ABORTED
PERSON, ENGINE = SeatKind.PERSON, SeatKind.ENGINE
NEUTRAL, EMPTY = SeatKind.NEUTRAL, SeatKind.EMPTY
CAMPAIGN, LOCAL, FRIEND, LOBBY = Kind.CAMPAIGN, Kind.LOCAL, Kind.FRIEND, Kind.LOBBY
MEETINGS = (FRIEND, LOBBY)
"""The kinds of games in which people who may not know each other meet, and can be rated."""

FORMER_PLAYER = "former player"
"""The name shown for a player who has deleted their account."""

FORMER_GUEST = "Guest"
"""The name shown for a guest whom the sweep deleted."""


class Refused(ValueError):
    """A request that is refused: a stable ``code`` of the protocol and a sentence for people.

    ``wait`` is after how many seconds to try again, 0 if waiting does not help.
    """

    def __init__(self, code: RefusalCode, message: str, wait: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.wait = wait


class Seat(Struct, frozen=True, gc=False):
    """A seat and who holds it. ``user`` is set for a person who still exists.

    ``guest`` says that this person plays without an account, ``bot`` that it is a bot account.
    """

    name: str
    kind: SeatKind = EMPTY
    user: int | None = None
    title: str = ""
    engine: str = ""
    rating: int | None = None
    guest: bool = False
    bot: bool = False


class Clock(Struct, frozen=True, gc=False):
    """Milliseconds left for each seat; ``since`` is when the seat to act began to spend its own."""

    base: int
    increment: int
    remaining: Mapping[str, int]
    since: int | None = None


class Match(Struct, frozen=True, gc=False):
    """One game at one version. ``opening`` counts the moves already made when play began.

    Rated games come in pairs, the rivals' seats exchanged in the second. ``return_id`` is the id
    that the second game of this one will have; the second itself has none.

    ``replace_offer`` is the rival who proposes that chance takes over for a third person who left.
    ``seed`` and the ``numbers`` that players added, by their seats, decide what the server draws.
    ``chance_from`` is the first ply at which the server can draw for a third seat that a person
    held before; None where nobody handed a seat over.
    """

    id: str
    board: Board
    seats: tuple[Seat, ...]
    kind: Kind
    status: Status = OPEN
    outcome: Outcome | None = None
    moves: tuple[int, ...] = ()
    opening: int = 0
    version: int = 0
    clock: Clock | None = None
    rated: bool = False
    return_id: str | None = None
    draw_offer: str | None = None
    draw_offered_at: int | None = None
    draw_offered_by: str | None = None
    replace_offer: str | None = None
    chance_from: int | None = None
    rematch_offer: str | None = None
    rematch_game: str | None = None
    started: int | None = None
    updated: int = 0
    ended: int | None = None
    seed: int = 0
    numbers: Mapping[str, int] | None = None

    @property
    def to_act(self) -> str | None:
        """The seat whose action the game waits for, if any."""
        return self.board.to_move if self.status == ACTIVE else None

    @property
    def draw_from(self) -> int | None:
        """The ply from which the last seat to offer a draw may offer again; None without one."""
        return None if self.draw_offered_at is None else self.draw_offered_at + DRAW_COOLDOWN

    @property
    def draws_from(self) -> int | None:
        """The first ply at which the server can draw for a third seat; None while it does not."""
        if not any(seat.kind == NEUTRAL for seat in self.seats):
            return None
        return self.chance_from or self.opening + 1

    @property
    def closes_pair(self) -> bool:
        """Whether this is the second game of a rated pair: one that has to be played."""
        return self.rated and self.return_id is None

    def seat(self, name: str) -> Seat:
        """The seat called ``name``."""
        for seat in self.seats:  # a loop: every frame asks this many times
            if seat.name == name:
                return seat
        raise LookupError(f"There is no seat {name!r}.")

    @property
    def acting_seat(self) -> Seat | None:
        """The seat to act in a game in play, else None."""
        return self.seat(self.board.to_move) if self.status == ACTIVE else None

    @property
    def deadline(self) -> int | None:
        """When the game ends unless somebody acts, in ms since 1970, or None without a clock.

        A seat the server acts for has no time to run out of: it acts at once.
        """
        if self.clock is None or self.status != ACTIVE or self.started is None:
            return None
        if self.seat(self.board.to_move).kind in (NEUTRAL, ENGINE):
            return None
        if len(self.moves) == self.opening:
            return self.started + FIRST_MOVE_GRACE
        assert self.clock.since is not None
        return self.clock.since + self.clock.remaining[self.board.to_move]

    def seat_of(self, user: int | None) -> str | None:
        """The seat that ``user`` holds; of several, the one to act if it is theirs."""
        if user is None:
            return None
        own = None
        for seat in self.seats:
            if seat.user == user:
                if own is not None:
                    return self._acting_of(user) or own
                own = seat.name
        return own

    def _acting_of(self, user: int) -> str | None:
        """The seat to act, if ``user`` holds it."""
        acting = self.board.to_move
        return acting if self.seat(acting).user == user else None


class Action(Struct, frozen=True, gc=False):
    """A request: ``verb`` on ``version``, by the person ``user`` or, for engines, ``seat``.

    ``gone`` are the seats whose people have been away for longer than their grace.
    """

    verb: Verb
    version: int
    id: str | None = None
    cell: int | None = None
    user: int | None = None
    seat: str | None = None
    gone: frozenset[str] = frozenset()
    number: int | None = None

    @property
    def key(self) -> str | None:
        """The key under which the answer is stored; ids of different senders never clash."""
        return None if self.id is None else f"{self.user}:{self.id}"


class MoveMade(Struct, frozen=True, gc=False):
    """A move to store."""

    seat: str
    cell: int


class Progress(Struct, frozen=True, gc=False):
    """What an accepted request changed; ``events`` name it."""

    before: Match
    after: Match
    moves: tuple[MoveMade, ...] = ()
    events: tuple[Event, ...] = ()


def rival(match: Match, seat: str) -> str | None:
    """The opponent of ``seat``, who wins if it resigns; a third seat has none."""
    first, second = match.board.RIVALS
    return {first: second, second: first}.get(seat)


def missing_engines(match: Match, is_known: Callable[[str, str], bool]) -> list[str]:
    """The engines of a match that no longer exist: those that are not ``is_known`` (game, name)."""
    held = [seat.engine for seat in match.seats if seat.kind in (ENGINE, NEUTRAL)]
    return [name for name in held if not is_known(match.board.VARIANT, name)]


def points(match: Match, seat: str) -> float:
    """The score of one of the two rivals in a finished match: 1, 0, or ½ if neither won.

    In DSTRU-TAC-TOE a full grid is Dos's, and neither rival is ahead of the other by it.
    """
    assert match.outcome is not None
    return {seat: 1.0, rival(match, seat): 0.0}.get(match.outcome.winner, 0.5)


def both_moved(match: Match) -> bool:
    """Whether each of the two rivals, who begin in every game, has made a move."""
    return len(match.moves) - match.opening >= 2


def people(match: Match) -> set[int | None]:
    """The ids of the people at the seats of a match; None for an account that is gone."""
    return {seat.user for seat in match.seats if seat.kind == PERSON}


def changed(match: Match, event: Event, now: int, **fields: object) -> Progress:
    """The next version of a match, with other ``fields``, as the progress called ``event``."""
    after = replace(match, version=match.version + 1, updated=now, **fields)
    return Progress(match, after, events=(event,))
