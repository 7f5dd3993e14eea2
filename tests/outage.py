"""A database that can be taken away from a site and given back."""

from __future__ import annotations

import select
import socket
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from django.db import connection


class Outage(Protocol):
    """``url`` is where a site finds it; ``begin`` takes it away, ``end`` brings it back."""

    url: str

    def begin(self) -> None: ...
    def end(self) -> None: ...
    def close(self) -> None: ...


def outage_of_this_database(folder: Path) -> Outage:
    """For whichever database the test runs on."""
    return Unlinked(folder) if connection.vendor == "sqlite" else Cable()


class Unlinked:
    """SQLite: the folder of the file is reached by a link, which goes and comes back."""

    def __init__(self, folder: Path) -> None:
        file = Path(connection.settings_dict["NAME"])
        self.link, self.target = folder / "database", file.parent
        self.url = f"sqlite:///{self.link / file.name}"
        self.end()

    def begin(self) -> None:
        self.link.unlink()

    def end(self) -> None:
        self.link.symlink_to(self.target)

    def close(self) -> None:
        self.link.unlink(missing_ok=True)


class Cable:
    """PostgreSQL: a TCP proxy in front of it. Cut, it drops every connection and takes no more."""

    def __init__(self) -> None:
        found = connection.settings_dict
        self.upstream = (found["HOST"], int(found["PORT"]))
        self.port = 0
        self.listener: socket.socket | None = None
        self.ends: list[socket.socket] = []
        self.end()
        self.url = f"postgres://{found['USER']}@127.0.0.1:{self.port}/{found['NAME']}"

    def begin(self) -> None:
        """As when PostgreSQL stops: connections end, new ones are refused."""
        assert self.listener is not None
        self.listener.shutdown(socket.SHUT_RDWR)
        self.accepting.join()
        self.listener.close()
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends.clear()

    def end(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        self.accepting = Thread(target=self._accept, args=(self.listener,), daemon=True)
        self.accepting.start()

    def restart(self) -> None:
        """As when PostgreSQL is restarted: every open connection is dead, new ones work."""
        self.begin()
        self.end()

    def close(self) -> None:
        with suppress(OSError):
            self.begin()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(self.upstream)
            except OSError:  # what is behind is away itself
                near.close()
                continue
            self.ends += [near, far]
            Thread(target=_join, args=(near, far), daemon=True).start()


def _join(near: Any, far: Any) -> None:
    """Pass on what either end sends until one of them ends."""
    other = {near: far, far: near}
    with near, far, suppress(OSError, ValueError):
        while True:
            for end in select.select([near, far], [], [])[0]:
                if not (data := end.recv(65536)):
                    return
                other[end].sendall(data)
