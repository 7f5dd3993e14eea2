"""Engines named with options, as in ``alphabeta:depth=2,memo=yes``."""

from __future__ import annotations

import re

from games.engines import engine
from games.engines.base import Engine, EngineError

_WORDS: dict[str, bool | None] = {
    "yes": True,
    "on": True,
    "no": False,
    "off": False,
    "none": None,
}


def configured(variant: str, text: str) -> Engine:
    """The engine ``text`` names for ``variant``: a slug, then perhaps ``:`` and options.

    Raises EngineError, quoting the text, for an unknown slug, an option the engine does not
    have, or a setting that is neither a whole number nor yes, no or none.
    """
    slug, colon, rest = text.partition(":")
    found = engine(variant, slug)
    if not colon:
        return found
    return found.with_options(**dict(_option(text, part) for part in rest.split(",")))


def _option(text: str, part: str) -> tuple[str, int | None]:
    name, _, word = part.partition("=")
    if word in _WORDS:
        return name, _WORDS[word]
    if re.fullmatch("[0-9]{1,3}", word):
        return name, int(word)
    raise EngineError(
        f"{part!r} in {text!r} sets nothing: expected name=number, name=yes, name=no or name=none"
    )
