"""The site's server: ``python -m config.serve -b 127.0.0.1 -p 8000`` or ``-u path/to.sock``.

Whatever keeps it from starting is one line and exit code 2 (environment, arguments) or 1
(address). SIGTERM and SIGINT end it gracefully with 0 (config/graceful.py).
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import signal
import socket
import sys
from typing import Any, NoReturn

from django.core.exceptions import ImproperlyConfigured

log = logging.getLogger("oxo.serve")

BACKLOG = 1024
"""Connections that may wait to be accepted. Twisted's 50 refuse a burst on a unix socket."""

MAX_FRAME = 16384

YOUNG = 50_000
"""New objects at which Python looks for garbage. Each open game holds some that its next move
replaces: looked at earlier, most are no garbage yet and are walked over in vain."""

OLDER = 2
"""Looks at the new objects after which older ones are looked at, too, and so on."""


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


def endpoint(options: argparse.Namespace) -> str:
    """Where to listen, in Twisted's words."""
    if options.unix_socket:
        return f"unix:{_quoted(options.unix_socket)}:mode=660:backlog={BACKLOG}"
    interface = _quoted(options.bind.strip("[]"))
    return f"tcp:port={options.port}:interface={interface}:backlog={BACKLOG}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:")


def make_server(options: argparse.Namespace) -> Any:
    """The server with the application in it. Raises ImproperlyConfigured."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    install_event_loop()
    # Daphne takes the event loop and Django its settings as they are imported.
    from config.graceful import AccessLog, GracefulServer  # isort: skip
    from config import env
    from config.asgi import application
    from games.analysis.warmup import get_ready_soon
    from games.live import maintenance
    from games.live.hub import hub

    behind_proxy = env.flag("BEHIND_PROXY", default=False)
    server = GracefulServer(
        application,
        endpoints=[endpoint(options)],
        action_logger=AccessLog(json=env.text("LOG_FORMAT").upper() == "JSON")
        if env.flag("ACCESS_LOG", default=False)
        else None,
        websocket_max_message_size=MAX_FRAME,
        websocket_max_frame_size=MAX_FRAME,
        proxy_forwarded_address_header="X-Real-IP" if behind_proxy else None,
        proxy_forwarded_proto_header="X-Forwarded-Proto" if behind_proxy else None,
        server_name="",
    )

    def ready() -> None:
        announce(server.listening_addresses, options.unix_socket)
        reassure_watchdog()
        maintenance.watch(hub.tell_everybody)
        get_ready_soon()

    def begun() -> None:
        from twisted.internet import reactor  # there is none before Daphne has chosen it

        # Not before it runs: a manager that reads this may stop us at once, and gracefully.
        reactor.callWhenRunning(ready)
        # On the event loop, which runs only after that. (Twisted's interface has no self.)
        reactor.callLater(0, hub.start)  # type: ignore[arg-type]

    server.ready_callable = begun
    serve_metrics()
    return server


def serve_metrics() -> None:
    """Answer Prometheus where METRICS says. Exits if nobody can listen there."""
    from django.conf import settings  # not before a bad environment can be refused

    from games import metrics  # which needs the settings

    if settings.METRICS is None:
        return
    try:
        port = metrics.serve(settings.METRICS)
    except OSError as error:
        sys.exit(_complain(f"{error.strerror}", 1))
    log.info("Metrics are at http://%s:%d/metrics", settings.METRICS[0], port)


def install_event_loop() -> None:
    """uvloop's, which is faster, where it can be had; else Daphne makes asyncio's own."""
    try:
        import uvloop  # not made for every platform
    except ImportError:
        return
    # Twisted takes a while to import: until main() handles signals, SIGTERM would not end with 0.
    from twisted.internet import asyncioreactor

    if "twisted.internet.reactor" not in sys.modules:
        asyncioreactor.install(uvloop.new_event_loop())  # type: ignore[no-untyped-call]


def spare_the_collector() -> None:
    """Keep Python's garbage collector from walking over the code that stays, again and again.

    That took a sixth of the time under load, and stopped everything for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, OLDER)


def announce(addresses: list[tuple[str, int]], unix_socket: str | None) -> None:
    """Say where we listen, to people and to the service manager (systemd's Type=notify)."""
    for host, port in addresses:
        log.info("Oxo is at http://%s:%s", f"[{host}]" if ":" in host else host, port)
    if unix_socket:
        log.info("Oxo listens on %s", unix_socket)
    notify(b"READY=1")


def notify(state: bytes) -> None:
    """Tell the service manager our state, if there is one that listens."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.connect(address.replace("@", "\0", 1) if address[0] == "@" else address)
            manager.send(state)


def reassure_watchdog() -> None:
    """Say from the event loop that it turns, twice as often as systemd's WatchdogSec asks for."""
    if period := os.environ.get("WATCHDOG_USEC"):
        from twisted.internet import task  # there is no reactor before Daphne has chosen it

        task.LoopingCall(notify, b"WATCHDOG=1").start(int(period) / 2_000_000)


def main(arguments: list[str]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):  # until the server takes them over
        signal.signal(number, lambda *_: sys.exit(0))
    options = parse(arguments)
    try:
        server = make_server(options)
    except ImproperlyConfigured as error:
        sys.exit(_complain(str(error), 2))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the only one Twisted replaces
    spare_the_collector()
    server.run()
    if server.trouble:
        sys.exit(_complain(f"cannot listen on {_where(options)}: {server.trouble}", 1))
    server.end()


def _where(options: argparse.Namespace) -> str:
    return options.unix_socket or f"{options.bind} port {options.port}"


def _complain(text: str, code: int) -> int:
    sys.stderr.write(f"{text}\n")
    return code


if __name__ == "__main__":
    main(sys.argv[1:])
