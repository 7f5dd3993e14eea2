"""Whether what a site has written has a secret in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

SHAPES = {
    "a token of a program": re.compile(r"\boxo_[A-Za-z0-9_-]{20,}"),
    "a cookie": re.compile(r"\b(?:sessionid|csrftoken|browser)=[^\s\"',;]{8}"),
    "a login in an address": re.compile(r"://[^/\s:@]*:(?!\*\*\*)[^/\s@]+@"),
    "a hash of a password": re.compile(r"\$argon2|pbkdf2_sha256\$"),
}
"""What only a secret looks like, whatever it is."""


def leaked(logs: Iterable[Path], secrets: Mapping[str, str]) -> list[str]:
    """The names of what stands in a log, with the log's: texts of ``secrets``, and ``SHAPES``."""
    patterns = {**{name: re.compile(re.escape(text)) for name, text in secrets.items()}, **SHAPES}
    found = set()
    for log in logs:
        with log.open(errors="replace") as lines:
            for line in lines:
                found |= {
                    f"{name} ({log.name})" for name, one in patterns.items() if one.search(line)
                }
    return sorted(found)
