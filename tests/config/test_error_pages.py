"""What people see when something is wrong, and how they get on from there."""

from __future__ import annotations

import logging
import logging.config
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, IntegrityError, connection
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.test import Client, RequestFactory
from django.urls import ResolverMatch, URLResolver
from django.views import defaults

from accounts.models import User
from config.pages import views
from config.pages.middleware import DeletedMiddleware
from config.server.unavailable import unavailable
from games.storage.outage import AWAY
from tests.conftest import logged_in

HOME = 'href="/">Go to the home page'
"""The way on that every page of an error has."""


def test_an_unknown_page(client: Client, db: Any) -> None:
    response = client.get("/nowhere/%00/")
    assert response.status_code == 404
    page = response.content.decode()
    assert "No such page" in page
    assert "There is nothing at this address." in page
    assert HOME in page


def test_what_is_not_there_is_quoted(client: Client, db: Any) -> None:
    response = client.get("/games/abc/")
    assert response.status_code == 404
    assert "There is no game &#x27;abc&#x27;." in response.content.decode()


@pytest.mark.parametrize("path", ["rules", "learn", "campaign", "proofs", "leaderboards"])
def test_what_is_not_there_is_quoted_in_part(client: Client, db: Any, path: str) -> None:
    page = client.get(f"/{path}/{'k' * 5000}/").content.decode()
    assert "No such page" in page
    assert "kkk…" in page
    assert "k" * 170 not in re.sub("<[^>]*>", "", page)


def test_an_unknown_host(client: Client, db: Any) -> None:
    response = client.get("/accounts/login/", HTTP_HOST="evil.example")
    assert response.status_code == 400
    assert "We could not read that" in response.content.decode()
    assert HOME in response.content.decode()


