"""Challenge a person to a game: ask, accept, decline, withdraw, expire.

A challenge to somebody who blocks the challenger is stored and answered like any other; only the
challenged person's pages hide it. So the challenger cannot tell that there is a block.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts import people
from accounts.limits import one_at_a_time
from games.match import FRIEND, Match, RefusalCode, Refused
from games.models import Challenge
from games.queries import selectors, social
from games.rules import RulesError, board_class
from games.services import bots
from games.services.new import Request, check_terms, new_game
from games.services.open import require_outside
from games.signals import challenges_changed

MOST_WAITING = settings.SIZES["challenges"]
"""Challenges of one person that wait for an answer at a time."""

LASTS = timedelta(days=1)
CLOCK_LASTS = timedelta(minutes=10)
"""How long a challenge waits for its answer; with a clock both have to be here."""

KEPT = timedelta(days=7)
"""How long the answer to a challenge is stored."""

AT_ONCE = 500
"""Challenges that one statement of the sweep expires."""


class NoSuchChallenge(LookupError):
    """There is no challenge with this id for this person."""

    def __init__(self, challenge_id: str) -> None:
        super().__init__(f"There is no challenge {challenge_id!r} for you.")


def challenge(*, by: int, to: int, request: Request) -> Challenge:
    """Ask the person ``to`` for a game on the terms of ``request``; its seat is that of ``by``.

    Raises Refused: ``bad_message`` or ``not_allowed`` for impossible terms, ``login_required`` for
    a rated game with a guest, ``too_many`` beyond the limit.
    """
    if by == to:
        raise Refused(RefusalCode.NOT_ALLOWED, "You cannot challenge yourself.")
    try:
        board = board_class(request.variant)
    except RulesError as error:
        raise Refused(RefusalCode.BAD_MESSAGE, f"{error}.") from None
    check_terms(board, request, FRIEND)
    require_outside(by, to)
    other = get_user_model().objects.get(pk=to)
    if people.is_blocking(by, to):
        raise Refused(RefusalCode.NOT_ALLOWED, f"You have blocked {other}. Unblock them first.")
    if request.rated:
        _require_accounts(by, other)
        bots.require_alike((by, to))
    base, increment = request.clock or (None, None)
    now = timezone.now()
    asked = Challenge(
        challenger_id=by,
        challenged=other,
        variant=request.variant,
        seat=request.seat,
        base_ms=None if base is None else base * 1000,
        increment_ms=None if increment is None else increment * 1000,
        rated=request.rated,
        made_at=now,
        expires_at=now + (LASTS if base is None else CLOCK_LASTS),
    )
    _store(asked)
    return asked


def accept(*, challenge_id: str, user_id: int) -> Match:
    """Accept a challenge to ``user_id`` and begin its game; if repeated, return the same game.

    Raises NoSuchChallenge, Refused if it cannot be accepted now, and UnderMaintenance.
    """
    with transaction.atomic():
        asked = _asked(challenge_id, challenged_id=user_id)
        if asked.game_id is not None:
            return selectors.match(asked.game_id)
        _require_waiting(asked)
        _require_no_block(asked)
        _require_free(asked)
        match = _begin(asked)
        _answer(asked, Challenge.Status.ACCEPTED, match.id)
    return match


def decline(*, challenge_id: str, user_id: int) -> Challenge:
    """Decline a challenge. Raises NoSuchChallenge, and Refused if it no longer waits."""
    with transaction.atomic():
        asked = _asked(challenge_id, challenged_id=user_id)
        if asked.status != Challenge.Status.DECLINED:
            _require_waiting(asked)
            _answer(asked, Challenge.Status.DECLINED)
    return asked


def withdraw_challenge(*, challenge_id: str, user_id: int) -> Challenge:
    """Take back a challenge by ``user_id``. Raises NoSuchChallenge, and Refused if answered."""
    with transaction.atomic():
        asked = _asked(challenge_id, challenger_id=user_id)
        if asked.status != Challenge.Status.WITHDRAWN:
            _require_waiting(asked)
            _answer(asked, Challenge.Status.WITHDRAWN)
    return asked


def expire_challenges() -> int:
    """Close the challenges whose time is over; return how many. Both people are told."""
    waiting = Challenge.objects.filter(status=Challenge.Status.WAITING)
    stale = waiting.filter(expires_at__lte=timezone.now()).order_by("expires_at")[:AT_ONCE]
    found = list(stale.values_list("pk", "challenger_id", "challenged_id"))
    keys = [key for key, _, _ in found]
    closed = waiting.filter(pk__in=keys).update(
        status=Challenge.Status.EXPIRED, answered_at=timezone.now()
    )
    _tell(*{person for _, *both in found for person in both})
    return closed


def forget_challenges() -> int:
    """Delete the challenges that ended long ago; return how many."""
    over = Challenge.objects.filter(made_at__lt=timezone.now() - KEPT)
    return over.exclude(status=Challenge.Status.WAITING).delete()[0]


def _store(asked: Challenge) -> None:
    """Store a new challenge. Only one at a time to a person, and few in all."""
    mine = Challenge.objects.filter(
        challenger_id=asked.challenger_id, status=Challenge.Status.WAITING
    )
    try:
        with one_at_a_time(asked.challenger_id):
            mine.filter(expires_at__lte=asked.made_at).update(
                status=Challenge.Status.EXPIRED, answered_at=asked.made_at
            )
            if mine.count() >= MOST_WAITING:
                said = f"{MOST_WAITING} of your challenges wait for an answer. Withdraw one first."
                raise Refused(RefusalCode.TOO_MANY, said)
            asked.save(force_insert=True)
    except IntegrityError:
        said = f"You have challenged {asked.challenged} already. Withdraw that challenge first."
        raise Refused(RefusalCode.TOO_MANY, said) from None
    _tell(asked.challenger_id, asked.challenged_id)


def _require_accounts(by: int, other: object) -> None:
    if selectors.is_guest(by):
        raise Refused(
            RefusalCode.LOGIN_REQUIRED,
            "Rated games need an account. Sign up, or challenge to one that is not rated.",
        )
    if getattr(other, "is_guest", False):
        raise Refused(
            RefusalCode.NOT_ALLOWED,
            f"{other} plays without an account, so the game cannot be rated.",
        )


def _asked(challenge_id: str, **who: int) -> Challenge:
    """A challenge of or to a person, locked until the transaction ends."""
    rows = Challenge.objects.select_for_update(of=("self",))
    found = rows.filter(pk=challenge_id, **who).select_related("challenger", "challenged").first()
    if found is None:
        raise NoSuchChallenge(challenge_id)
    return found


ENDS = {
    Challenge.Status.DECLINED: "{challenged} has declined this challenge.",
    Challenge.Status.WITHDRAWN: "{challenger} has withdrawn this challenge.",
    Challenge.Status.ACCEPTED: "{challenged} has accepted this challenge.",
    Challenge.Status.EXPIRED: "The time to answer this challenge is over.",
}


def _require_waiting(asked: Challenge) -> None:
    if not asked.is_waiting:
        over = asked.status == Challenge.Status.WAITING
        status = Challenge.Status.EXPIRED if over else Challenge.Status(asked.status)
        raise Refused(RefusalCode.NOT_OPEN, _sentence(ENDS[status], asked))


def _sentence(text: str, asked: Challenge) -> str:
    return text.format(challenger=asked.challenger, challenged=asked.challenged)


def _require_no_block(asked: Challenge) -> None:
    """Raise Refused if either has blocked the other; to the blocked one it looks withdrawn."""
    if people.is_blocking(asked.challenged_id, asked.challenger_id):
        said = f"You have blocked {asked.challenger}. Unblock them first."
        raise Refused(RefusalCode.NOT_ALLOWED, said)
    if people.is_blocking(asked.challenger_id, asked.challenged_id):
        said = _sentence(ENDS[Challenge.Status.WITHDRAWN], asked)
        raise Refused(RefusalCode.NOT_OPEN, said)


def _require_free(asked: Challenge) -> None:
    """Raise Refused if either is in a game with a clock; lock both, so that only one can begin."""
    if asked.base_ms is None:
        return
    both = (asked.challenger_id, asked.challenged_id)
    rows = get_user_model().objects.select_for_update(no_key=True).filter(pk__in=both)
    list(rows.order_by("pk").values_list("pk"))
    if social.plays_on_a_clock(asked.challenged_id):
        said = "You are in a game with a clock. Finish it first."
        raise Refused(RefusalCode.NOT_ALLOWED, said)
    if social.plays_on_a_clock(asked.challenger_id):
        said = f"{asked.challenger} is in a game with a clock. Try again when it is over."
        raise Refused(RefusalCode.NOT_ALLOWED, said)


def _begin(asked: Challenge) -> Match:
    clock = None
    if asked.base_ms is not None:
        clock = asked.base_ms // 1000, (asked.increment_ms or 0) // 1000
    request = Request(asked.variant, FRIEND, asked.seat, clock, asked.rated)
    return new_game(
        user_id=asked.challenger_id,
        name=asked.challenger.get_username(),
        request=request,
        against=(asked.challenged_id, asked.challenged.get_username()),
    )


def _answer(asked: Challenge, status: Challenge.Status, game_id: str | None = None) -> None:
    asked.status, asked.game_id, asked.answered_at = status, game_id, timezone.now()
    asked.save(update_fields=["status", "game", "answered_at"])
    _tell(asked.challenger_id, asked.challenged_id)


def _tell(*people_ids: int) -> None:
    def send() -> None:
        challenges_changed.send(Challenge, people=people_ids)

    if people_ids:
        transaction.on_commit(send, robust=True)


def merge_challenges(guest_id: int, member_id: int) -> None:
    """Give a member the challenges that a guest sent and received; delete those between the two."""
    both = (guest_id, member_id)
    Challenge.objects.filter(challenger__in=both, challenged__in=both).delete()
    waiting = Q(status=Challenge.Status.WAITING)
    for near, far in (("challenger", "challenged"), ("challenged", "challenger")):
        known = Challenge.objects.filter(waiting, **{near: member_id}).values(f"{far}_id")
        rows = Challenge.objects.filter(**{near: guest_id})
        rows.filter(waiting, **{f"{far}__in": known}).delete()
        rows.update(**{near: member_id})
