"""What one person may do at a time, and that sockets end with the log-in they came with."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from accounts.models import User
from games.live.people import MOST_SOCKETS, People
from games.match import Match
from tests.conftest import logged_in
from tests.site import Site, Socket, session_of


def test_so_many_connections_and_no_more_until_one_ends() -> None:
    people = People()
    assert all(people.admit(1) for _ in range(MOST_SOCKETS))
    assert people.admit(1) is None
    assert people.admit(2) is not None
    people.release(1)
    assert people.admit(1) is not None


def test_whoever_left_is_forgotten() -> None:
    people = People()
    people.admit(1)
    people.release(1)
    assert people._known == {}


def test_one_connection_too_many_is_refused_with_its_code(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    headers, path = session_of(ada), f"/ws/games/{match.id}/"
    with ExitStack() as stack:
        for _ in range(MOST_SOCKETS):
            stack.enter_context(Socket(site, "/ws/lobby/", headers=headers))
        late = stack.enter_context(Socket(site, path, headers=headers))
        assert late.receive()["code"] == "too_many"
        assert late.close_code() == 4430
        with Socket(site, path, grace) as other:
            assert other.wait_for("state")["game"]["you"] == "O"
    with Socket(site, path, headers=headers) as again:
        assert again.wait_for("state")["game"]["you"] == "X"


def test_one_person_is_slowed_down_over_all_sockets(site: Site, match: Match, ada: User) -> None:
    headers, path = session_of(ada), f"/ws/games/{match.id}/"
    pings = 36  # within what one socket may send at once
    with ExitStack() as stack:
        sockets = [stack.enter_context(Socket(site, path, headers=headers)) for _ in range(4)]
        for socket in sockets:
            socket.wait_for("state")
            for number in range(pings):
                socket.send({"type": "ping", "sent": number})
        # Which of the four are refused depends on what the server reads first.
        refused = [
            message["code"]
            for socket in sockets
            for message in answers(socket, pings)
            if message["type"] == "refused"
        ]
    assert set(refused) == {"too_fast"}


def answers(socket: Socket, count: int) -> list[dict[str, Any]]:
    """The next ``count`` answers, passing over what is told without being asked."""
    found: list[dict[str, Any]] = []
    while len(found) < count:
        message = socket.receive()
        if message["type"] in ("pong", "refused"):
            found.append(message)
    return found


@pytest.mark.parametrize("how", ["closed", "deleted"])
def test_closing_an_account_closes_its_sockets(
    site: Site, match: Match, ada: User, staff: User, how: str
) -> None:
    import urllib.parse
    import urllib.request

    client = logged_in(staff)
    path = f"/admin/accounts/user/{ada.pk}/{'change' if how == 'closed' else 'delete'}/"
    client.get(path)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    form = {"name": "ada", "email": ""} if how == "closed" else {"post": "yes"}
    body = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": cookies["csrftoken"]})
    header = {
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "Referer": site.url,
    }
    with Socket(site, f"/ws/games/{match.id}/", ada) as x:
        x.wait_for("state")
        request: Any = urllib.request.Request(f"{site.url}{path}", body.encode(), header)
        urllib.request.urlopen(request).close()
        assert x.close_code() == 4401
