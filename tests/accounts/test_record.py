"""The log of what matters: a row and a line of JSON each, without secrets and names."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import record, sweep
from accounts.models import SecurityEvent, User
from accounts.record import What
from config.observe.logs import JsonLine
from tests.accounts.conftest import posted_mail
from tests.accounts.test_password_reset import link, set_password
from tests.accounts.test_staff import as_member_of, done, give, received
from tests.conftest import PASSWORD, logged_in

LOG_IN = "/accounts/login/"
SECRETS = (PASSWORD, "wr0ng-guess", "brand-new-pa55", "ada", "grace", "hopper", "192.0.2.1")


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []

    def emit(self, row: logging.LogRecord) -> None:
        self.read.append(JsonLine().format(row))


@pytest.fixture
def lines() -> Iterator[list[str]]:
    handler = Lines()
    record.log.addHandler(handler)
    yield handler.read
    record.log.removeHandler(handler)


@pytest.fixture(autouse=True)
def keeps_secrets(db: None, lines: list[str]) -> Iterator[None]:
    """After every test here: a line for each row, and neither has a secret or a name."""
    yield
    rows = list(SecurityEvent.objects.order_by("pk").values())
    assert len(lines) == len(rows)
    for row, line in zip(rows, lines, strict=True):
        told = json.loads(line)
        assert (told["event"], told.get("person")) == (row["what"], row["person"])
        words = f"{line} {json.dumps(row, default=str)}".lower()
        assert [
            secret for secret in SECRETS if f'"{secret}' in words or f" {secret}" in words
        ] == []


def events(*but: What) -> list[tuple[str, int | None, int | None]]:
    rows = SecurityEvent.objects.order_by("pk").exclude(what__in=but)
    return list(rows.values_list("what", "person", "by"))


def test_log_ins_failures_and_log_outs(ada: User) -> None:
    client = Client(REMOTE_ADDR="192.0.2.1")
    for password in ("wr0ng-guess", PASSWORD):
        client.post(LOG_IN, {"username": "ada", "password": password})
    client.post("/accounts/logout/")
    assert events() == [
        ("log-in failed", ada.pk, None),
        ("logged in", ada.pk, ada.pk),
        ("logged out", ada.pk, ada.pk),
    ]
    places = set(SecurityEvent.objects.values_list("place", flat=True))
    assert len(places) == 1
    assert len(places.pop()) == 16


def test_a_name_that_nobody_has_may_be_a_password(client: Client) -> None:
    client.post(LOG_IN, {"username": "brand-new-pa55", "password": "wr0ng-guess"})
    assert events() == [("log-in failed", None, None)]


def test_a_delayed_log_in_is_told_once_a_minute(ada: User, client: Client) -> None:
    form = {"username": "ada", "password": "wr0ng-guess"}
    for _ in range(8):
        client.post(LOG_IN, form)
    delayed = ("log-in delayed", ada.pk, None)
    assert events() == [*[("log-in failed", ada.pk, None)] * 5, delayed]


def test_passwords_changed_wrong_and_reset(ada: User, as_ada: Client) -> None:
    User.objects.update(email="ada@x.example")
    new = {"new_password1": "brand-new-pa55", "new_password2": "brand-new-pa55"}
    as_ada.post("/accounts/password-change/", {"old_password": "wr0ng-guess", **new})
    as_ada.post("/accounts/password-change/", {"old_password": PASSWORD, **new})
    as_ada.post("/accounts/password-reset/", {"email": "ada@x.example"})
    Client().post("/accounts/password-reset/", {"email": "nobody@x.example"})
    posted_mail()
    set_password(Client(), link(mail.outbox[0]), "brand-new-pa55")
    assert events()[1:] == [
        ("password wrong", ada.pk, ada.pk),
        ("password changed", ada.pk, ada.pk),
        ("reset asked", ada.pk, None),
        ("reset asked", None, None),
        ("password reset", ada.pk, None),
        ("session ended", ada.pk, None),
        ("logged in", ada.pk, ada.pk),
    ]


def test_tokens_made_revoked_and_refused(ada: User, as_ada: Client) -> None:
    as_ada.post("/accounts/tokens/", {"name": "bot", "scopes": ["play"], "password": PASSWORD})
    token = ada.api_tokens.get()
    as_ada.post(f"/accounts/tokens/{token.pk}/revoke/")
    for _ in range(3):
        Client().get("/api/account", headers={"authorization": "Bearer oxo_wr0ng-guess"})
    assert events()[1:] == [
        ("token made", ada.pk, ada.pk),
        ("token revoked", ada.pk, ada.pk),
        ("token refused", None, None),
    ]


def test_an_account_begun_changed_and_deleted(client: Client) -> None:
    form = {"name": "zoe", "password1": "brand-new-pa55", "password2": "brand-new-pa55"}
    client.post("/accounts/sign-up/", form)
    zoe = User.objects.get(name="zoe")
    sent = {"theme": "dark", "email": "z@x.example", "current_password": "brand-new-pa55"}
    client.post("/accounts/settings/", {**sent, "time_zone": "UTC"})
    client.post("/accounts/delete/", {"password": "brand-new-pa55"})
    assert [what for what, person, _ in events() if person == zoe.pk] == [
        "logged in",
        "signed up",
        "e-mail changed",
        "logged out",
        "account deleted",
    ]


def test_rights_given_and_taken_from_wherever_that_is_done(ada: User) -> None:
    group = Group.objects.create(name="readers")
    right = Permission.objects.get(codename="view_game")
    ada.is_staff = True
    ada.save()
    ada.save()
    ada.groups.add(group)
    ada.user_permissions.set([right])
    group.permissions.add(right)
    number = group.pk
    group.delete()
    ada.is_active = False
    ada.save(update_fields=["is_active"])
    root = User.objects.create_superuser("root", PASSWORD)
    rows = SecurityEvent.objects.order_by("pk").values_list("what", "person", "about")
    assert list(rows) == [
        ("rights changed", person, about)
        for person, about in (
            (ada.pk, "is_staff=True"),
            (ada.pk, f"group add [{number}]"),
            (ada.pk, f"permission add [{right.pk}]"),
            (None, f"group {number}: permission add [{right.pk}]"),
            (None, f"group {number}: deleted"),
            (ada.pk, "is_active=False"),
            (root.pk, "is_staff=True, is_superuser=True"),
        )
    ]


def test_acts_of_staff_and_what_they_are_refused(ada: User, staff: User) -> None:
    give()
    client = as_member_of("moderators")
    me = User.objects.get(name="in-moderators")
    done(client, "accounts/user", "deactivate", ada.pk)
    before = SecurityEvent.objects.count()
    client.get("/admin/progress/climber/", {"user__password__gte": "a"})
    client.get(f"/admin/accounts/user/{staff.pk}/password/")
    client.get(f"/admin/accounts/user/{staff.pk}/password/")
    rows = SecurityEvent.objects.order_by("pk").values_list("what", "person", "by")
    assert list(rows)[-2:] == [("staff refused", me.pk, me.pk)] * 2
    assert len(rows) == before + 2
    assert ("staff act", None, me.pk) in rows
    assert ("rights changed", ada.pk, me.pk) in rows


def test_a_password_and_an_address_that_staff_change_are_in_the_log_of_the_person(
    ada: User, staff: User
) -> None:
    client, url = logged_in(staff), f"/admin/accounts/user/{ada.pk}"
    form = {"name": "ada", "email": "a@x.example", "reason": "lost"}
    client.post(f"{url}/change/", form)
    client.post(f"{url}/change/", {**form, "name": "Ada"})
    new = {"password1": "brand-new-pa55", "password2": "brand-new-pa55"}
    client.post(f"{url}/password/", {**new, "usable_password": "true", "reason": "lost"})
    assert [event for event in events() if event[1] == ada.pk] == [
        ("e-mail changed", ada.pk, staff.pk),
        ("password changed", ada.pk, staff.pk),
    ]


def test_a_form_from_elsewhere_is_recorded(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post("/accounts/theme/", {"theme": "dark"}).status_code == 403
    assert events(What.LOGGED_IN)[0][0] == "refused"


def test_rows_stay_for_ninety_days(ada: User, lines: list[str]) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=91), tick=False):
        record.record(What.LOGGED_IN, ada.pk)
    with time_machine.travel(timezone.now() - timedelta(days=89), tick=False):
        record.record(What.LOGGED_OUT, ada.pk)
    assert sweep.sweep()["security_events"] == 1
    assert SecurityEvent.objects.get().what == What.LOGGED_OUT
    del lines[0]  # of what the sweep deleted


def test_superusers_alone_read_it(ada: User, staff: User) -> None:
    ada.is_staff = True
    ada.save()
    ada.user_permissions.add(Permission.objects.get(codename="view_securityevent"))
    assert logged_in(ada).get("/admin/accounts/securityevent/").status_code == 403
    client = logged_in(staff)
    page = client.get("/admin/accounts/securityevent/", {"what": "rights changed"})
    assert page.context["cl"].result_count == 3  # ada twice, and hopper
    row = SecurityEvent.objects.first()
    assert row is not None
    address = f"/admin/accounts/securityevent/{row.pk}/"
    assert client.get(f"{address}change/").status_code == 200
    for act in ("delete", "change"):
        assert client.post(f"{address}{act}/", {"post": "yes"}).status_code == 403
    assert SecurityEvent.objects.filter(pk=row.pk).exists()


def test_ones_own_part_is_in_ones_own_data(ada: User, grace: User, as_ada: Client) -> None:
    logged_in(grace)
    answer: Any = as_ada.get("/accounts/data/everything.json")
    told = json.loads(received(answer.streaming_content))["security_log"]
    assert [row["what"] for row in told] == ["logged in"]
