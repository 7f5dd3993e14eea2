"""The laws of the table: seats, turns, clocks, offers, endings.

Pure: no database, and no time but the one handed in.

``decide(match, action, now)`` answers every request with what it leads to, or refuses it.
Times are whole milliseconds since 1970, UTC.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from games.rules import Board, IllegalMove, Outcome

FIRST_MOVE_GRACE = 30_000
"""Milliseconds for the first move of a game with a clock; then the game is aborted."""

DRAW_COOLDOWN = 2
"""Plies that must pass before the same side may offer a draw again."""

OPEN, ACTIVE, FINISHED, ABORTED = "open", "active", "finished", "aborted"
PERSON, ENGINE, NEUTRAL, EMPTY = "person", "engine", "neutral", "empty"
CAMPAIGN, LOCAL, FRIEND, LOBBY = "campaign", "local", "friend", "lobby"
MEETINGS = (FRIEND, LOBBY)
"""The kinds of games in which people who may not know each other meet, and can be rated."""
FORMER_PLAYER = "former player"
"""What to call whoever sat there and has closed the account."""
ABANDONED = "abandoned"
"""The reason of an ending that was claimed because somebody left."""


class Refused(ValueError):
    """A request the table refuses: a stable ``code`` of the protocol and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Seat:
    """Who acts under a seat's name. ``user`` is set for a person who still has an account."""

    name: str
    kind: str = EMPTY
    user: int | None = None
    title: str = ""
    engine: str = ""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """Milliseconds left for each seat; ``since`` is when the seat to act began to spend its own."""

    base: int
    increment: int
    remaining: Mapping[str, int]
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One game at one version. ``opening`` counts the moves already made when play began.

    Rated games come in pairs, the rivals' seats exchanged in the second. ``return_id`` is the id
    that the second game of this one will have; the second itself has none.
    """

    id: str
    board: Board
    seats: tuple[Seat, ...]
    kind: str
    status: str = OPEN
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
    rematch_offer: str | None = None
    rematch_game: str | None = None
    started: int | None = None
    updated: int = 0
    ended: int | None = None
    seed: int = 0

    @property
    def to_act(self) -> str | None:
        """The seat whose action the game waits for, or None when it waits for none."""
        return self.board.to_move if self.status == ACTIVE else None

    @property
    def draw_from(self) -> int | None:
        """The ply from which whoever last offered a draw may offer again; None without an offer."""
        return None if self.draw_offered_at is None else self.draw_offered_at + DRAW_COOLDOWN

    @property
    def closes_pair(self) -> bool:
        """Whether this is the second game of a rated pair: one that has to be played."""
        return self.rated and self.return_id is None

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.name == name)

    @property
    def acting_seat(self) -> Seat | None:
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
        """The seat ``user`` speaks for; with several, the one to act if it is theirs."""
        if user is None:
            return None
        own = [seat.name for seat in self.seats if seat.user == user]
        return self.board.to_move if self.board.to_move in own else next(iter(own), None)


@dataclass(frozen=True, slots=True)
class Action:
    """A request: ``verb`` on ``version``, by the person ``user`` or, for engines, ``seat``.

    ``gone`` are the seats whose people have been away for longer than their grace.
    """

    verb: str
    version: int
    id: str | None = None
    cell: int | None = None
    user: int | None = None
    seat: str | None = None
    gone: frozenset[str] = frozenset()

    @property
    def key(self) -> str | None:
        """Under which the answer is kept: an id is its sender's own, not the whole table's."""
        return None if self.id is None else f"{self.user}:{self.id}"


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move to be kept: the ``ply`` it led to, counted from the empty board."""

    ply: int
    seat: str
    cell: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What an accepted request changed. ``events`` name it: moved, finished, draw_offered …"""

    before: Match
    after: Match
    moves: tuple[MoveMade, ...] = ()
    events: tuple[str, ...] = ()


def rival(match: Match, seat: str) -> str | None:
    """Who wins when ``seat`` gives up: the first two seats are rivals, a further one has none."""
    first, second = match.board.SEATS[:2]
    return {first: second, second: first}.get(seat)


def missing_engines(match: Match, known: Collection[str]) -> list[str]:
    """The engines at the table that are not among those ``known`` any more."""
    held = [seat.engine for seat in match.seats if seat.kind in (ENGINE, NEUTRAL)]
    return [slug for slug in held if slug not in known]


def points(match: Match, seat: str) -> float:
    """What a finished match brought one of the two rivals: 1, 0, or ½ each if neither won.

    In DSTRU-TAC-TOE a full grid is Dos's, and neither rival is ahead of the other by it.
    """
    assert match.outcome is not None
    return {seat: 1.0, rival(match, seat): 0.0}.get(match.outcome.winner, 0.5)


def decide(match: Match, action: Action, now: int) -> Progress:
    """What ``action`` leads to at ``now``. Raises Refused with a code of the protocol."""
    seat = action.seat or match.seat_of(action.user)
    if seat is None:
        raise Refused("not_seated", "You are watching this game; only its players can act.")
    verb = VERBS.get(action.verb)
    if verb is None:
        raise Refused("bad_message", f"{action.verb!r} is no action here.")
    if match.status == OPEN and action.verb != "abort":
        raise Refused("not_open", "The game has not begun: a seat is still free.")
    if match.status in (FINISHED, ABORTED) and action.verb != "rematch":
        raise Refused("game_over", "The game is over.")
    if action.version != match.version:
        raise Refused("stale_version", "The game has moved on. Here is how it stands now.")
    return verb(match, action, seat, now)


def stand_down(match: Match, seat: str, now: int) -> Progress:
    """Hand ``seat``, which has no rival to lose to, to the server: the game goes on without it."""
    clock = match.clock
    if clock is not None and match.board.to_move == seat and clock.since is not None:
        clock = replace(clock, since=now)
    neutral = Seat(seat, NEUTRAL, engine=NEUTRAL)
    seats = tuple(neutral if one.name == seat else one for one in match.seats)
    return _changed(match, "stood_down", now, seats=seats, clock=clock)


def start(match: Match, now: int) -> Match:
    """The match with play begun at ``now``; it must have nobody missing."""
    return replace(match, status=ACTIVE, started=now, updated=now)


def join(match: Match, newcomer: Seat, now: int) -> Progress:
    """Seat ``newcomer`` on the free seat it names. Raises Refused when that cannot be."""
    if match.status != OPEN:
        raise Refused("not_open", "Every seat of this game is taken.")
    if any(seat.user == newcomer.user for seat in match.seats):
        raise Refused("not_allowed", "You already have a seat in this game.")
    if newcomer.name not in match.board.SEATS:
        expected = ", ".join(match.board.SEATS)
        raise Refused("bad_message", f"{newcomer.name!r} is no seat: expected one of {expected}.")
    if match.seat(newcomer.name).kind != EMPTY:
        raise Refused("not_open", f"The seat of {newcomer.name} is taken.")
    seats = tuple(newcomer if seat.name == newcomer.name else seat for seat in match.seats)
    after = replace(match, seats=seats, version=match.version + 1, updated=now)
    if all(seat.kind != EMPTY for seat in seats):
        return Progress(match, start(after, now), events=("joined", "started"))
    return Progress(match, after, events=("joined",))


def expire(match: Match, now: int) -> Progress | None:
    """The ending that a passed deadline brings, or None while there is time."""
    if match.deadline is None or now < match.deadline:
        return None
    if len(match.moves) == match.opening and not match.closes_pair:
        return _ended(match, Outcome(None, "no_first_move"), now, ABORTED)
    loser = match.board.to_move
    clock = match.clock
    assert clock is not None
    if rival(match, loser) is None:
        return stand_down(match, loser, now)
    stopped = replace(clock, remaining={**clock.remaining, loser: 0}, since=None)
    flagged = replace(match, clock=stopped)
    progress = _ended(flagged, Outcome(rival(match, loser), "time"), now)
    return replace(progress, before=match)


def lapse(match: Match, now: int) -> Progress:
    """The ending of a game that nobody played on with; nothing is counted."""
    return _ended(match, Outcome(None, "lapsed"), now, ABORTED)


def advance(match: Match, cell: int) -> tuple[Match, MoveMade]:
    """Play ``cell`` for the side to move, without looking at seats, versions or clocks."""
    mover, board = match.board.to_move, match.board.make_move(cell)
    return (
        replace(match, board=board, moves=(*match.moves, cell)),
        MoveMade(board.ply, mover, cell),
    )


def _move(match: Match, action: Action, seat: str, now: int) -> Progress:
    if seat != match.board.to_move:
        raise Refused("not_your_turn", f"It is {match.board.to_move}'s turn.")
    if action.verb != match.board.action:
        raise Refused("not_allowed", f"{seat} has to {match.board.action}, not {action.verb}.")
    if action.cell is None:
        raise Refused("bad_cell", "The action names no cell.")
    try:
        moved, made = advance(match, action.cell)
    except IllegalMove as error:
        raise Refused(error.code, f"{error}.") from None
    after = replace(
        moved,
        version=match.version + 1,
        updated=now,
        clock=_tick(match, seat, now),
        draw_offer=None if match.draw_offer != seat else match.draw_offer,
    )
    outcome = after.board.outcome
    if outcome is None:
        return Progress(match, after, (made,), ("moved",))
    ended = _ended(replace(after, version=match.version), outcome, now)
    return Progress(match, ended.after, (made,), ("moved", *ended.events))


def _tick(match: Match, seat: str, now: int) -> Clock | None:
    """The clock after ``seat`` moved at ``now``: its time spent, its increment gained."""
    clock = match.clock
    if clock is None:
        return None
    spent = 0 if clock.since is None else max(0, now - clock.since)
    left = max(0, clock.remaining[seat] - spent) + (clock.increment if clock.since else 0)
    return replace(clock, remaining={**clock.remaining, seat: left}, since=now)


def _ended(match: Match, outcome: Outcome, now: int, status: str = FINISHED) -> Progress:
    after = replace(
        match,
        status=status,
        outcome=outcome,
        draw_offer=None,
        rematch_game=match.return_id if status == FINISHED else match.rematch_game,
        version=match.version + 1,
        updated=now,
        ended=now,
    )
    return Progress(match, after, events=(status,))


def _resign(match: Match, action: Action, seat: str, now: int) -> Progress:
    """The rival wins; a seat without one leaves its part to chance instead."""
    winner = rival(match, seat)
    if winner is not None:
        return _ended(match, Outcome(winner, "resign"), now)
    if match.kind == LOCAL or match.seat(seat).kind != PERSON:
        raise Refused("not_allowed", f"{seat} has no opponent to resign to.")
    return stand_down(match, seat, now)


def _abort(match: Match, action: Action, seat: str, now: int) -> Progress:
    if match.status == OPEN and action.user is not None and len(_people(match)) > 1:
        return _left(match, seat, now)
    if match.closes_pair:
        raise Refused("not_allowed", "The second game of a rated pair has to be played.")
    if len(match.moves) - match.opening > 1:
        raise Refused("not_allowed", "A game can be aborted only before its second move.")
    return _ended(match, Outcome(None, "aborted"), now, ABORTED)


def _left(match: Match, seat: str, now: int) -> Progress:
    """While others wait at an open table, who goes frees the seat and ends nothing."""
    seats = tuple(Seat(seat) if one.name == seat else one for one in match.seats)
    return _changed(match, "left", now, seats=seats)


def _offer_draw(match: Match, action: Action, seat: str, now: int) -> Progress:
    other = rival(match, seat)
    if other is None or match.kind == LOCAL or match.seat(other).kind != PERSON:
        raise Refused("not_allowed", "A draw can be offered only to another person.")
    if any(one.kind == PERSON for one in match.seats[2:]):
        raise Refused("not_allowed", "A third person plays for something else than a draw.")
    if match.draw_offer is not None:
        raise Refused("not_allowed", "A draw has already been offered.")
    if match.draw_offered_by == seat and match.board.ply < (match.draw_from or 0):
        raise Refused("not_allowed", "A draw was offered a moment ago. Play on first.")
    return _changed(
        match,
        "draw_offered",
        now,
        draw_offer=seat,
        draw_offered_at=match.board.ply,
        draw_offered_by=seat,
    )


def _accept_draw(match: Match, action: Action, seat: str, now: int) -> Progress:
    _require_draw_offer(match, seat)
    return _ended(match, Outcome(None, "agreement"), now)


def _decline_draw(match: Match, action: Action, seat: str, now: int) -> Progress:
    _require_draw_offer(match, seat)
    return _changed(match, "draw_declined", now, draw_offer=None)


def _require_draw_offer(match: Match, seat: str) -> None:
    if match.draw_offer is None or match.draw_offer != rival(match, seat):
        raise Refused("not_allowed", "No draw is on offer to you.")


def _claim_win(match: Match, action: Action, seat: str, now: int) -> Progress:
    _require_begun(match)
    if rival(match, seat) not in _gone(match, action, seat):
        raise Refused("not_allowed", "A win can be claimed only when the opponent has left.")
    return _ended(match, Outcome(seat, ABANDONED), now)


def _claim_draw(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Anybody's absence can stop a game, a third seat's too, and then nobody has won it."""
    _require_begun(match)
    if rival(match, seat) is None or not _gone(match, action, seat):
        raise Refused("not_allowed", "A draw can be claimed only when somebody has left.")
    return _ended(match, Outcome(None, ABANDONED), now)


