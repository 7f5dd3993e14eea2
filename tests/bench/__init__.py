"""Benches: what Oxo costs, measured beside others and beside itself (``docs/performance.md``).

``say`` prints their lines.
"""

from __future__ import annotations

import sys


def say(line: str) -> None:
    """Print ``line`` at once, also into a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
