"""The frames that tell sockets of one version of a game, each encoded once."""

from __future__ import annotations

from collections.abc import Mapping

from games import presenters, services
from games.live import protocol
from games.match import Match


class Frames:
    """The frames of ``match``: news of a move, the same for everybody, and the whole state.

    ``before`` are the frames of an earlier version, or of this one while other people were
    ``presence``. ``by`` is the id of the action that led to this version, if a player's did.
    """

    __slots__ = ("_may", "_mays", "_news", "_states", "by", "gone", "match", "mover", "presence")

    def __init__(
        self,
        match: Match,
        presence: Mapping[str, str],
        before: Frames | None = None,
        by: str | None = None,
    ) -> None:
        self.match, self.presence, self.by = match, presence, by
        self._states: dict[str | None, presenters.Snapshot] = {}
        self._news: bytes | None = None
        self._mays: dict[str, presenters.May] = {}
        """What seats may do by the seat to act, as long as moves change nothing else of it."""
        self.mover = ""
        self.gone: frozenset[str]
        """The seats whose people have been away for longer than their grace."""
        if before is not None and before.presence == presence:
            self.gone = before.gone
            if before._keeps_may(match):
                self._mays = before._mays
        else:
            self.gone = presenters.gone_seats(presence)
        if (may := self._mays.get(match.board.to_move)) is None:
            may = self._mays[match.board.to_move] = presenters.may(match, self.gone)
        self._may: list[presenters.May] = [may]
        """What sockets were told that the seats may do, as of this version."""
        if before is None:
            return
        if before.match.version == match.version:
            self.by, self.mover, self._news = before.by, before.mover, before._news
            self._may = [*before._may, may] if may not in before._may else before._may
        elif presenters.follows(before.match, match):
            self.mover = before.match.board.to_move
            known = len(before._may) == 1 and before._may[0] == may
            now = services.now_ms()
            news = presenters.news(before.match, match, now, None if known else may, by)
            self._news = protocol.encode(protocol.news(news))

    def _keeps_may(self, match: Match) -> bool:
        """Whether only the turn changes what seats may do in ``match``, the version after."""
        told = not self.gone and len(self._may) == 1
        return told and presenters.keeps_may(self.match, match)

    def still_hold(self, match: Match, presence: Mapping[str, str]) -> bool:
        """Whether new frames would be the same."""
        return match is self.match and presence == self.presence

    def news_after(self, version: int) -> bytes | None:
        """The news for a socket that has ``version``; None if it takes the whole state."""
        return self._news if version == self.match.version - 1 else None

    def answers(self, action_id: str, seats: tuple[str, ...]) -> bool:
        """Whether the news acknowledges this action to the holder of ``seats``."""
        return self._news is not None and self.by == action_id and self.mover in seats

    def state(self, viewer: int | None) -> bytes:
        """The whole state for the person with id ``viewer``, or for nobody, at this moment."""
        return protocol.encode(protocol.state(self.snapshot(viewer)))

    def snapshot(self, viewer: int | None) -> presenters.Snapshot:
        """The snapshot for the person with id ``viewer``, or for nobody, at this moment."""
        now, you = services.now_ms(), self.match.seat_of(viewer)
        if you not in self._states:  # all who sit there, or who watch, are told the same
            self._states[you] = presenters.snapshot(self.match, viewer, now, self.presence)
        return {**self._states[you], "now": now}
