"""What a site depends on, taken away from it and given back."""

from __future__ import annotations

import resource
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.db import connection

from tests.faults.services import PostgreSQL, Redis
from tests.outage import Cable
from tests.site import Site

FULL = 64 * 1024
"""Bytes that a file may have where the disk is full: SQLite's files have more."""


class Outage(Protocol):
    """Both may take their time, and are called from a thread."""

    def begin(self) -> None: ...
    def end(self) -> None: ...


@dataclass(frozen=True)
class Restart:
    """A service that is killed and comes back."""

    service: PostgreSQL | Redis

    def begin(self) -> None:
        self.service.crash()

    def end(self) -> None:
        self.service.start()


@dataclass(frozen=True)
class FullDisk:
    """No file of the sites' may grow, nor be written where it is already larger than ``FULL``."""

    sites: Sequence[Site]

    def begin(self) -> None:
        self._limit(FULL)

    def end(self) -> None:
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        for site in self.sites:
            limits = (size, resource.RLIM_INFINITY)
            resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, limits)


def of_database(sites: Sequence[Site], cable: Cable | None) -> Mapping[str, Outage]:
    """After which, and for a moment after which, a site may say that it is unavailable."""
    found: dict[str, Outage] = {}
    if connection.vendor == "sqlite":
        found["disk full"] = FullDisk(sites)
    if cable is not None:
        found["PostgreSQL cut off"] = cable
    if (own := PostgreSQL.of_environment()) is not None:
        found["PostgreSQL killed"] = Restart(own)
    return found


def of_redis() -> Mapping[str, Outage]:
    """Which nobody should notice but by news that come late."""
    own = Redis.of_environment()
    return {} if own is None else {"Redis killed": Restart(own)}
