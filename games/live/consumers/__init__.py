"""The sockets, one class for each address.

It may import the rest of ``games.live`` and what that may; only the routes import it.
"""

from games.live.consumers.game import GameSocket
from games.live.consumers.lobby import LobbySocket, NowhereSocket
from games.live.consumers.person import PersonSocket

__all__ = ["GameSocket", "LobbySocket", "NowhereSocket", "PersonSocket"]
