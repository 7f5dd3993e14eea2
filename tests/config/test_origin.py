"""Which pages may open a socket."""

from __future__ import annotations

from typing import Any

import pytest

from config.server.origin import own

HOST = "oxo.example:8000"


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://oxo.example:8000", HOST),
        ("HTTP://OXO.example:8000", HOST),
        ("http://oxo.example", "oxo.example"),
        ("http://oxo.example:80", "oxo.example"),
        ("https://oxo.example", "oxo.example:443"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_a_page_of_this_site_is_let_in(origin: str, host: str, settings: Any) -> None:
    settings.HTTPS = False
    assert own(origin, host) is True


@pytest.mark.parametrize(
    "origin",
    [
        *("http://oxo.example:8001", "http://oxo.example", "http://other.example:8000"),
        *("ftp://oxo.example:8000", "null", "", "oxo.example:8000", "http://oxo.example:x"),
        *("http://oxo.example:8000/path", "http://a@oxo.example:8000", "http://[oxo"),
    ],
)
def test_any_other_is_turned_away(origin: str, settings: Any) -> None:
    settings.HTTPS = False
    assert own(origin, HOST) is False


def test_on_https_a_page_without_it_is_another(settings: Any) -> None:
    settings.HTTPS = True
    assert own("http://oxo.example", "oxo.example") is False
    assert own("https://oxo.example", "oxo.example") is True
