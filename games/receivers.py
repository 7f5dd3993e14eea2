"""What games listen to: people who leave for good."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from games import services


@receiver(pre_delete, sender=settings.AUTH_USER_MODEL)
def leave(sender: Any, instance: Any, **kwargs: Any) -> None:
    """Nobody waits for a player whose account is gone. The games stay, without the name."""
    services.leave_all(user_id=instance.pk)
