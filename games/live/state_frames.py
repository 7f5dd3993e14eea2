"""A match as the text of state frames, made once for each kind of viewer."""

from __future__ import annotations

from collections.abc import Mapping

from games import presenters, services
from games.live import protocol
from games.match import Match

REUSABLE_MS = 50
"""Milliseconds for which frames may be sent again: they contain the time."""


class StateFrames:
    """The frames of ``match`` at one moment. Viewers of one seat, or of none, share a text."""

    def __init__(self, match: Match, presence: Mapping[str, str]) -> None:
        self.match, self.presence = match, presence
        self._now = services.now_ms()
        self._shared = presenters.shared(match, self._now, presence)
        self._shared_text = protocol.encode_part(self._shared)
        self._gone = presenters.gone_seats(presence)
        self._texts: dict[str | None, bytes] = {}

    def still_hold(self, match: Match, presence: Mapping[str, str]) -> bool:
        """Whether new frames would say the same."""
        fresh = services.now_ms() - self._now < REUSABLE_MS
        return match is self.match and presence == self.presence and fresh

    def text(self, viewer: int | None) -> bytes:
        """The state frame for the person with id ``viewer``, or for nobody."""
        you = self.match.seat_of(viewer)
        if you not in self._texts:
            self._texts[you] = protocol.state_text(self._shared_text, self._viewed(viewer, you))
        return self._texts[you]

    def snapshot(self, viewer: int | None) -> presenters.Snapshot:
        """The snapshot for the person with id ``viewer``, or for nobody."""
        return {**self._shared, **self._viewed(viewer, self.match.seat_of(viewer))}

    def _viewed(self, viewer: int | None, you: str | None) -> presenters.Viewed:
        return presenters.viewed(self.match, viewer, you, self._gone)
