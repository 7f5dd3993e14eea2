"""What the site says of its release: the version, whom to tell of a hole, and the licences."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, override_settings

from config import env
from games.staff import licences
from tests.commands.run import printed
from tests.markup import html_of

ROOT = Path(__file__).parents[2]
CONTACT = "mailto:security@oxo.example"


@override_settings(COMMIT="9cdc563")
def test_the_page_about_the_site_names_the_version_and_the_commit(client: Client, db: Any) -> None:
    page = html_of(client.get("/about/"))
    assert f"Version {settings.VERSION}, commit <code>9cdc563</code>." in page
    assert "security.txt" not in page
    assert 'href="/about/"' in html_of(client.get("/lobby/"))


def test_without_a_commit_it_names_the_version_alone(client: Client, db: Any) -> None:
    assert f"Version {settings.VERSION}. " in html_of(client.get("/about/"))


@override_settings(SECURITY_CONTACT=CONTACT, SITE_URL="https://oxo.example")
@time_machine.travel("2026-07-05T12:00:00Z")
def test_whom_to_tell_of_a_hole(client: Client, db: Any) -> None:
    response = client.get("/.well-known/security.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.text == (
        f"Contact: {CONTACT}\nExpires: 2027-01-01T00:00:00Z\nPreferred-Languages: en\n"
        "Canonical: https://oxo.example/.well-known/security.txt\n"
    )
    assert 'href="/.well-known/security.txt"' in html_of(client.get("/about/"))


def test_without_a_contact_there_is_no_such_page(client: Client, db: Any) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize("value", [CONTACT, "https://oxo.example/tell", "tel:+44-20-7946-0000", ""])
def test_contacts(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", value)
    assert env.contact("X") == value


@pytest.mark.parametrize("value", ["security@oxo.example", "http://oxo.example/", "mailto:a b@c"])
def test_what_is_no_contact_is_quoted(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", value)
    with pytest.raises(ImproperlyConfigured, match=re.escape(f"X={value!r}: expected mailto:")):
        env.contact("X")


def test_the_licence_of_everything_that_is_shipped_is_listed() -> None:
    lines = printed("licences").splitlines()
    assert lines[0].split() == ["Oxo", settings.VERSION, "MIT", "(LICENSE)"]
    names = {line.split()[0] for line in lines}
    assert names >= {"django", "numpy", "psycopg", "webauthn"}
    assert [line for line in lines if "not stated" in line] == []


def test_every_typeface_in_the_repository_has_its_licence_beside_it() -> None:
    fonts = {path.parent for end in ("woff2", "ttf") for path in ROOT.glob(f"games/**/*.{end}")}
    assert fonts
    assert [path for path in fonts if not [*path.glob("*OFL.txt")]] == []
    assert [one for one in licences.TYPEFACES if not (ROOT / one.text).exists()] == []
