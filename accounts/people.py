"""Follows and blocks.

Only members follow, and only members. Anybody can block anybody. A block works both ways in the
lobby, where neither meets the other, and what the blocked person sends does not arrive. The
blocked person is not told.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import (
    BooleanField,
    Case,
    Exists,
    Expression,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)

from accounts.guests import TooOften
from accounts.limits import in_words, one_at_a_time, over_limit
from accounts.models import Block, Follow, User
from accounts.names import quoted

MOST_FOLLOWED: int = settings.SIZES["followed_people"]
MOST_BLOCKED: int = settings.SIZES["blocked_people"]


class NotPossible(Exception):
    """This follow or block is not possible; the text is for people."""


def follow(user: User, other: User) -> bool:
    """Let ``user`` follow ``other``; False if they do already.

    Raises NotPossible for guests, for oneself and beyond the limit, and TooOften.
    """
    if user == other:
        raise NotPossible("You cannot follow yourself.")
    if user.is_guest:
        raise NotPossible("Following needs an account. Sign up, and you can follow people.")
    if other.is_guest:
        raise NotPossible(f"{other.name} plays without an account, so you cannot follow them.")
    if Block.objects.filter(blocker=user, blocked=other).exists():
        raise NotPossible(f"You have blocked {other.name}. Unblock them first.")
    _count(user)
    with one_at_a_time(user.pk):
        if Follow.objects.filter(follower=user).count() >= MOST_FOLLOWED:
            raise NotPossible(f"You follow {MOST_FOLLOWED} people, and more is not possible.")
        return _added(Follow(follower=user, followed=other))


def unfollow(user: User, other: User) -> bool:
    """Stop following ``other``; False if ``user`` did not follow them."""
    return Follow.objects.filter(follower=user, followed=other).delete()[0] > 0


def block(user: User, other: User) -> bool:
    """Let ``user`` block ``other``; False if they do already.

    ``user`` stops following ``other``. If ``other`` follows ``user`` nothing changes there, so that
    nobody can tell. Raises NotPossible for oneself and beyond the limit, and TooOften.
    """
    if user == other:
        raise NotPossible("You cannot block yourself.")
    _count(user)
    with one_at_a_time(user.pk):
        if Block.objects.filter(blocker=user).count() >= MOST_BLOCKED:
            raise NotPossible(f"You have blocked {MOST_BLOCKED} people, and more is not possible.")
        unfollow(user, other)
        return _added(Block(blocker=user, blocked=other))


def unblock(user: User, other: User) -> bool:
    """Unblock ``other``; False if ``user`` had not blocked them."""
    return Block.objects.filter(blocker=user, blocked=other).delete()[0] > 0


def is_following(user_id: int | None, other_id: int) -> bool:
    return Follow.objects.filter(follower=user_id, followed=other_id).exists()


def is_blocking(user_id: int | None, other_id: int) -> bool:
    return Block.objects.filter(blocker=user_id, blocked=other_id).exists()


def shows(person: User, viewer_id: int | None) -> bool:
    """Whether a person's presence, openings and results are for the viewer, who may be nobody."""
    return (
        not person.friends_only
        or person.pk == viewer_id
        or (viewer_id is not None and is_following(person.pk, viewer_id))
    )


def shows_to(viewer_id: int | Expression) -> Case:
    """The same of a row of ``User``, in the database."""
    back = Follow.objects.filter(follower=OuterRef("pk"), followed=viewer_id)
    everybody = When(friends_only=False, then=Value(True))
    return Case(everybody, default=Exists(back), output_field=BooleanField())


def showing(among: set[int], viewer_id: int | None) -> set[int]:
    """Those ``among`` some people whose results are for the viewer, who may be nobody."""
    if viewer_id is None or not among:
        return set()
    rows = User.objects.filter(shows_to(viewer_id), pk__in=among)
    return {viewer_id} & among | set(rows.values_list("pk", flat=True))


def followed_by(user_id: int | Expression) -> QuerySet[User]:
    """The open accounts that a person follows, by name."""
    return User.objects.filter(followers__follower=user_id, is_active=True).order_by("name")


def blocked_by(user_id: int) -> QuerySet[User]:
    """Those whom a person has blocked, by name."""
    return User.objects.filter(blocked_by__blocker=user_id).order_by("name")


def apart_from(user_id: int | None) -> set[int]:
    """Everybody whom a person blocks or who blocks them: they are not to meet."""
    if user_id is None:
        return set()
    rows = Block.objects.filter(Q(blocker=user_id) | Q(blocked=user_id))
    pairs = rows.values_list("blocker_id", "blocked_id")
    return {one for pair in pairs for one in pair if one != user_id}


def pairs_apart(user_ids: Iterable[int]) -> set[frozenset[int]]:
    """The pairs of some people between whom there is a block, in either direction."""
    them = set(user_ids)
    rows = Block.objects.filter(blocker__in=them, blocked__in=them)
    return {frozenset(pair) for pair in rows.values_list("blocker_id", "blocked_id")}


def blockers_of(user_id: int, among: Iterable[int]) -> set[int]:
    """Those ``among`` some people who block a person."""
    rows = Block.objects.filter(blocked=user_id, blocker__in=list(among))
    return set(rows.values_list("blocker_id", flat=True))


def person_named(name: str) -> User | None:
    """The member or guest of that name; None for nobody, and for a closed account."""
    return User.objects.named(name).filter(is_active=True).first()


def nobody(name: str) -> str:
    """The error for a name that nobody has."""
    return f"Nobody here is called {quoted(name)}."


def merge(guest: User, member: User) -> None:
    """Give a member whom the guest blocked, and make those who blocked the guest block them."""
    for near, far in (("blocker", "blocked"), ("blocked", "blocker")):
        known = Block.objects.filter(**{near: member}).values(f"{far}_id")
        rows = Block.objects.filter(**{near: guest}).exclude(**{far: member})
        rows.exclude(**{f"{far}__in": known}).update(**{near: member})


def _count(user: User) -> None:
    if wait := over_limit("follow", user.pk):
        raise TooOften(f"You follow or block too many people. Wait {in_words(wait)}.", wait)


def _added(row: Follow | Block) -> bool:
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:  # it is there already
        return False
    return True
