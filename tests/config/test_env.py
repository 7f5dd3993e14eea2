"""What the environment may say, and how it is told that it may not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dj_database_url
import dj_email_url
import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env

SCHEMES = ("redis", "sqlite", "postgres", "smtp")
Set = Callable[[str], None]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Set:
    return lambda value: monkeypatch.setenv("X", value)


@pytest.mark.parametrize(("value", "found"), [("1", True), ("Yes", True), (" on ", True)])
def test_flags(given: Set, value: str, found: bool) -> None:
    given(value)
    assert env.flag("X", default=False) is found


@pytest.mark.parametrize("value", ["0", "false", "NO", "off", ""])
def test_flags_that_are_off(given: Set, value: str) -> None:
    given(value)
    assert env.flag("X", default=True) is False


def test_what_is_not_set_has_its_default() -> None:
    assert env.text("X", "a") == "a"
    assert env.flag("X", default=True) is True
    assert env.number("X", 7) == 7
    assert env.words("X", "a,b") == ["a", "b"]
    assert env.choice("X", "INFO", ("INFO",)) == "INFO"
    assert env.parsed("X", "", SCHEMES, str) == ""


def test_an_address_that_is_empty_is_the_default(given: Set) -> None:
    given("")
    assert env.parsed("X", "redis://h", SCHEMES, str) == "redis://h"


def test_the_database_lies_in_a_folder_of_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "C# 100%"
    code = "import config.settings as s; print(s.DATABASES['default']['NAME'], s.EMAIL_BACKEND)"
    environment = {"PATH": os.environ["PATH"], "SECRET_KEY": "x", "VAR_DIR": str(folder)}
    environment |= {"DATABASE_URL": "", "EMAIL_URL": ""}
    said = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    backend = "django.core.mail.backends.console.EmailBackend"
    assert said.stdout == f"{folder / 'oxo.sqlite3'} {backend}\n"


def test_numbers_words_and_choices(given: Set) -> None:
    given(" 12 ")
    assert env.number("X", 7) == 12
    given("info")
    assert env.choice("X", "DEBUG", ("DEBUG", "INFO")) == "INFO"
    given(" a, ,b,")
    assert env.words("X") == ["a", "b"]


@pytest.mark.parametrize(
    "value",
    [
        "redis://localhost:6379/0",
        "sqlite://:memory:",
        "sqlite:////srv/oxo.sqlite3",
        "postgres://u:p%40@db:5432/oxo",
    ],
)
def test_addresses(given: Set, value: str) -> None:
    given(value)
    assert env.parsed("X", "", SCHEMES, str) == value


def test_two_addresses_where_one_is_expected_are_refused(given: Set) -> None:
    given("redis://one/0,redis://two/0")
    with pytest.raises(ImproperlyConfigured, match="expected one address"):
        env.url("X", SCHEMES, str)


@pytest.mark.parametrize(
    ("reader", "value", "expected"),
    [
        (lambda: env.flag("X", default=True), "maybe", "1 or 0"),
        (lambda: env.number("X", 1), "many", "a whole number of at least 0"),
        (lambda: env.number("X", 1), "-1", "a whole number of at least 0"),
        (lambda: env.number("X", 1), "1.5", "a whole number of at least 0"),
        (lambda: env.number("X", 1, least=1), "0", "a whole number of at least 1"),
        (lambda: env.choice("X", "A", ("A", "B")), "loud", "one of A, B"),
        (lambda: env.parsed("X", "", SCHEMES, str), "redis", "starts with one of redis:, sqlite:"),
        (lambda: env.parsed("X", "", SCHEMES, str), "mysql://h/d", "starts with one of redis:"),
        (lambda: env.parsed("X", "", SCHEMES), "redis://h:port/0", "percent-encoded"),
        (lambda: env.parsed("X", "", SCHEMES), "redis://[h/0", "percent-encoded"),
        (
            lambda: env.parsed("X", "", SCHEMES, dj_database_url.parse),
            "postgres://h:99999/d",
            "percent-encoded",
        ),
        (
            lambda: env.parsed("X", "", SCHEMES, dj_email_url.parse),
            "smtp://h:25/?timeout=soon",
            "percent-encoded",
        ),
    ],
)
def test_a_bad_value_is_refused_in_one_line_that_quotes_it(
    given: Set, reader: Callable[[], Any], value: str, expected: str
) -> None:
    given(value)
    with pytest.raises(ImproperlyConfigured) as refusal:
        reader()
    message = str(refusal.value)
    assert message.startswith(f"X={value!r}: expected ")
    assert expected in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("mysql://u:secret@h/d", "mysql://u:***@h/d"),
        ("redis://:secret@h:port", "redis://:***@h:port"),
        ("postgres://u:sec@ret@h:port/d", "postgres://u:***@h:port/d"),
        ("postgres://u:sec/ret@h/d", "postgres://u:***@h/d"),
        ("smtp://u:sec#ret@h", "smtp://u:***@h"),
    ],
)
def test_passwords_are_not_quoted(given: Set, value: str, shown: str) -> None:
    given(value)
    with pytest.raises(ImproperlyConfigured) as refusal:
        env.parsed("X", "", SCHEMES)
    assert repr(shown) in str(refusal.value)
    assert "sec" not in str(refusal.value)


OWN = ["127.0.0.1", "localhost", "[::1]"]


@pytest.mark.parametrize(
    ("said", "hosts", "https", "site"),
    [
        ("", ["oxo.example", "www.oxo.example"], True, "https://oxo.example"),
        ("", [".oxo.example", "oxo.example"], True, "https://oxo.example"),
        ("", [*OWN, "oxo.example"], False, "http://oxo.example"),
        ("", OWN, False, ""),
        ("https://oxo.example:8443/", ["*"], True, "https://oxo.example:8443"),
    ],
)
def test_where_the_site_is(
    monkeypatch: pytest.MonkeyPatch, said: str, hosts: list[str], https: bool, site: str
) -> None:
    monkeypatch.setenv("SITE_URL", said)
    assert env.site_url("SITE_URL", hosts, https=https) == site


@pytest.mark.parametrize("said", ["", "https://", "https://oxo.example/path", "ftp://oxo.example"])
def test_a_site_that_is_no_single_place_is_refused(
    monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setenv("SITE_URL", said)
    with pytest.raises(ImproperlyConfigured, match="SITE_URL"):
        env.site_url("SITE_URL", [".oxo.example"], https=True)


def test_a_secret_is_needed_unless_debugging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert env.secret_key(debug=True)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY='' and DEBUG is off"):
        env.secret_key(debug=False)
    monkeypatch.setenv("SECRET_KEY", "s3cret")
    assert env.secret_key(debug=False) == "s3cret"


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    assert env.folder("X", tmp_path / "a" / "b").is_dir()
    assert env.folder("X", tmp_path / "a" / "b").is_dir()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ImproperlyConfigured, match=r"^X: cannot make the folder '.*/file/a': "):
        env.folder("X", tmp_path / "file" / "a")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, (31_536_000, True, False)),
        ({"HSTS_PRELOAD": "1"}, (31_536_000, True, True)),
        ({"HTTPS": "0", "HSTS_PRELOAD": "1"}, (0, False, False)),
    ],
)
def test_browsers_put_the_name_on_their_list_only_if_asked_to(
    given: dict[str, str], expected: tuple[int, bool, bool], tmp_path: Path
) -> None:
    code = (
        "import config.settings as s; "
        "print((s.SECURE_HSTS_SECONDS, s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD))"
    )
    environment = {"PATH": os.environ["PATH"], "SECRET_KEY": "x", "VAR_DIR": str(tmp_path), **given}
    said = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == str(expected)


@pytest.mark.parametrize(
    ("name", "most"), [("X", 1_000_000_000), ("X_DAYS", 36_500), ("X_HOURS", 876_000)]
)
def test_a_number_that_no_program_can_use_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    monkeypatch.setenv(name, str(most))
    assert env.number(name, 1) == most
    monkeypatch.setenv(name, str(most + 1))
    with pytest.raises(ImproperlyConfigured, match=f"{name}='{most + 1}': expected at most {most}"):
        env.number(name, 1)
