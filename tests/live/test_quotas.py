"""Visitors may ask for much, but not for everything at once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.live import quotas
from games.live.quotas import ConnectionQuotas

pytestmark = pytest.mark.django_db

PATHS = {
    "analysis": [
        "/analysis/",
        "/analysis/X.OX....._O/",
        "/analysis/X.OX....._O/search/",
        "/analysis/setup/X.OX....._O/",
        "/proofs/random/",
        "/games/000000000000/review/",
    ],
    "export": ["/analysis/X.OX....._O/export.json", "/analysis/X.OX....._O/export.svg"],
    "picture": ["/analysis/X.OX....._O/export.png", "/analysis/X.OX....._O/preview-game.png"],
}
EACH = [(name, path) for name, paths in PATHS.items() for path in paths]


@pytest.mark.parametrize(("name", "path"), EACH)
def test_too_many_from_one_address_are_told_how_long_to_wait(
    client: Client, settings: Any, name: str, path: str
) -> None:
    settings.LIMITS = {**settings.LIMITS, name: (1, 60)}
    assert client.get(path).status_code != 429
    answer = client.get(path)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60
    assert "no-store" in answer["Cache-Control"]
    text = answer.content.decode()
    assert "Your network has opened very many of these pages within a minute." in text
    assert f'href="{path}">Try again' in text


def test_others_are_not_held_up(client: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "export": (1, 60)}
    path = "/analysis/X.OX....._O/export.json"
    codes = [client.get(path, REMOTE_ADDR=f"192.0.2.{n}").status_code for n in (1, 2, 1, 2)]
    assert codes == [200, 200, 429, 429]
    assert client.get(path, REMOTE_ADDR="").status_code == 200, "no address, nothing to count"
    assert client.get("/analysis/", REMOTE_ADDR="192.0.2.1").status_code == 200


def test_a_household_is_one_address(client: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "export": (1, 60)}
    path = "/analysis/X.OX....._O/export.json"
    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    assert [client.get(path, REMOTE_ADDR=one).status_code for one in addresses] == [200, 429, 200]


def test_what_is_refused_asks_the_database_for_nothing(
    client: Client, settings: Any, django_assert_num_queries: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "analysis": (0, 60)}
    with django_assert_num_queries(0):
        assert client.get("/analysis/").status_code == 429


# --- sockets -----------------------------------------------------------------------------


def test_visitors_of_an_address_have_so_many_sockets() -> None:
    cached = ConnectionQuotas()
    places = [cached.admit(None, "192.0.2.1") for _ in range(quotas.MOST_VISITORS)]
    assert None not in places
    assert cached.admit(None, "192.0.2.1") is None
    assert cached.admit(None, "192.0.2.2") is not None, "others are not held up"
    assert cached.admit(7, "192.0.2.1") is not None, "nor are people with an account"
    assert places[0] is not None
    cached.release(places[0])
    assert cached.admit(None, "192.0.2.1") is not None


def test_an_address_has_so_many_sockets_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MOST_OF_ADDRESS", 3)
    cached = ConnectionQuotas()
    assert None not in [cached.admit(user, "192.0.2.1") for user in (1, 2, 3)]
    assert cached.admit(4, "192.0.2.1") is None
    assert cached.admit(None, "192.0.2.1") is None
    assert cached.admit(4, "192.0.2.2") is not None
    assert cached.admit(4, None) is not None, "a unix socket without a proxy has no address"


def test_visitors_share_a_bucket_with_their_address_people_have_their_own() -> None:
    cached = ConnectionQuotas()
    first, second, other, ada, again = (
        cached.admit(*who) for who in ((None, "a"), (None, "a"), (None, "b"), (1, "a"), (1, "b"))
    )
    assert first is not None
    assert second is not None
    assert other is not None
    assert ada is not None
    assert again is not None
    assert first.bucket is second.bucket
    assert ada.bucket is again.bucket
    assert len({id(one.bucket) for one in (first, other, ada)}) == 3


def test_who_has_gone_leaves_nothing_behind() -> None:
    cached = ConnectionQuotas()
    places = [cached.admit(user, "a") for user in (None, None, 1, 1)]
    for place in places:
        assert place is not None
        cached.release(place)
    assert not cached._sockets
    assert not cached._buckets
