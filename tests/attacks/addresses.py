"""Every address of the site with something in each of its places, from the URLconf itself.

What comes later is tried, too: nobody has to name it here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

SAMPLES = {"int": "1", "uuid": "00000000-0000-4000-8000-000000000000"}

WORDS = {
    "variant": "classic",
    "notation": "........._X",
    "number": "1",
    "name": "ada",
    "uidb64": "MQ",
    "token": "a-b",
    "kind": "json",
    "slug": "minimax",
    "day": "2026-01-01",
    "app_label": "games",
}
"""By the name of a place, a word that leads somewhere."""


def addresses(most: int = 1000) -> list[str]:
    """All of them, those of the admin included."""
    found = list(dict.fromkeys(_below(get_resolver().url_patterns, "")))
    assert 150 < len(found) < most, len(found)
    return found


def _below(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for one in patterns:
        path = before + _filled(str(one.pattern))
        if isinstance(one, URLResolver):
            yield from _below(one.url_patterns, path)
        else:
            yield "/" + path


def _filled(pattern: str) -> str:
    """A route with its places filled in; of an expression, what it takes at the least."""
    route = re.sub(r"<(?:(\w+):)?(\w+)>", lambda found: _word(found[1] or "str", found[2]), pattern)
    if route.startswith("^") or "(?P" in route:
        route = re.sub(r"\(\?P<(\w+)>[^)]*\)", lambda found: _word("str", found[1]), route)
        route = route.replace("^", "").replace("$", "").replace("\\Z", "").replace("\\", "")
    return route


def _word(kind: str, name: str) -> str:
    return WORDS.get(name) or SAMPLES.get(kind) or "AbCdEfGhIjK1"
