"""Names and headers that hold on HTTPS, and cookies that were called otherwise before."""

from __future__ import annotations

import os
import subprocess
import sys
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts.models import User
from config.server.cookies import of_old_name, renamed_cookies
from tests.conftest import logged_in

OLD = {"sessionid": "s" * 32, "csrftoken": "c" * 32, "browser": "b" * 32, "theme": "dark"}
NEW = {f"__Host-{name}": value for name, value in OLD.items() if name != "theme"}


def passed(cookies: dict[str, str], answer: HttpResponse) -> tuple[dict[str, str], SimpleCookie]:
    """The cookies that a view sees, and those of the answer."""
    seen: dict[str, str] = {}

    def view(request: Any) -> HttpResponse:
        seen.update(request.COOKIES)
        return answer

    request = RequestFactory().get("/")
    request.COOKIES = dict(cookies)
    return seen, renamed_cookies(view)(request).cookies


def test_old_names_are_read_once_and_replaced(settings: Any) -> None:
    settings.HTTPS = True
    seen, sent = passed(OLD, HttpResponse())
    assert seen == {**NEW, "theme": "dark"}
    for name, value in NEW.items():
        cookie = sent[name]
        assert (cookie.value, cookie["secure"], cookie["path"]) == (value, True, "/")
        assert cookie["domain"] == ""
        assert bool(cookie["httponly"]) is (name != "__Host-csrftoken")
        old = sent[name.removeprefix("__Host-")]
        assert (old.value, old["max-age"]) == ("", 0)


def test_new_names_go_before_old_ones_and_what_a_view_sets_stays(settings: Any) -> None:
    settings.HTTPS = True
    answer = HttpResponse()
    answer.delete_cookie("__Host-sessionid")
    seen, sent = passed({"sessionid": "planted", "__Host-sessionid": "own"}, answer)
    assert seen == {"__Host-sessionid": "own"}
    assert (sent["__Host-sessionid"].value, sent["__Host-sessionid"]["max-age"]) == ("", 0)


def test_without_old_names_nothing_is_sent(settings: Any) -> None:
    settings.HTTPS = True
    assert passed(NEW, HttpResponse()) == (NEW, SimpleCookie())


def test_without_https_names_are_plain() -> None:
    assert passed(OLD, HttpResponse()) == (OLD, SimpleCookie())


def test_a_socket_takes_either_name() -> None:
    assert of_old_name({"sessionid": "old"}, "__Host-sessionid") == "old"
    assert of_old_name({"sessionid": "old", "__Host-sessionid": "x"}, "__Host-sessionid") == "x"
    assert of_old_name({}, "__Host-sessionid") is None


@pytest.mark.parametrize(("https", "prefix"), [("1", "__Host-"), ("0", "")])
def test_the_settings_name_cookies_by_https(https: str, prefix: str) -> None:
    names = "s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.BROWSER_COOKIE_NAME"
    code = f"from config import settings as s; print(*({names}), *s.SECRET_KEY_FALLBACKS)"
    keys = {"SECRET_KEY": "x" * 50, "SECRET_KEY_FALLBACKS": "older,oldest", "HTTPS": https}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **keys}, capture_output=True, text=True
    )
    plain = ("sessionid", "csrftoken", "browser")
    assert done.stdout.split() == [*(f"{prefix}{name}" for name in plain), "older", "oldest"]


def test_a_page_with_a_person_in_it_is_stored_nowhere(ada: User) -> None:
    for path in ("/", "/accounts/settings/", "/campaign/", "/@ada/"):
        assert "no-store" in logged_in(ada).get(path)["Cache-Control"], path
    assert "no-store" not in Client().get("/rules/")["Cache-Control"]


def test_every_page_says_what_devices_it_needs_and_who_may_load_it(db: None) -> None:
    page = Client().get("/accounts/login/")
    asked = page["Permissions-Policy"].split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()"} <= set(asked)
    for kept in ("fullscreen", "clipboard-write", "web-share", "publickey-credentials-get"):
        assert kept not in page["Permissions-Policy"]
    assert page["Cross-Origin-Resource-Policy"] == "same-origin"


def test_pictures_and_embeds_may_be_shown_elsewhere(db: None) -> None:
    for path in ("/embed/learn/alpha/", "/favicon.ico"):
        answer = Client().get(path, follow=True)
        assert answer.status_code == 200, path
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin", path
