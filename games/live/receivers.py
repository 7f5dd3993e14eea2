"""Receivers of signals: committed changes, people who leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.guests import User
from accounts.sessions import stored_key
from accounts.signals import guest_signed_up, session_ended
from accounts.tokens import token_revoked
from games.live.hub import hub
from games.live.protocol import LOG_IN_AGAIN
from games.live.session import mark_of
from games.services.say import NewRemark
from games.signals import GameChange, challenges_changed, games_changed, remark_made

RENEWAL = 1.0
"""Seconds that the answer to a changed password has to reach the browser with the new session."""


@receiver(games_changed)
def spread(sender: object, changes: Sequence[GameChange], **kwargs: object) -> None:
    for change in changes:
        hub.running.note(change.match)
        hub.streams.note(change.match)
    hub.broadcast.announce(changes)


@receiver(challenges_changed)
def tell_people(sender: object, people: tuple[int, ...], **kwargs: object) -> None:
    hub.tell_people(people)


@receiver(remark_made)
def tell_remark(sender: object, said: NewRemark, **kwargs: object) -> None:
    hub.remarks.announce(said)


@receiver(post_save, sender=settings.AUTH_USER_MODEL)
def changed(sender: object, instance: Any, created: bool, **kwargs: object) -> None:
    """Close a person's sockets after a new password, or when the account is closed.

    Django holds the new password in ``_password`` only until it is saved. Pages whose session goes
    on, since changing a password renews it, notice that and reconnect.
    """
    new_password: str | None = instance._password
    if not created and (new_password is not None or not instance.is_active):
        dismiss_after_commit(instance.pk)


@receiver(post_delete, sender=settings.AUTH_USER_MODEL)
def deleted(sender: object, instance: User, **kwargs: object) -> None:
    dismiss_after_commit(instance.pk)


@receiver(token_revoked)
def revoked(sender: object, user_id: int, digest: str, **kwargs: object) -> None:
    hub.dismiss_user(user_id, LOG_IN_AGAIN, session=mark_of(digest))


@receiver(session_ended)
def ended(sender: object, user_id: int, key: str, **kwargs: object) -> None:
    hub.dismiss_user(user_id, LOG_IN_AGAIN, session=mark_of(key))


@receiver(guest_signed_up)
def signed_up(sender: object, user: User, **kwargs: object) -> None:
    """A guest has one session, and that has a new key: its pages connect again with it."""
    dismiss_after_commit(user.pk)


def dismiss_after_commit(user_id: int) -> None:
    # Not at once: if a page reconnects while its session still has the old password's hash, Django
    # deletes that session, and with it the one that is just being renewed.
    transaction.on_commit(lambda: hub.dismiss_user(user_id, LOG_IN_AGAIN, RENEWAL), robust=True)


@receiver(user_logged_out)
def dismiss(sender: object, request: HttpRequest, user: User | None, **kwargs: object) -> None:
    """Close only this session's sockets: the account may be in use on another device."""
    if user is not None:
        key = stored_key(request.session.session_key)
        hub.dismiss_user(user.pk, LOG_IN_AGAIN, session=mark_of(key))
