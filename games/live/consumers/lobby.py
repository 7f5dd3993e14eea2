"""The socket in the lobby, and the one at an address where there is nothing."""

from __future__ import annotations

from urllib.parse import parse_qs

from games.live import protocol
from games.live.consumers.base import QuietSocket, Socket
from games.live.hub import hub


class LobbySocket(QuietSocket):
    """Tells pages that the open games have changed, so that they fetch them.

    With ``?boards`` it also sends the boards of games in play.
    """

    kind = "lobby"

    def __init__(self) -> None:
        super().__init__()
        self.boards = False

    async def opened(self) -> None:
        asked = parse_qs(self.scope.get("query_string", b"").decode("ascii", "replace"), True)
        self.boards = "boards" in asked
        hub.sockets.lobby.add(self)

    async def closed(self) -> None:
        hub.sockets.lobby.discard(self)

    def tell_lobby(self) -> None:
        self.push(protocol.lobby())

    def tell_boards(self, text: bytes) -> None:
        if self.boards:
            self.push_text(text)


class NowhereSocket(Socket):
    """The socket at any other address: accept, say that nothing is there, close."""

    async def opened(self) -> None:
        await self.close(protocol.NO_SUCH_GAME)