def _require_begun(match: Match) -> None:
    """Before the second move a game can be called off: there is nothing to claim."""
    if len(match.moves) - match.opening < 2:
        raise Refused("not_allowed", "Nothing can be claimed before the second move.")


def _gone(match: Match, action: Action, seat: str) -> set[str]:
    """The other people who left. Whoever holds several seats is here, since they ask."""
    here = match.seat(seat).user
    return {
        other.name
        for other in match.seats
        if other.name in action.gone and other.kind == PERSON and other.user != here
    }


def _rematch(match: Match, action: Action, seat: str, now: int) -> Progress:
    if match.status in (OPEN, ACTIVE):
        raise Refused("not_allowed", "A rematch can be asked for when the game is over.")
    if match.kind == CAMPAIGN:
        raise Refused("not_allowed", "A stage is tried again from the campaign map.")
    if match.rematch_game is not None:
        raise Refused("game_over", "The rematch has already begun.")
    if match.rematch_offer == seat and len(_people(match)) > 1:
        raise Refused("not_allowed", "You have already asked for a rematch.")
    if len(_people(match)) < 2 or match.rematch_offer is not None:
        return _changed(match, "rematch_agreed", now, rematch_offer=None)
    return _changed(match, "rematch_offered", now, rematch_offer=seat)


def rematch_seats(match: Match, user: int | None) -> dict[str, Seat]:
    """Who sits where in the rematch that ``user`` agreed to: the two rivals change seats.

    Two are enough to agree. Who has not been asked finds the own seat free there.
    """
    agreed = {user, match.seat(match.rematch_offer).user if match.rematch_offer else user}
    first, second, *others = match.seats
    seats = (replace(second, name=first.name), replace(first, name=second.name), *others)
    return {
        seat.name: Seat(seat.name) if seat.kind == PERSON and seat.user not in agreed else seat
        for seat in seats
    }


def _people(match: Match) -> set[int | None]:
    return {seat.user for seat in match.seats if seat.kind == PERSON}


def _changed(match: Match, event: str, now: int, **fields: object) -> Progress:
    after = replace(match, version=match.version + 1, updated=now, **fields)  # type: ignore[arg-type]
    return Progress(match, after, events=(event,))


VERBS = {
    "place": _move,
    "remove": _move,
    "resign": _resign,
    "abort": _abort,
    "offer_draw": _offer_draw,
    "accept_draw": _accept_draw,
    "decline_draw": _decline_draw,
    "claim_win": _claim_win,
    "claim_draw": _claim_draw,
    "rematch": _rematch,
}
