"""What one person may do at a time, and that sockets end with the log-in they came with."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from accounts.models import User
from games.live.quotas import MOST_SOCKETS, MOST_VISITORS, ConnectionQuotas
from games.match import Match
from tests.conftest import logged_in
from tests.site import Site, Socket, session_of


def test_so_many_connections_and_no_more_until_one_ends() -> None:
    people = ConnectionQuotas()
    places = [people.admit(1, "192.0.2.1") for _ in range(MOST_SOCKETS)]
    assert people.admit(1, "192.0.2.2") is None
    assert people.admit(2, "192.0.2.1") is not None
    assert places[0] is not None
    people.release(places[0])
    assert people.admit(1, "192.0.2.1") is not None


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


@pytest.mark.long
def test_visitors_at_one_address_leave_room_for_people_with_an_account(
    site: Site, match: Match, ada: User
) -> None:
    path = f"/ws/games/{match.id}/"
    with ExitStack() as stack:
        for _ in range(MOST_VISITORS):
            stack.enter_context(Socket(site, "/ws/lobby/"))
        late = stack.enter_context(Socket(site, path))
        assert late.receive()["code"] == "too_many"
        assert late.close_code() == 4430
        with Socket(site, path, ada) as player:
            assert player.wait_for("state")["game"]["you"] == "X"
    with Socket(site, path) as again:
        assert again.wait_for("state")["game"]["you"] is None


def test_one_person_is_slowed_down_over_all_sockets(site: Site, match: Match, ada: User) -> None:
    """So many sockets in turn that none of them by itself sends too much."""
    headers, path = session_of(ada), f"/ws/games/{match.id}/"
    with ExitStack() as stack:
        sockets = [stack.enter_context(Socket(site, path, headers=headers)) for _ in range(8)]
        heard = None
        while heard != "refused":
            for socket in sockets:
                socket.send({"type": "ping", "sent": 1})
            # Which of them is refused depends on what the server reads first.
            for socket in sockets:
                answer = answered(socket)
                heard = answer["type"] if heard != "refused" else heard
                assert answer.get("code", "too_fast") == "too_fast"


def answered(socket: Socket) -> dict[str, Any]:
    """The next answer, passing over what is told without being asked."""
    while (message := socket.receive())["type"] not in ("pong", "refused"):
        pass
    return message


@pytest.mark.long
@pytest.mark.parametrize("action", ["deactivate", "delete_accounts"])
def test_closing_an_account_closes_its_sockets(
    site: Site, match: Match, ada: User, staff: User, action: str
) -> None:
    import urllib.parse
    import urllib.request

    client, path = logged_in(staff), "/admin/accounts/user/"
    client.get(path)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    form = {"action": action, "_selected_action": ada.pk, "confirmed": "1", "reason": "spam"}
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
