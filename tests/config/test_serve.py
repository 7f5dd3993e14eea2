"""The server as a process: what it says, how it starts, how it ends."""

from __future__ import annotations

import itertools
import signal
import socket
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from games.live.outbox import MOST_UNREAD
from games.live.protocol import TOO_SLOW
from tests.config.serving import FLOOD, FLOOD_OF_LINES, PATIENT, SLOW, STARTING, Server
from tests.wire import PATIENCE

ENDINGS = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])


def refusal(tmp_path: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    with Server(tmp_path, *arguments, **environment) as server:
        return server.exit_code(), server.output()


# --- starting --------------------------------------------------------------------------------


@pytest.mark.long
def test_a_port_in_use_is_refused_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = refusal(tmp_path, "-p", str(port))
    assert (code, said) == (1, f"cannot listen on 127.0.0.1 port {port}: Address already in use\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("-p", "http"), 2, "argument -p/--port: 'http' is no port: expected 0 to 65535"),
        (("-p", "65536"), 2, "argument -p/--port: '65536' is no port: expected 0 to 65535"),
        (("--prot", "1"), 2, "unrecognized arguments: --prot 1"),
        (("-b", "192.0.2.1"), 1, "192.0.2.1 port 8000: Cannot assign requested address"),
        (("-u", "/no/such/x.sock"), 1, "/no/such/x.sock: No such file or directory"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    found, output = refusal(tmp_path, *arguments)
    assert (found, output.count("\n")) == (code, 1), output
    assert said in output


@pytest.mark.long
@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"DEBUG": "0", "SECRET_KEY": ""}, "SECRET_KEY='' and DEBUG is off"),
        ({"ACCESS_LOG": "-"}, "ACCESS_LOG='-': expected 1 or 0"),
    ],
)
def test_a_bad_environment_is_refused_in_one_line(
    tmp_path: Path, environment: dict[str, str], said: str
) -> None:
    code, output = refusal(tmp_path, **environment)
    assert (code, output.count("\n")) == (2, 1), output
    assert said in output


@pytest.mark.long
def test_a_socket_somebody_listens_on_is_refused_and_one_left_behind_is_not(
    tmp_path: Path,
) -> None:
    path = str(tmp_path / "oxo.sock")
    with Server(tmp_path, "-u", path) as first:
        first.wait_for("listens on")
        (tmp_path / "second").mkdir()
        code, said = refusal(tmp_path / "second", "-u", path)
        assert (code, said.count("\n")) == (1, 1), said
        first.process.kill()
        first.process.wait()
        with Server(tmp_path, "-u", path) as again:
            again.wait_for("listens on")
            assert again.end() == 0
    assert not Path(path).exists()


@pytest.mark.long
def test_the_service_manager_is_told_when_it_is_ready(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE)
        with Server(tmp_path, NOTIFY_SOCKET=str(tmp_path / "notify")) as server:
            assert manager.recv(100) == b"READY=1"
            assert server.ask("/healthz")[1].status == 200


@pytest.mark.long
def test_the_watchdog_hears_from_the_event_loop(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address := str(tmp_path / "notify"))
        manager.settimeout(PATIENCE)
        with Server(tmp_path, NOTIFY_SOCKET=address, WATCHDOG_USEC="40000"):
            assert [manager.recv(100) for _ in range(3)] == [
                b"READY=1",
                b"WATCHDOG=1",
                b"WATCHDOG=1",
            ]


@pytest.mark.long
def test_it_goes_on_without_a_service_manager(tmp_path: Path) -> None:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(path))
        manager.settimeout(PATIENCE)
        with Server(tmp_path, NOTIFY_SOCKET=str(path), WATCHDOG_USEC="40000") as server:
            assert manager.recv(100) == b"READY=1"
            path.unlink()
            server.wait_for("the service manager cannot be told WATCHDOG=1")
            assert server.ask("/healthz")[1].status == 200


# --- what it writes --------------------------------------------------------------------------


