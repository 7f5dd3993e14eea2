"""How a guest becomes a member: by signing up, or by logging in to an account and merging."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.http import HttpRequest

from accounts.giving_way import giving_way
from accounts.models import User
from accounts.sessions import SessionStore
from accounts.signals import guest_described, guest_merged, guest_signed_up

GUEST = "guest"
"""In a member's session: the number of the guest this browser was before the log-in."""


def sign_up(request: HttpRequest, guest: User, account: User) -> bool:
    """Make ``guest`` a member with the name, password and e-mail address of ``account``.

    It stays the same row, so games, stars and seats stay where they are. The session gets a new
    key: pages that have a socket open connect again with it. False if this guest is none any more:
    another tab was faster. Raises IntegrityError if somebody took the name meanwhile.
    """
    session = request.session
    assert isinstance(session, SessionStore)
    fields = {"name": account.name, "password": account.password, "email": account.email}
    with transaction.atomic():
        member = User.objects.filter(pk=guest.pk, is_guest=True).first()
        if member is None:
            return False
        for field, value in {"is_guest": False, **fields}.items():
            setattr(member, field, value)
        # Games first, then the person, as the end of a game has it: so none waits for the other.
        guest_signed_up.send(User, user=member)
        if not User.objects.filter(pk=guest.pk, is_guest=True).update(is_guest=False, **fields):
            transaction.set_rollback(True)
            return False
        session[HASH_SESSION_KEY] = member.get_session_auth_hash()
        session.cycle_key()
    request.user = member
    user_logged_in.send(User, request=request, user=member)
    return True


def held_by(guest: User) -> list[str]:
    """What a guest would bring into an account, in short phrases."""
    answers: list[tuple[Any, Any]] = guest_described.send(User, guest=guest)
    return [phrase for _, phrases in answers for phrase in phrases]


def merge(guest: User, member: User) -> None:
    """Give ``member`` everything that ``guest`` did, in one transaction.

    A game in which both are seated cannot change hands and stays with the guest.
    """
    giving_way(lambda: _merge(guest, member))


def _merge(guest: User, member: User) -> None:
    # Always locked in the same order, so that two merges cannot deadlock.
    both = User.objects.select_for_update().filter(pk__in=(guest.pk, member.pk)).order_by("pk")
    found = {user.pk: user for user in both}
    if {pk: user.is_guest for pk, user in found.items()} != {guest.pk: True, member.pk: False}:
        return  # done already, in another tab
    answers = guest_merged.send(User, guest=found[guest.pk], member=found[member.pk])
    if not any(stays for _, stays in answers):
        found[guest.pk].delete()
