"""The clock of all services: whole milliseconds since 1970, UTC."""

from __future__ import annotations

import time


def now_ms() -> int:
    """The time now."""
    return time.time_ns() // 1_000_000
