"""Errors that the rules of a game raise."""

from __future__ import annotations

QUOTED = 60
"""Characters of a text that a refusal repeats."""


def quoted(text: str) -> str:
    """``text`` for a refusal, cut where it is too long to repeat."""
    return repr(text if len(text) <= QUOTED else text[:QUOTED] + "…")


class RulesError(ValueError):
    """A request that the rules of a game forbid. ``code`` is stable, the text is for people."""

    code = "not_allowed"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code


class IllegalMove(RulesError):
    """A move this position does not allow; the message quotes the cell and the position.

    ``code`` is one of ``bad_cell``, ``cell_taken``, ``cell_empty``, ``wrong_board``, ``game_over``.
    """

    code = "bad_cell"


class BadNotation(RulesError):
    """Text that is not a position of the game; the message quotes it and says what is expected."""

    code = "bad_notation"
