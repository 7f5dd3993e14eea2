"""What the live side listens to: committed changes, people leaving."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from games.live.hub import hub
from games.live.protocol import LOG_IN_AGAIN
from games.match import Match
from games.signals import game_changed


@receiver(game_changed)
def spread(sender: Any, match: Match, **kwargs: Any) -> None:
    hub.announce(match)


@receiver(user_logged_out)
def dismiss(sender: Any, user: Any, **kwargs: Any) -> None:
    if user is not None:
        hub.dismiss_user(user.pk, LOG_IN_AGAIN)


@receiver(post_save, sender=settings.AUTH_USER_MODEL)
def dismiss_after_new_password(sender: Any, instance: Any, created: bool, **kwargs: Any) -> None:
    """A new password ends every session: ``_password`` is what Django keeps of it while saving."""
    if not created and instance._password is not None:
        user_id = instance.pk
        transaction.on_commit(lambda: hub.dismiss_user(user_id, LOG_IN_AGAIN), robust=True)
