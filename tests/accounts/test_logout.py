"""/accounts/logout/: works, as a visitor, bad next, wrong method."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client

from accounts import people_views
from accounts.models import User
from tests.conftest import logged_in

URL = "/accounts/logout/"


def test_leaving_ends_the_session(as_ada: Client) -> None:
    response = as_ada.post(URL)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert response["Clear-Site-Data"] == '"cache"'
    assert "_auth_user_id" not in as_ada.session


def test_a_visitor_may_leave_too(visitor: Client) -> None:
    assert visitor.post(URL)["Location"] == "/"


def test_one_may_say_where_to(as_ada: Client) -> None:
    assert as_ada.post(URL, {"next": "/lobby/"})["Location"] == "/lobby/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", URL])
def test_one_is_never_sent_off_the_site_or_in_circles(as_ada: Client, elsewhere: str) -> None:
    assert as_ada.post(URL, {"next": elsewhere})["Location"] == "/"


def test_a_link_does_not_log_anybody_out(as_ada: Client) -> None:
    assert as_ada.get(URL).status_code == 405
    assert "_auth_user_id" in as_ada.session


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_while_another_tab_logs_out_asks_to_log_in(
    ada: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def back(request: HttpRequest) -> str:
        request.session["changed"] = True
        Session.objects.all().delete()
        return "/"

    monkeypatch.setattr(people_views, "back", back)
    response = logged_in(ada).post("/accounts/follow/", {"person": "grace"})
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/")
