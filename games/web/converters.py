"""Parts of addresses that are more than a text or a number."""

from __future__ import annotations

from django.urls import register_converter

from games.match.ids import PATTERN


class GameId:
    """``<game:…>`` in an address. Text that cannot be an id never reaches the database."""

    regex = PATTERN

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(GameId, "game")
