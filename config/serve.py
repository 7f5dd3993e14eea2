"""The site's server, uvicorn: ``python -m config.serve -b 127.0.0.1 -p 8000`` or ``-u PATH``.

Whatever keeps it from starting is one line and exit code 2 (environment, arguments) or 1
(address). SIGTERM and SIGINT end it gracefully with 0: it takes no new connections, closes sockets
with 1012 (service restart) and answers what is under way for ``GRACE`` seconds at most.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import NoReturn

import uvicorn
from django.core.exceptions import ImproperlyConfigured

log = logging.getLogger("oxo.serve")

BACKLOG = 1024
"""Connections that may wait to be accepted."""

MAX_FRAME = 16384
"""Bytes of a WebSocket message; a longer one closes its socket with 1009."""

PING, PONG = 5.0, 10.0
"""Seconds between two pings of a socket, and seconds in which a pong has to come: browsers answer
also for pages in the background, whose own timers they slow down."""

GRACE = 8
"""Seconds that requests under way get to be answered."""

LINGER = 0.3
"""Seconds in which connections that came at the last moment are accepted and may still ask."""

YOUNG = 50_000
"""New objects at which Python looks for garbage. Each open game holds some that its next move
replaces: looked at earlier, most are no garbage yet and are walked over in vain."""

OLDER = 2
"""Looks at the new objects after which older ones are looked at, too, and so on."""

SWITCH = 0.001
"""Seconds after which a thread that draws a page lets another go on: a move changes threads several
times, and would wait for 5 ms each time."""


class Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def port_number(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port: expected 0 to 65535")


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = Arguments(prog="config.serve", description="Serve Oxo over HTTP and WebSockets.")
    parser.add_argument("-b", "--bind", default="127.0.0.1", help="address to listen on")
    parser.add_argument("-p", "--port", type=port_number, default=8000, help="0 for any free one")
    parser.add_argument("-u", "--unix-socket", metavar="PATH", help="instead of address and port")
    return parser.parse_args(arguments)


class Server(uvicorn.Server):
    """uvicorn with the site in it."""

    def __init__(self, config: uvicorn.Config, unix_socket: str | None) -> None:
        super().__init__(config)
        self.unix_socket = unix_socket

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from games.live.hub import hub  # Django, which it needs, is set up by now

        if self.unix_socket:  # new connections go to another process; those that wait are accepted
            self._unlink()
        else:
            for server in self.servers:
                server.close()
        hub.streams.end_all()
        await asyncio.sleep(LINGER)
        await super().shutdown(sockets)

    def leave(self) -> NoReturn:
        """Go at once.

        Python would wait for threads that never finish, and take its time to tidy memory while
        connections that nobody serves are still open.
        """
        from games.compute import pool  # Django, which it needs, is set up by now

        pool.close()
        self._unlink()
        logging.shutdown()
        os._exit(1 if self.force_exit else 0)

    def _unlink(self) -> None:
        # Only once: the next process may have its socket there already.
        path, self.unix_socket = self.unix_socket, None
        if path:
            with suppress(FileNotFoundError):
                os.unlink(path)


def make_server(options: argparse.Namespace, listening: socket.socket) -> Server:
    """The server with the application in it. Raises ImproperlyConfigured."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.asgi import application  # Django takes its settings as it is imported

    begun = False

    async def beat() -> None:
        nonlocal begun
        if not begun:  # not before the loop runs: a manager that reads this may stop us at once
            begun = True
            begin(listening, options.unix_socket)
        elif "WATCHDOG_USEC" in os.environ:  # only a manager that waits for it
            notify(b"WATCHDOG=1")

    config = uvicorn.Config(
        application,
        loop="auto",
        http="h11",
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        lifespan="off",
        interface="asgi3",
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # config.server.front reads what our nginx says
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        callback_notify=beat,
        timeout_notify=watchdog_period(),  # type: ignore[arg-type]  # any number of seconds will do
    )
    serve_metrics()
    return Server(config, options.unix_socket)


def begin(listening: socket.socket, unix_socket: str | None) -> None:
    """Start what runs beside the requests of this process, and say where it listens."""
    from games.analysis.warmup import get_ready_soon  # Django is set up by now
    from games.live import maintenance  # the same
    from games.live.hub import hub  # the same

    hub.start()
    maintenance.watch(hub.tell_everybody)
    get_ready_soon()
    if unix_socket:
        log.info("Oxo listens on %s", unix_socket)
    else:
        host, port = listening.getsockname()[:2]
        log.info("Oxo is at http://%s:%s", f"[{host}]" if ":" in host else host, port)
    notify(b"READY=1")


def bind(options: argparse.Namespace) -> socket.socket:
    """The socket to listen on, which does not listen yet. Raises OSError."""
    if options.unix_socket:
        return _bind_to(options.unix_socket)
    host = options.bind.strip("[]")
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if bound.family == socket.AF_INET6:
        bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    bound.bind((host, options.port))
    return bound


def _bind_to(path: str) -> socket.socket:
    """A unix socket for us and our group, in place of one that a killed server left behind."""
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial, suppress(FileNotFoundError):
        try:
            trial.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
        else:
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
    mask = os.umask(0o117)
    try:
        bound.bind(path)
    finally:
        os.umask(mask)
    return bound


def serve_metrics() -> None:
    """Answer Prometheus where METRICS says. Exits if nobody can listen there."""
    from django.conf import settings  # not before a bad environment can be refused

    from games.observe import metrics  # which needs the settings

    if settings.METRICS is None:
        return
    try:
        port = metrics.serve(settings.METRICS)
    except OSError as error:
        sys.exit(_complain(f"{error.strerror}", 1))
    log.info("Metrics are at http://%s:%d/metrics", settings.METRICS[0], port)


def spare_the_collector() -> None:
    """Keep Python's garbage collector from walking over the code that stays, again and again.

    That took a sixth of the time under load, and stopped everything for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, OLDER)


def notify(state: bytes) -> None:
    """Tell the service manager our state, if there is one that listens."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            try:
                manager.connect(address.replace("@", "\0", 1) if address[0] == "@" else address)
                manager.send(state)
            except OSError as error:  # a manager that restarts must not end us
                log.warning("the service manager cannot be told %s: %s", state.decode(), error)


def watchdog_period() -> float:
    """Seconds between two words to the service manager: twice as often as it asks for."""
    return int(os.environ.get("WATCHDOG_USEC") or 20_000_000) / 2_000_000


def main(arguments: list[str]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):  # until the server takes them over
        signal.signal(number, lambda *_: sys.exit(0))
    options = parse(arguments)
    try:
        listening = bind(options)
    except OSError as error:
        _cannot_listen(options, error)
    try:
        server = make_server(options, listening)
    except ImproperlyConfigured as error:
        sys.exit(_complain(str(error), 2))
    spare_the_collector()
    sys.setswitchinterval(SWITCH)
    for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn raises them again at its end
        signal.signal(number, lambda *_: server.leave())
    try:
        listening.listen(BACKLOG)  # sooner, nginx would let people wait here and ask nobody else
    except OSError as error:
        _cannot_listen(options, error)
    server.run(sockets=[listening])


def _cannot_listen(options: argparse.Namespace, error: OSError) -> NoReturn:
    where = options.unix_socket or f"{options.bind} port {options.port}"
    reason = os.strerror(error.errno) if error.errno else error
    sys.exit(_complain(f"cannot listen on {where}: {reason}", 1))


def _complain(text: str, code: int) -> int:
    sys.stderr.write(f"{text}\n")
    return code


if __name__ == "__main__":
    main(sys.argv[1:])
