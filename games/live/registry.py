"""The sockets of this process: at games, in the lobby, and of people wherever they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from games.live.frames import Frames
from games.live.pulse import Pulse
from games.live.quotas import ConnectionQuotas


class Listener(Protocol):
    """A socket of either kind."""

    user_id: int | None
    session: str

    async def dismiss(self, code: int) -> None: ...


class GameListener(Listener, Protocol):
    """A socket at a game. ``seats`` are those it speaks for."""

    seats: tuple[str, ...]
    pulse: Pulse

    def tell(self, frames: Frames) -> None: ...
    def tell_presence(self) -> None: ...
    def push_text(self, text: bytes) -> None: ...


class LobbyListener(Listener, Protocol):
    def tell_lobby(self) -> None: ...
    def tell_boards(self, text: bytes) -> None: ...


class PersonListener(Listener, Protocol):
    waiting: int
    """How many challenges it was told of last; -1 before it was told."""

    async def tell_challenges(self) -> None: ...


class SocketRegistry:
    """Who is connected to this process. Used on the event loop only."""

    def __init__(self) -> None:
        self._at: dict[str, set[GameListener]] = {}
        self.lobby: set[LobbyListener] = set()
        self.people: dict[int, set[PersonListener]] = {}
        self.quotas = ConnectionQuotas()

    def add_person(self, user_id: int, listener: PersonListener) -> None:
        self.people.setdefault(user_id, set()).add(listener)

    def remove_person(self, user_id: int, listener: PersonListener) -> None:
        listeners = self.people.get(user_id, set())
        listeners.discard(listener)
        if not listeners:
            self.people.pop(user_id, None)

    def add(self, game_id: str, listener: GameListener) -> None:
        self._at.setdefault(game_id, set()).add(listener)

    def remove(self, game_id: str, listener: GameListener) -> bool:
        """True if that was the last socket at the game."""
        listeners = self._at.get(game_id)
        if listeners is None:
            return False
        listeners.discard(listener)
        if listeners:
            return False
        del self._at[game_id]
        return True

    def at(self, game_id: str) -> list[GameListener]:
        """A copy of the list of sockets at a game: they may come and go meanwhile."""
        return list(self._at.get(game_id, ()))

    def watched(self) -> list[str]:
        """The games that have a socket here."""
        return list(self._at)

    def watches(self, game_id: str) -> bool:
        return game_id in self._at

    def check_pulses(self, now: float) -> list[str]:
        """The games with a connection that has fallen silent, or is back, at the time ``now``."""
        return [
            game_id
            for game_id, listeners in self._at.items()
            if sum(listener.pulse.check(now) for listener in listeners)
        ]

    def of_user(self, user_id: int, session: str = "") -> Iterator[Listener]:
        """A person's sockets; with the mark of a ``session``, only that one's."""
        games = (one for listeners in self._at.values() for one in listeners)
        for listener in [*games, *self.lobby, *self.people.get(user_id, ())]:
            if listener.user_id == user_id and session in ("", listener.session):
                yield listener

    def clear(self) -> None:
        self._at.clear()
        self.lobby.clear()
        self.people.clear()
