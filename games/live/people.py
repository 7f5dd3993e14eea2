"""How much one person may do at a time over all sockets of this process."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.live.bucket import Bucket

MOST_SOCKETS = 40
"""Connections one person may have to one process: many tabs, on several devices."""


def _bucket() -> Bucket:
    return Bucket(rate=40, size=80)


@dataclass(slots=True)
class Person:
    """One who is connected: how often, and how much they have sent lately."""

    sockets: int = 0
    bucket: Bucket = field(default_factory=_bucket)


class People:
    """Everybody with an account who is connected to this process."""

    def __init__(self) -> None:
        self._known: dict[int, Person] = {}

    def admit(self, user_id: int) -> Person | None:
        """Count one more connection; None if that is one too many."""
        person = self._known.setdefault(user_id, Person())
        if person.sockets >= MOST_SOCKETS:
            return None
        person.sockets += 1
        return person

    def release(self, user_id: int) -> None:
        person = self._known[user_id]
        person.sockets -= 1
        if person.sockets == 0:
            del self._known[user_id]