def test_a_page_of_others(db: Any, rf: RequestFactory) -> None:
    request = rf.get("/admin/games/game/")
    request.user = AnonymousUser()
    response = defaults.permission_denied(request, PermissionDenied())
    assert response.status_code == 403
    page = response.content.decode()
    assert "You cannot open this page" in page
    assert 'href="/accounts/login/?next=%2Fadmin%2Fgames%2Fgame%2F"' in page


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "quoted"),
    [
        ("get", "/api/nothing/", 404, "no_such_address", "'/api/nothing/'"),
        ("get", "/api/games/not-an-id!/", 404, "no_such_address", "not-an-id!"),
        ("get", f"/api/{'a' * 500}/", 404, "no_such_address", "…"),
        ("get", "/api/games/", 405, "bad_method", "GET"),
        ("delete", "/api/games/abc/", 405, "bad_method", "DELETE"),
        ("post", "/api/", 405, "bad_method", "POST"),
        ("put", "/api/schema", 405, "bad_method", "expected GET or HEAD"),
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


def test_a_form_for_the_api_is_refused_as_data(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    token = client.get("/accounts/settings/").context["csrf_token"]
    for path in ("games/", "games/abc/join/", "games/abc/actions/", "challenge/grace", "engines"):
        form = {"seat": "X", "csrfmiddlewaretoken": str(token)}
        response = client.post(f"/api/{path}", form)
        assert (response.status_code, response.json()["code"]) == (400, "bad_message")
        assert response.json()["message"] == "The body is a form: expected JSON."


@pytest.mark.parametrize(
    "name", ["DisallowedHost", "TooManyFieldsSent", "TooManyFilesSent", "SuspiciousOperation"]
)
def test_what_anybody_can_send_leaves_no_traceback_in_the_log(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _log_as_the_site()
    logging.getLogger(f"django.security.{name}").error("hello", exc_info=ValueError("boom"))
    assert capsys.readouterr().err == ""


def _log_as_the_site() -> None:
    """The site's own logging, but for the log of what matters, which has lines of its own."""
    elsewhere = {"handlers": ["nowhere"], "propagate": False}
    loggers = {**settings.LOGGING["loggers"], "oxo.security": elsewhere}
    logging.config.dictConfig({**settings.LOGGING, "loggers": loggers})


def test_a_form_of_another_site_leaves_a_line_in_the_log(
    db: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    _log_as_the_site()
    Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "ada"})
    assert capsys.readouterr().err.count("\n") == 1


@pytest.fixture
def quiet(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """The site's own logging, to which the test may write nothing."""
    _log_as_the_site()
    yield
    assert capsys.readouterr().err == ""


def test_too_many_files_are_refused_quietly(quiet: None, db: Any) -> None:
    files = {f"file{number}": BytesIO(b"x") for number in range(101)}
    response = Client().post("/accounts/login/", files)
    assert response.status_code == 400
    assert "There are too many files: at most 100." in response.content.decode()


def test_too_many_fields_are_refused_quietly(quiet: None, db: Any) -> None:
    response = Client().post("/accounts/login/", {str(number): "x" for number in range(1001)})
    assert response.status_code == 400
    assert "There are too many fields: at most 1000." in response.content.decode()


def test_a_host_that_is_not_ours_is_refused_quietly(quiet: None, db: Any) -> None:
    response = Client().get("/accounts/login/", HTTP_HOST="evil.example")
    assert response.status_code == 400
    assert "does not answer to the name in the address" in response.content.decode()


@pytest.mark.parametrize(
    "query",
    [
        "seats__user__password__startswith=a",
        "finished_at__year=99999",
        "finished_at__year=99999999999999999999999",
        "nonsense=1",
        "pk__in=a,%00",
        "o=nan",
    ],
)
def test_a_list_of_the_admin_refuses_odd_filters_quietly(
    staff: User, quiet: None, query: str
) -> None:
    response = logged_in(staff).get(f"/admin/games/game/?{query}")
    assert response.status_code == 400
    assert "This list cannot be filtered in that way." in response.content.decode()


@pytest.mark.parametrize("query", ["id__exact=99999999999999999999", "p=-1", "kind=nonsense"])
def test_filters_that_find_nothing_break_nothing(staff: User, quiet: None, query: str) -> None:
    response = logged_in(staff).get(f"/admin/accounts/user/?{query}", follow=True)
    assert response.status_code == 200


# --- NUL, which PostgreSQL refuses wherever it comes from; SQLite finds nothing -----------------

REFUSED_OR_EMPTY = {400} if connection.vendor == "postgresql" else {200, 302}


@pytest.mark.parametrize("model", ["games/game", "accounts/user", "progress/climber"])
@pytest.mark.parametrize("query", ["q=%00", "q=a%00b", "id__exact=%00"])
def test_a_nul_in_a_list_of_the_admin(staff: User, quiet: None, model: str, query: str) -> None:
    response = logged_in(staff).get(f"/admin/{model}/?{query}")
    assert response.status_code in {400, 200, 302}
    if response.status_code == 400:
        assert f"There is a NUL character in the parameter “{query.partition('=')[0]}”." in (
            response.content.decode()
        )


def test_a_nul_in_a_search_is_refused_on_postgresql(staff: User, quiet: None) -> None:
    response = logged_in(staff).get("/admin/games/game/?id__exact=%00")
    assert response.status_code in REFUSED_OR_EMPTY


def test_a_nul_in_the_address_of_a_game_of_the_admin(staff: User, quiet: None) -> None:
    response = logged_in(staff).get("/admin/games/game/%00/change/")
    assert response.status_code in REFUSED_OR_EMPTY


def test_a_nul_in_an_action_of_the_admin(staff: User, quiet: None) -> None:
    form = {"action": "replay_and_verify", "_selected_action": ["\0"]}
    response = logged_in(staff).post("/admin/games/game/", form)
    assert response.status_code in REFUSED_OR_EMPTY


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "browser", "theme", "messages"])
def test_a_nul_in_a_cookie_is_no_cookie(db: Any, quiet: None, name: str) -> None:
    for path in ("/", "/accounts/login/"):
        response = Client(HTTP_COOKIE=f'{name}="abcdefghijklmnop\\000qrstuvwxyz"').get(path)
        assert response.status_code == 200


def test_a_mistake_of_ours_under_api_is_told_as_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(URLResolver, "resolve", break_everything)
    response = Client(raise_request_exception=False).get("/api/games/abc/")
    assert (response.status_code, response.json()["code"]) == (500, "server_error")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (IntegrityError("FOREIGN KEY constraint failed"), 404),
        (IntegrityError('insert or update on table "a" violates foreign key constraint "b"'), 404),
        (IntegrityError("UNIQUE constraint failed: accounts_user.name"), None),
        (DatabaseError("Save with update_fields did not affect any rows."), 404),
        (DatabaseError("boom"), None),
        (User.DoesNotExist("User matching query does not exist."), 404),
    ],
    ids=str,
)
def test_what_another_request_has_deleted_is_not_found(
    rf: RequestFactory, error: Exception, status: int | None
) -> None:
    response = DeletedMiddleware(HttpResponse).process_exception(rf.get("/api/account"), error)
    assert (None if response is None else response.status_code) == status


def test_too_fast(rf: RequestFactory, db: Any) -> None:
    page = loader.render_to_string("429.html", request=rf.get("/"))
    assert "A little too fast" in page
    assert HOME in page


def break_everything(self: Any, path: str) -> ResolverMatch:
    def broken(request: HttpRequest) -> HttpResponse:
        raise RuntimeError("boom")

    return ResolverMatch(broken, (), {})


def test_our_own_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the ``db`` fixture any look at the database fails."""
    monkeypatch.setattr(URLResolver, "resolve", break_everything)
    response = Client(raise_request_exception=False).get("/")
    assert response.status_code == 500
    page = response.content.decode()
    assert "Something broke" in page
    assert HOME in page
    assert "boom" not in page


def test_the_page_for_later_asks_nothing_of_the_database(rf: RequestFactory) -> None:
    """Without the ``db`` fixture any look at the database fails."""
    response = unavailable(rf.get("/lobby/"), AWAY, 2)
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    page = response.content.decode()
    assert AWAY in page
    assert 'href="/lobby/">Try again' in page
    assert HOME in page


def test_our_own_mistakes_when_even_that_page_is_broken(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> str:
        raise ValueError("Missing staticfiles manifest entry")

    monkeypatch.setattr(loader, "render_to_string", fail)
    response = views.server_error(rf.get("/"))
    assert response.status_code == 500
    assert "Something broke" in response.content.decode()
    assert 'href="/"' in response.content.decode()
