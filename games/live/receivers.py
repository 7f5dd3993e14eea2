"""What the live side listens to: committed changes, people leaving."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
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
