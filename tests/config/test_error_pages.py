"""What people see when something is wrong: 400, 403, 404, 429 and 500."""

from __future__ import annotations

import logging
import logging.config
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.test import Client, RequestFactory
from django.urls import ResolverMatch, URLResolver
from django.views import defaults

from accounts.models import User
from config import views


def test_an_unknown_page(client: Client, db: Any) -> None:
    response = client.get("/nowhere/%00/")
    assert response.status_code == 404
    assert "No such page" in response.content.decode()


def test_an_unknown_host(client: Client, db: Any) -> None:
    response = client.get("/accounts/login/", HTTP_HOST="evil.example")
    assert response.status_code == 400
    assert "could not be read" in response.content.decode()


def test_a_page_of_others(as_ada: Client, rf: RequestFactory) -> None:
    response = defaults.permission_denied(rf.get("/"), PermissionDenied())
    assert response.status_code == 403
    assert "Not your seat" in response.content.decode()


def test_a_form_without_its_token(db: Any) -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "ada"})
    assert response.status_code == 403
    assert "form had expired" in response.content.decode()


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "quoted"),
    [
        ("get", "/api/", 404, "no_such_address", "'/api/'"),
        ("get", "/api/games/not-an-id!/", 404, "no_such_address", "not-an-id!"),
        ("get", f"/api/{'a' * 500}/", 404, "no_such_address", "…"),
        ("get", "/api/games/", 405, "bad_method", "GET"),
        ("delete", "/api/games/abc/", 405, "bad_method", "DELETE"),
        ("put", "/api/games/abc/actions/", 405, "bad_method", "PUT"),
        ("get", "/api/games/abc/", 404, "no_such_game", "'abc'"),
        ("post", "/api/games/", 403, "csrf_failed", "X-CSRFToken"),
    ],
)
def test_everything_under_api_is_refused_as_data(
    as_ada: Client, method: str, path: str, status: int, code: str, quoted: str
) -> None:
    as_ada.handler.enforce_csrf_checks = code == "csrf_failed"
    response = getattr(as_ada, method)(path)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert quoted in response.json()["message"]


def test_a_body_too_long_for_the_api_is_refused_as_data(as_ada: Client) -> None:
    body = '"' + "a" * 300_000 + '"'
    response = as_ada.post("/api/games/", body, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (413, "bad_message")
    assert response.json()["message"] == "The body is too long: at most 262144 bytes."


def test_a_broken_upload_to_the_api_is_refused_as_data(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")
    response = client.post("/api/games/", "x", content_type="multipart/form-data")
    assert (response.status_code, response.json()["code"]) == (400, "bad_message")


@pytest.mark.parametrize("name", ["DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent"])
def test_what_anybody_can_send_leaves_no_traceback_in_the_log(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logging.config.dictConfig(settings.LOGGING)
    logging.getLogger(f"django.security.{name}").error("hello", exc_info=ValueError("boom"))
    assert capsys.readouterr().err == ""


def test_a_mistake_of_ours_under_api_is_told_as_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(URLResolver, "resolve", break_everything)
    response = Client(raise_request_exception=False).get("/api/games/abc/")
    assert (response.status_code, response.json()["code"]) == (500, "server_error")


def test_too_fast(rf: RequestFactory, db: Any) -> None:
    assert "too fast" in loader.render_to_string("429.html", request=rf.get("/"))


def break_everything(self: Any, path: str) -> ResolverMatch:
    def broken(request: HttpRequest) -> HttpResponse:
        raise RuntimeError("boom")

    return ResolverMatch(broken, (), {})


def test_our_own_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the ``db`` fixture any look at the database fails."""
    monkeypatch.setattr(URLResolver, "resolve", break_everything)
    response = Client(raise_request_exception=False).get("/")
    assert response.status_code == 500
    assert "Something broke" in response.content.decode()
    assert "boom" not in response.content.decode()


def test_our_own_mistakes_when_even_that_page_is_broken(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> str:
        raise ValueError("Missing staticfiles manifest entry")

    monkeypatch.setattr(loader, "render_to_string", fail)
    response = views.server_error(rf.get("/"))
    assert response.status_code == 500
    assert "Something broke" in response.content.decode()
