"""Forms as people meet them: filled in, sent, and read again with their refusals."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.password_forms import POSTMAN
from tests.wire import PATIENCE

NASTY = {
    "a null byte": "ada\x00",
    "emoji": "ada🎲",
    "right-to-left override": "ada\u202ecod.exe",
    "zero width": "a\u200bda",
    "a space": "ada lovelace",
    "markup": "<b>ada</b>",
    "Cyrillic": "аda",
    "full width": "ａｄａ",
    "a percent sign": "%s%n",
    "a newline": "ada\nlovelace",
    "very long": "a" * 50_000,
}


@pytest.fixture(params=NASTY.values(), ids=NASTY.keys())
def nasty(request: pytest.FixtureRequest) -> str:
    """Text that is no name, of the kinds that have broken other sites."""
    return str(request.param)


@pytest.fixture
def visitor(db: Any) -> Client:
    return Client()


def errors(response: Any, field: str | None = None) -> str:
    """What the form on the page says against ``field``, or against the whole."""
    form = response.context["form"]
    found = form.errors.get(field, []) if field else form.non_field_errors()
    return " ".join(found)


def posted_mail() -> None:
    """Returns once the letters handed in so far are sent: one worker sends them in order."""
    POSTMAN.submit(lambda: None).result(timeout=PATIENCE)
