"""Sends remarks of players to everybody at their game. One may get lost; pages list them all."""

from __future__ import annotations

from games.live import protocol
from games.live.event_loop import EventLoop
from games.live.processes import Body, Processes
from games.live.registry import SocketRegistry
from games.presenters.remarks import remark_line
from games.services.say import NewRemark


class Remarks:
    def __init__(self, loop: EventLoop, sockets: SocketRegistry, processes: Processes) -> None:
        self._loop, self._sockets, self._processes = loop, sockets, processes
        processes.on("remark", self._hear)

    def announce(self, said: NewRemark) -> None:
        """Send a remark to all sockets at the game; from any thread of any process."""
        line = remark_line(said.title, said.seat, said.code, said.number)
        frame = protocol.said(line, said.code, said.number)
        body: Body = {"game": said.game_id, "frame": frame, "deaf": list(said.deaf)}
        if self._loop.running:
            self._loop.soon(self._tell_everywhere, body)
        else:
            self._processes.tell_without_loop("remark", body, said.game_id)

    def _tell_everywhere(self, body: Body) -> None:
        self._processes.tell_game(body["game"], "remark", body)
        self._loop.spawn(self._hear(body))

    async def _hear(self, body: Body) -> None:
        text = protocol.encode(body["frame"])
        for listener in self._sockets.at(body["game"]):
            if listener.user_id not in body["deaf"]:
                listener.push_text(text)
