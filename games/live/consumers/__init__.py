"""The sockets, one class for each address."""

from games.live.consumers.game import GameSocket
from games.live.consumers.lobby import LobbySocket, NowhereSocket
from games.live.consumers.person import PersonSocket

__all__ = ["GameSocket", "LobbySocket", "NowhereSocket", "PersonSocket"]
