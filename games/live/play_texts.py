"""State frames of a game in play, joined from known texts.

``presenters.snapshots`` defines what they contain. Here are only its parts as JSON, each made once
by the function that defines it: of a position, a move, the seats.
"""

from __future__ import annotations

from collections.abc import Container

from msgspec.json import encode

from games.live.board_texts import board_text
from games.live.move_texts import moves_after, moves_text, unquoted
from games.match import ENGINE, NEUTRAL, Match
from games.presenters.breaths import breath_of
from games.presenters.positions import PlayedMove
from games.presenters.sentences import detail, heard_of, mover
from games.presenters.snapshots import clock_facts, offers


class PlayText:
    """The parts of a snapshot of ``match``, which is in play.

    ``before`` is that of an earlier version, with the same people under the same terms.
    """

    __slots__ = ("_board", "_hesitates", "_match", "_movers", "_moves")

    def __init__(self, match: Match, before: PlayText | None) -> None:
        self._match = match
        self._board = board_text(match.board)
        if before is None:
            self._moves = moves_text(match)
            self._hesitates = any(seat.kind in (ENGINE, NEUTRAL) for seat in match.seats)
            self._movers: dict[str | None, dict[str, bytes]] = {}
        else:
            self._moves = moves_after(before._moves, before._match, match)
            self._hesitates, self._movers = before._hesitates, before._movers

    def moves_until(self, match: Match) -> tuple[PlayedMove, ...]:
        """The moves of ``match``, a later version of the game."""
        return moves_after(self._moves, self._match, match).made

    def moving(self) -> bytes:
        """``presenters.moving`` as JSON without its braces."""
        match, board = self._match, self._board
        return (
            b'"position":%b,"version":%d,"updated_at":%d,"status":"active","outcome":null,'
            b'%b,%b,"formal":%b,"clock":%b,"offers":%b,"breath":%b,"patterns":%b'
        ) % (
            board.position,
            match.version,
            match.updated,
            board.turn,
            self._moves.part,
            board.formal,
            b"null" if match.clock is None else encode(clock_facts(match)),
            encode(offers(match)),
            encode(breath_of(match)) if self._hesitates else b"null",
            board.patterns,
        )

    def told(self, you: str | None, actions: Container[str]) -> bytes:
        """``presenters.told`` as JSON without its braces."""
        acts = self._match.board.action in actions
        labels = list(self._board.takeable if acts else self._board.labels)
        if self._moves.recent:
            last = self._moves.recent[-1]
            labels[last.cell] = last.takeable if acts and self._board.takes else last.label
        said = b'"detail":"%b","labels":[%b],"ending":null'
        return said % (self._detail(you), b",".join(labels))

    def _detail(self, you: str | None) -> bytes:
        match = self._match
        if match.draw_offered_at is not None:
            return unquoted(detail(match, you))
        movers = self._movers.get(you) or self._name_movers(you)
        moves = heard_of(match, self._moves.recent, you)
        return b" ".join([movers[move.seat] % move.deed for move in moves])

    def _name_movers(self, you: str | None) -> dict[str, bytes]:
        """For each seat, a sentence to ``you`` about what it did."""
        match = self._match
        named = {seat.name: mover(match, seat.name, you) for seat in match.seats}
        found = {seat: unquoted(name).replace(b"%", b"%%") + b" %b" for seat, name in named.items()}
        self._movers[you] = found
        return found
