"""Maintenance: no new game begins, and games in play go on to their ends.

The row in the database decides, so that every process refuses from the same moment on.
"""

from __future__ import annotations

from django.utils import timezone

from games import models
from games.queries import selectors

NOTICE = (
    "We are about to work on the site. Games that are being played go on; "
    "new ones can begin again in a while."
)
"""What people read if nothing else is said."""


class UnderMaintenance(Exception):
    """No game begins now; the text is for people. Try again after ``retry_after`` seconds."""

    retry_after = 60


def begin_maintenance(text: str = NOTICE) -> None:
    """Let no game begin from now on; ``text`` says why."""
    defaults = {"text": text, "since": timezone.now()}
    models.Maintenance.objects.update_or_create(pk=1, defaults=defaults)


def end_maintenance() -> bool:
    """Let games begin again; False if there was no maintenance."""
    return models.Maintenance.objects.all().delete()[0] > 0


def require_no_maintenance() -> None:
    """Raise UnderMaintenance while no game may begin."""
    if (under_way := selectors.maintenance()) is not None:
        raise UnderMaintenance(under_way.text)