@pytest.mark.long
def test_requests_are_not_written_down_unless_asked_for(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.ask("/healthz")
        server.end()
        assert server.output().count("\n") == 1


@pytest.mark.long
def test_requests_are_written_down_when_asked_for(tmp_path: Path) -> None:
    with Server(tmp_path, ACCESS_LOG="1", LOG_LEVEL="INFO") as server:
        server.ask("/healthz?x=1")
        line = server.wait_for(r"oxo\.access: (.*)\n")[1]
        assert line.startswith("127.0.0.1:")
        assert '"GET /healthz?x=1" 200' in line


# --- slow readers ----------------------------------------------------------------------------


HELD = MOST_UNREAD + 8_000_000
"""Bytes that such a client may get all the same: those of the outbox, the server and the kernel."""


@pytest.mark.long
def test_a_client_that_does_not_read_is_closed_before_it_fills_the_memory(tmp_path: Path) -> None:
    with Server(tmp_path, script=FLOOD) as server:
        site = f"127.0.0.1:{server.connect().port}"
        origin = Origin(f"http://{site}")
        with connect(
            f"ws://{site}/ws/lobby/", origin=origin, compression=None, open_timeout=PATIENCE
        ) as client:
            server.wait_for("ended")
            got = []
            with pytest.raises(ConnectionClosed) as closed:
                got += (client.recv(PATIENCE) for _ in itertools.count())
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TOO_SLOW
        assert [int(text.split()[0]) for text in got] == [*range(len(got))]
        assert sum(map(len, got)) <= HELD


@pytest.mark.long
def test_a_client_that_does_not_read_its_stream_has_it_ended(tmp_path: Path) -> None:
    with Server(tmp_path, script=FLOOD_OF_LINES) as server:
        connection = server.connect()
        connection.request("GET", "/api/stream/event")
        answer = connection.getresponse()
        server.wait_for("ended")
        lines = answer.read().split(b"\n")
        assert lines[-1] == b"", "it ends with a whole line"
        assert {len(line) for line in lines} == {0, 10_000}
        assert len(lines) * 10_000 <= HELD


# --- ending ----------------------------------------------------------------------------------


@pytest.mark.long
@ENDINGS
def test_it_ends_at_once_though_connections_are_kept_open(tmp_path: Path, number: int) -> None:
    with Server(tmp_path, script=PATIENT) as server:
        kept = [server.ask("/healthz")[0] for _ in range(3)]
        silent = server.connect()
        silent.connect()
        assert (server.end(number), server.output().count("\n")) == (0, 1), server.output()
        for connection in (*kept, silent):
            connection.close()


@pytest.mark.long
@ENDINGS
def test_it_ends_without_a_word_though_pages_and_sockets_are_open(
    tmp_path: Path, number: int
) -> None:
    with Server(tmp_path, script=PATIENT) as server, ExitStack() as opened:
        pages = ("/healthz", "/analysis/XO......._X/preview-position.png")
        kept = [server.ask(path) for path in pages]
        assert [answer.status for _, answer in kept] == [200, 200]
        site = f"127.0.0.1:{kept[0][0].port}"
        sockets = [
            opened.enter_context(
                connect(
                    f"ws://{site}/ws/lobby/",
                    origin=Origin(f"http://{site}"),
                    open_timeout=PATIENCE,
                )
            )
            for _ in range(5)
        ]
        assert (server.end(number), server.output().count("\n")) == (0, 1), server.output()
        for one in sockets:
            with pytest.raises(ConnectionClosed) as closed:
                one.recv(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012


@pytest.mark.long
@ENDINGS
def test_a_request_under_way_is_still_answered(tmp_path: Path, number: int) -> None:
    with Server(tmp_path, script=SLOW, GRACE="3600") as server:
        answers: list[Any] = []
        asking = threading.Thread(target=lambda: answers.append(server.ask("/until-leaving")[1]))
        asking.start()
        server.wait_for("asked for /until-leaving")
        code = server.end(number)
        asking.join()
        assert (code, answers[0].status) == (0, 200), server.output()
        assert "Traceback" not in server.output()


@pytest.mark.long
@pytest.mark.parametrize("path", ["/task", "/thread"])
def test_a_request_that_takes_too_long_is_cut_off(tmp_path: Path, path: str) -> None:
    with Server(tmp_path, script=SLOW, GRACE="0.5") as server:
        connection = server.connect()
        connection.request("GET", path)
        server.wait_for(f"asked for {path}")
        assert server.end() == 0, server.output()
        assert "Cancel 1 running task(s)" in server.output()
        assert "Traceback" not in server.output()
        connection.close()


@pytest.mark.long
def test_who_asks_twice_does_not_wait(tmp_path: Path) -> None:
    with Server(tmp_path, script=SLOW, GRACE="3600") as server:
        connection = server.connect()
        connection.request("GET", "/thread")
        server.wait_for("asked for /thread")
        server.process.send_signal(signal.SIGINT)
        server.wait_for("leaving")
        assert server.end(signal.SIGINT) == 1
        connection.close()


@ENDINGS
def test_it_can_be_ended_while_it_still_starts(tmp_path: Path, number: int) -> None:
    with Server(tmp_path, script=STARTING) as server:
        server.wait_for("starting")
        assert server.end(number) == 0, server.output()
        assert "Traceback" not in server.output()


def test_nobody_waits_for_a_server_that_starts(tmp_path: Path) -> None:
    """nginx is refused at once, and asks another process."""
    path = str(tmp_path / "oxo.sock")
    with Server(tmp_path, "-u", path, script=STARTING) as server:
        server.wait_for("starting")
        with socket.socket(socket.AF_UNIX) as asking, pytest.raises(ConnectionRefusedError):
            asking.connect(path)


@pytest.mark.parametrize(
    ("size", "piece", "status"),
    [
        (15_000, 1_000, b"200"),
        (17_000, 17_100, b"200"),  # whole, as it arrives from nginx, which takes 8 KB
        (40_000, 1_000, b"400"),
        (4_000_000, 65_536, b"400"),
    ],
)
@pytest.mark.long
def test_a_request_line_of_any_length_has_an_answer(
    tmp_path: Path, size: int, piece: int, status: bytes
) -> None:
    line = b"GET /healthz?" + b"x" * size + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with Server(tmp_path) as server, ExitStack() as stack:
        port = int(server.wait_for(r"Oxo is at http://127\.0\.0\.1:(\d+)")[1])
        one = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
        with suppress(OSError):  # it answers before it has read all, and reads no more
            for first in range(0, len(line), piece):
                one.sendall(line[first : first + piece])
        assert one.recv(100).split()[:2] == [b"HTTP/1.1", status]
