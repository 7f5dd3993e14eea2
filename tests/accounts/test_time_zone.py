"""/accounts/time-zone/ and the field of the settings: whose midnight ends a person's days."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts import time_zones
from accounts.models import User

URL = "/accounts/time-zone/"


def choose(client: Client, zone: str, **fields: str) -> Any:
    return client.post(URL, {"time_zone": zone, **fields})


def zone_of(user: User) -> str:
    return User.objects.get(pk=user.pk).time_zone


def test_a_visitor_s_zone_is_kept_in_a_cookie_and_comes_along_into_the_guest(
    db: None, client: Client
) -> None:
    cookie = choose(client, "Asia/Tokyo").cookies["time_zone"]
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == ("Asia/Tokyo", "Lax", True)
    assert not User.objects.exists()
    client.post("/campaign/1/1/")
    assert User.objects.get(is_guest=True).time_zone == "Asia/Tokyo"


def test_what_the_device_says_replaces_nothing_that_was_chosen(as_ada: Client, ada: User) -> None:
    assert zone_of(ada) == ""
    choose(as_ada, "Asia/Tokyo", detected="1")
    assert zone_of(ada) == "Asia/Tokyo"
    choose(as_ada, "Europe/Berlin", detected="1")
    assert zone_of(ada) == "Asia/Tokyo"
    choose(as_ada, "Europe/Berlin")
    assert zone_of(ada) == "Europe/Berlin"


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "Etc/GMT+14", "<b>\x00"])
def test_an_unknown_zone_is_refused_and_quoted(as_ada: Client, ada: User, zone: str) -> None:
    answer = choose(as_ada, zone)
    assert answer.status_code == 400
    assert answer.text.endswith("expected a zone like Europe/Berlin, or UTC")
    User.objects.update(time_zone="Asia/Tokyo")
    page = as_ada.post("/accounts/settings/", {"theme": "dark", "time_zone": zone})
    assert page.status_code == 200
    assert zone_of(ada) == "Asia/Tokyo"


def test_saving_another_setting_chooses_no_zone(as_ada: Client, ada: User) -> None:
    page = as_ada.get("/accounts/settings/").text
    assert '<option value="" selected>As my device</option>' in page
    as_ada.post("/accounts/settings/", {"theme": "dark", "time_zone": ""})
    ada.refresh_from_db()
    assert (ada.theme, ada.time_zone) == ("dark", "")
    choose(as_ada, "Asia/Tokyo", detected="1")
    assert '<option value=""' not in as_ada.get("/accounts/settings/").text


def test_it_can_be_changed_in_the_settings_without_scripts(as_ada: Client, ada: User) -> None:
    page = as_ada.get("/accounts/settings/").text
    assert '<optgroup label="America">' in page
    assert '<option value="America/Argentina/Salta">Argentina, Salta</option>' in page
    as_ada.post("/accounts/settings/", {"theme": "dark", "time_zone": "America/New_York"})
    assert zone_of(ada) == "America/New_York"
    as_ada.post("/accounts/settings/", {"theme": "dark"})  # a form from before there was the field
    assert zone_of(ada) == "America/New_York"


def test_a_zone_that_this_machine_does_not_know_is_utc() -> None:
    assert str(time_zones.zone("Atlantis/Capital")) == "UTC"
    assert str(time_zones.zone("")) == "UTC"
    assert time_zones.title("America/New_York") == "New York"
