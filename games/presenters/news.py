"""The news of a move in a game that goes on: what changes, in the same words for everybody.

A page makes the next snapshot of the one that it has and of the news, ``news.js``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from games.match import ACTIVE, PERSON, Match, Verb
from games.match.endings import begun
from games.presenters.breaths import BreathFacts, breath_of
from games.presenters.game_page import available_actions
from games.presenters.sentences import declined
from games.presenters.small_boards import SmallBoardFacts, small_boards
from games.presenters.snapshots import ClockFacts, clock_facts, offers
from games.presenters.speech import Speech, speech

May = Mapping[str, Sequence[Verb]]


class News(TypedDict):
    """``moves`` are seat, cell and action of each move, made ``ago`` ms before ``now``. ``by`` is
    the id of the action that led to it: to whoever sent that from the seat of the first move, this
    is the answer. Of what may be left out, ``clock``, ``breath`` and ``speech`` are null then,
    nobody's draw was ``declined``, and ``may`` and ``offers`` are as they were.
    """

    version: int
    by: NotRequired[str]
    moves: Sequence[tuple[str, int, str]]
    to_act: str
    action: str
    legal: Sequence[int]
    small_boards: NotRequired[SmallBoardFacts]
    ago: int
    now: int
    may: NotRequired[May]
    clock: NotRequired[ClockFacts]
    offers: NotRequired[dict[str, str | int | None]]
    declined: NotRequired[str]
    breath: NotRequired[BreathFacts]
    speech: NotRequired[Speech]


def follows(before: Match, after: Match) -> bool:
    """Whether news can tell of ``after`` to whoever knows ``before``, the version before it: a
    move was made, and the game goes on with the same people under the same terms.
    """
    return (
        before.status == after.status == ACTIVE
        and before.version == after.version - 1
        and len(before.moves) < len(after.moves)
        and (before.seats is after.seats or before.seats == after.seats)
        and before.chance_from == after.chance_from
        and before.return_id == after.return_id
    )


def news(
    before: Match, after: Match, now: int, may: May | None = None, by: str | None = None
) -> News:
    """What ``after``, which ``follows`` the match ``before``, has that is new.

    ``now`` is the server's time in ms since 1970; ``may`` is None if it is known, and
    ``by`` if no player's action led there.
    """
    board, acting = before.board, after.board
    first, *others = after.moves[len(before.moves) :]
    made = [(board.to_move, first, board.action)]
    for cell in others:
        board = board.make_move(made[-1][1])
        made.append((board.to_move, cell, board.action))
    told: News = {
        "version": after.version,
        "moves": made,
        "to_act": acting.to_move,
        "action": acting.action,
        "legal": acting.available_moves(),
        "ago": now - after.updated,
        "now": now,
    }
    if (small := small_boards(after)) is not None:
        told["small_boards"] = small
    if by is not None:
        told["by"] = by
    if may is not None:
        told["may"] = may
    if (clock := clock_facts(after)) is not None:
        told["clock"] = clock
    if (offered := offers(after)) != offers(before):
        told["offers"] = offered
    if (asked := after.draw_offered_by) is not None and declined(after, asked):
        told["declined"] = asked
    if [seat for seat in after.seats if seat.kind != PERSON]:
        if (breath := breath_of(after)) is not None:
            told["breath"] = breath
        if (says := speech(after)) is not None:
            told["speech"] = says
    return told


def keeps_may(before: Match, after: Match) -> bool:
    """Whether it is certain, without looking at each action, that ``may`` says the same of both
    where the same seat acts and nobody is away: most moves change nothing of it.
    """
    return (
        before.seats is after.seats
        and before.status == after.status == ACTIVE
        and begun(before) == begun(after)
        and before.draw_offered_by is None is after.draw_offered_by
        and before.replace_offer is None is after.replace_offer
    )


def may(match: Match, gone: frozenset[str] = frozenset()) -> May:
    """What each person may do beside moving, by their seat, while the seats ``gone`` are away.

    Somebody with several seats is at one of them at a time.
    """
    acts = match.board.action
    people = {match.seat_of(seat.user): seat.user for seat in match.seats if seat.user is not None}
    return {
        you: [verb for verb in available_actions(match, user, gone) if verb != acts]
        for you, user in people.items()
        if you is not None
    }
