"""Deletes accounts: at once, or closes a large one, whose rows the sweep deletes bit by bit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from accounts.giving_way import giving_way
from accounts.models import User
from accounts.signals import account_closed

STEP = 500
"""Rows that one statement changes."""

PATIENCE = 3.0
"""Seconds after which a round of the sweep leaves the rest to the next."""


TRIES = 5
"""How often an account is deleted if others link something to it at the same moment."""


def remove(user: User) -> None:
    """Delete a person with all that belongs to them.

    What others add while that is under way (a challenge, a block) would keep the row, so then it
    begins anew.
    """
    for left in range(TRIES - 1, -1, -1):
        try:
            giving_way(lambda: _delete(user.pk))
            return
        except IntegrityError:
            if not left:
                raise


def _delete(key: int) -> None:
    """Of the row that is there now; nothing if it is gone."""
    for user in User.objects.filter(pk=key):
        user.delete()


def close(user: User) -> None:
    """Close an account for good: nobody can log in to it or find it, and its name is free."""
    with transaction.atomic():
        # Addresses take this name, and nobody can choose it: names begin with no "_".
        user.name, user.email = f"_former-{user.pk}", ""
        user.set_unusable_password()  # which ends all sessions, too
        user.is_active = user.is_staff = user.is_superuser = False
        user.closed_at = timezone.now()
        user.save()
        user.groups.clear()
        user.user_permissions.clear()
        account_closed.send(User, user=user)


def sweep() -> int:
    """Delete closed accounts for some seconds; return how many are gone."""
    begun, gone = time.monotonic(), 0
    for user in User.objects.filter(closed_at__isnull=False).order_by("closed_at"):
        for _ in _emptied(user):
            if time.monotonic() - begun > PATIENCE:
                return gone
        remove(user)
        gone += 1
    return gone


def _emptied(user: User) -> Iterator[None]:
    """Do bit by bit, to rows that refer to a person, what deleting the person would do at once."""
    for relation in User._meta.related_objects:
        if relation.on_delete not in (models.SET_NULL, models.CASCADE):
            continue  # there are few such rows; deleting the person handles them
        rows: Any = relation.related_model._base_manager.filter(**{relation.field.name: user})
        while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:STEP]):
            step = relation.related_model._base_manager.filter(pk__in=keys)
            if relation.on_delete is models.SET_NULL:
                step.update(**{relation.field.name: None})
            else:
                step.delete()
            yield
