"""A match as the text of state frames, made once for each kind of viewer."""

from __future__ import annotations

from collections.abc import Mapping

from games import presenters, services
from games.live import protocol
from games.live.play_texts import PlayText
from games.match import ACTIVE, Match, Verb
from games.presenters.positions import know_moves


class StateFrames:
    """The frames of ``match``. Viewers of one seat, or of none, share a text except for the time.

    ``before`` are the frames of an earlier version, of which texts that are still valid are reused.
    The text is that of ``presenters.snapshot``; for a game in play it is joined from known texts.
    """

    __slots__ = (
        "_gone",
        "_lasting",
        "_moving",
        "_own",
        "_play",
        "_situation",
        "_standings",
        "match",
        "presence",
    )

    def __init__(
        self, match: Match, presence: Mapping[str, str], before: StateFrames | None = None
    ) -> None:
        self.match, self.presence = match, presence
        self._own: dict[str | None, bytes] = {}
        if before is None or not presenters.still_lasting(before.match, match):
            if before is not None and before._play is not None:
                know_moves(match, before._play.moves_until(match))
            before = None
        # The allowed actions of a player repeat every few moves.
        self._standings: dict[tuple[object, ...], tuple[bytes, list[Verb]]]
        self._standings = {} if before is None else before._standings
        if before is None or before.presence != presence:
            self._gone = presenters.gone_seats(presence)
            self._lasting = protocol.part(presenters.lasting(match, presence))
        else:
            self._gone, self._lasting = before._gone, before._lasting
        self._play: PlayText | None = None
        if match.status == ACTIVE:
            self._play = PlayText(match, None if before is None else before._play)
            self._moving = self._play.moving()
        else:
            self._moving = protocol.part(presenters.moving(match))
        self._situation = presenters.situation(match)

    def still_hold(self, match: Match, presence: Mapping[str, str]) -> bool:
        """Whether new frames would be the same."""
        return match is self.match and presence == self.presence

    def text(self, viewer: int | None) -> bytes:
        """The state frame for the person with id ``viewer``, or for nobody, at this moment."""
        you = self.match.seat_of(viewer)
        own = self._own.get(you)
        if own is None:
            own = self._own[you] = self._told(viewer, you)
        return protocol.state_text(self._lasting, self._moving, own, services.now_ms())

    def snapshot(self, viewer: int | None) -> presenters.Snapshot:
        """The snapshot for the person with id ``viewer``, or for nobody, at this moment."""
        return presenters.snapshot(self.match, viewer, services.now_ms(), self.presence)

    def _told(self, viewer: int | None, you: str | None) -> bytes:
        match, gone = self.match, self._gone
        case = (you, gone, self._situation)
        if case not in self._standings:
            standing = presenters.standing_of(match, viewer, you, gone)
            self._standings[case] = protocol.part(standing), standing["actions"]
        text, actions = self._standings[case]
        if self._play is None:
            return b"%b,%b" % (text, protocol.part(presenters.told(match, you, actions)))
        return b"%b,%b" % (text, self._play.told(you, actions))
