"""The sockets as Channels runs them: one at a game, one in the lobby, one anywhere else."""

from games.live.consumers.game import GameSocket
from games.live.consumers.lobby import LobbySocket, NowhereSocket

__all__ = ["GameSocket", "LobbySocket", "NowhereSocket"]
