"""When a log-in ends its sockets close, over real connections to a real server."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match import Match
from games.queries import selectors
from tests.conftest import PASSWORD
from tests.live.conftest import asks_each_time, at
from tests.site import Site, Socket, session_of

NEW = "five-in-a-row-no-three"


def test_logging_out_closes_the_sockets_of_that_session_alone(
    site: Site, match: Match, ada: User
) -> None:
    import urllib.request

    client = Client()
    client.force_login(ada)
    client.get(f"/games/{match.id}/")
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    header = "; ".join(f"{name}={value}" for name, value in cookies.items())
    path = f"/ws/games/{match.id}/"
    with Socket(site, path, headers={"Cookie": header}) as x, at(site, match, ada) as elsewhere:
        x.wait_for("state")
        version = elsewhere.wait_for("state")["game"]["version"]
        request = urllib.request.Request(
            f"{site.url}/accounts/logout/",
            f"csrfmiddlewaretoken={cookies['csrftoken']}".encode(),
            {"Cookie": header, "Referer": site.url},
        )
        urllib.request.urlopen(request).close()
        assert x.close_code() == 4401
        elsewhere.act("place", version, 4)
        assert elsewhere.wait_for("ack")["version"] == version + 1


def test_a_session_that_ended_elsewhere_cannot_act(site: Site, match: Match, ada: User) -> None:
    from django.contrib.sessions.models import Session

    headers = session_of(ada)
    with Socket(site, f"/ws/games/{match.id}/", headers=headers) as x:
        version = x.wait_for("state")["game"]["version"]
        Session.objects.all().delete()
        x.act("place", version, 4)
        assert x.wait_for("refused")["code"] == "login_required"
    assert selectors.match(match.id).moves == ()


@asks_each_time
def test_a_session_that_ended_after_an_action_is_found_out_soon(
    site: Site, match: Match, ada: User
) -> None:
    from django.contrib.sessions.models import Session

    with Socket(site, f"/ws/games/{match.id}/", headers=session_of(ada)) as x:
        version = x.wait_for("state")["game"]["version"]
        x.act("place", version, 4)
        x.wait_for("ack")
        Session.objects.all().delete()
        x.act("resign", version + 1)
        assert x.wait_for("refused")["code"] == "login_required"
    assert selectors.match(match.id).status == "active"


@pytest.mark.long
def test_a_new_password_closes_the_sockets(site: Site, match: Match, ada: User) -> None:
    # The site does not know the quick hashing of tests.
    ada.password = Argon2PasswordHasher().encode(PASSWORD, "salt-of-this-test")
    ada.save()
    client = Client()
    client.force_login(ada)
    with at(site, match, ada) as x:
        x.wait_for("state")
        change_password(site, client)
        assert x.close_code() == 4401


def change_password(site: Site, client: Client) -> None:
    import urllib.parse
    import urllib.request

    path = reverse("accounts:password_change")
    client.get(path)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    words = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    body = urllib.parse.urlencode({**words, "csrfmiddlewaretoken": cookies["csrftoken"]})
    header = "; ".join(f"{name}={value}" for name, value in cookies.items())
    request = urllib.request.Request(
        site.url + path, body.encode(), {"Cookie": header, "Referer": site.url}
    )
    with urllib.request.urlopen(request) as response:
        assert response.url.endswith(reverse("accounts:password_change_done"))
