"""Asks one address of this machine and ends with 0 if the answer is 200: for health checks.

``python -m config.observe.probe http://127.0.0.1:8000/readyz``, or a unix socket and a path.
"""

from __future__ import annotations

import http.client
import os
import socket
import sys
from urllib.parse import urlsplit

PATIENCE = 4.0
"""Seconds until an answer that does not come counts as none."""


class Unix(http.client.HTTPConnection):
    """HTTP over a unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def own_name() -> str:
    """A name that the site answers to."""
    first = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().removeprefix(".")
    return first if first not in ("", "*") else "localhost"


def ask(place: str, path: str = "") -> tuple[int, str]:
    """The status and the beginning of the answer. Raises OSError or HTTPException."""
    connection: http.client.HTTPConnection
    if place.startswith("http://"):
        parts = urlsplit(place)
        connection = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)
        path = parts.path
    else:
        connection = Unix(place)
    try:
        connection.request("GET", path or "/", headers={"Host": own_name()})
        answer = connection.getresponse()
        return answer.status, answer.read(300).decode(errors="replace")
    finally:
        connection.close()


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        sys.stderr.write("config.observe.probe: expected an address, or a unix socket and a path\n")
        return 2
    try:
        status, text = ask(*arguments)
    except (OSError, http.client.HTTPException) as error:
        sys.stderr.write(f"{arguments[0]}: {error}\n")
        return 1
    sys.stdout.write(f"{status} {text}\n")
    return 0 if status == http.client.OK else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
