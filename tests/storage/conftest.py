"""The matches that the tests of the games app open, for the tests of what stores them."""

from __future__ import annotations

from tests.games.conftest import friendly, open_match, play

__all__ = ["friendly", "open_match", "play"]
