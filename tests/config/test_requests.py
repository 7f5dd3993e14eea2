"""What the server does to requests beside the application: nothing that a client can use."""

from __future__ import annotations

import http.client
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.site import Site
from tests.wire import PATIENCE

FORM = "multipart/form-data"


@pytest.fixture
def site(transactional_db: Any) -> Iterator[Site]:
    with Site() as site:
        yield site


def ask(site: Site, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, named)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.mark.long
def test_no_request_says_where_the_site_is_mounted(site: Site) -> None:
    """Pages for visitors are kept: what one of them sent would be in the links of the next."""
    for prefix in ("//evil.example", "\xff"):
        assert "evil" not in ask(site, "GET", "/lobby/", Daphne_Root_Path=prefix)[1]
    status, page = ask(site, "GET", "/lobby/")
    assert status == 200
    assert "evil" not in page
    assert 'href="/lobby/"' in page


@pytest.mark.long
@pytest.mark.parametrize("kind", [FORM, f"{FORM}; boundary=", f"{FORM}; boundary=other"])
def test_a_form_that_cannot_be_read_is_refused_with_a_page(site: Site, kind: str) -> None:
    status, page = ask(site, "POST", "/accounts/login/", "--b\r\n", Content_Type=kind)
    assert status in (400, 403)
    assert 'href="/">Go to the home page' in page
    status, answer = ask(site, "POST", "/api/games/", "--b\r\n", Content_Type=kind)
    assert status in (400, 403)
    assert answer.startswith('{"type": "refused"')


@pytest.mark.long
@pytest.mark.parametrize(
    "lengths",
    [
        "Content-Length: 90\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 90\r\n\r\n0\r\n\r\n",
        "Content-Length: 0\r\nContent-Length: 30\r\n\r\n",
        "Content-Length: +0\r\n\r\n",
        "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_no_request_is_hidden_in_another(site: Site, lengths: str) -> None:
    """A request of two lengths is refused, or the pieces count, as the standard says."""
    first = f"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n{lengths}"
    second = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as line:
        line.sendall((first + second).encode())
        told = b""
        while part := line.recv(65_536):
            told += part
    answers = re.findall(rb"HTTP/1.1 (\d+)", told)
    both = [b"403", b"200"] if "chunked\r\n" in lengths and "Content" in lengths else None
    assert answers in ([b"400"], both)
