"""How many sockets and messages are allowed: for each socket, person and address of this process.

Messages are counted by token buckets: a rate a second, and how many may come at once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.conf import settings

from games.live.bucket import Bucket

MOST_SOCKETS = settings.SIZES["sockets_of_person"]
"""Connections one person may have to one process: many tabs, on several devices."""

MOST_VISITORS = settings.SIZES["sockets_of_visitors"]
"""Connections without an account from one address: four classes that watch."""

MOST_OF_ADDRESS = settings.SIZES["sockets_of_address"]
"""Connections from one address in all, with accounts or without: a whole school at play."""

PERSONS_RATE = 40
"""Messages a second over all sockets of one person."""

VISITORS_RATE = 200
"""Messages a second over all sockets without an account from one address."""

Counted = tuple[str, int | str]
"""What connections are counted by: a person's id, or an address for one of two reasons."""


@dataclass(slots=True)
class Place:
    """A connection's place in the counts, and the bucket it shares with others of its kind.

    The bucket is that of the person, or of all visitors of the address; None where the address is
    not known either.
    """

    counted: tuple[Counted, ...]
    bucket: Bucket | None


def game_bucket() -> Bucket:
    """For the messages of one socket at a game: each may be a move."""
    return Bucket(rate=20, size=40)


def quiet_bucket() -> Bucket:
    """For the messages of a socket that mostly listens."""
    return Bucket(rate=5, size=20)


class ConnectionQuotas:
    """Everybody who is connected to this process."""

    def __init__(self) -> None:
        self._sockets: dict[Counted, int] = defaultdict(int)
        self._buckets: dict[Counted, Bucket] = {}

    def admit(self, user_id: int | None, address: str | None) -> Place | None:
        """Count one more connection; None if that is one too many."""
        limits: dict[Counted, int] = {}
        if address is not None:  # a unix socket without a proxy has none
            limits["address", address] = MOST_OF_ADDRESS
        if user_id is not None:
            limits["person", user_id] = MOST_SOCKETS
        elif address is not None:
            limits["visitors", address] = MOST_VISITORS
        if any(self._sockets.get(key, 0) >= most for key, most in limits.items()):
            return None
        for key in limits:
            self._sockets[key] += 1
        return Place(tuple(limits), self._bucket(*limits))

    def _bucket(self, *keys: Counted) -> Bucket | None:
        """The bucket of the last of ``keys``, which all its sockets share."""
        if not keys:
            return None
        key = keys[-1]
        if key not in self._buckets:
            rate = PERSONS_RATE if key[0] == "person" else VISITORS_RATE
            self._buckets[key] = Bucket(rate=rate, size=2 * rate)
        return self._buckets[key]

    def release(self, place: Place) -> None:
        for key in place.counted:
            self._sockets[key] -= 1
            if self._sockets[key] == 0:
                del self._sockets[key]
                self._buckets.pop(key, None)
