"""People in the admin: staff see them, nobody sees a hash, rights cannot be taken."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client

from accounts import admin, searches
from accounts.models import User
from tests.conftest import PASSWORD, logged_in

URL = "/admin/accounts/user/"


@pytest.fixture
def as_helper(db: Any) -> Client:
    """Staff who look after accounts without being superusers."""
    helper = User.objects.create_user("helper", PASSWORD, is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    return logged_in(helper)


@pytest.mark.long
def test_the_list_counts_so_many_people_and_no_more(
    as_staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin, "MOST_LISTED", 3)
    for number in range(5):
        User.objects.create_user(f"somebody{number}")
    assert as_staff.get(URL).context["cl"].result_count == 3


def change(client: Client, user: User, **fields: Any) -> Any:
    form = {"name": user.name, "email": "", "reason": "they asked", **fields}
    return client.post(f"{URL}{user.pk}/change/", form)


@pytest.mark.long
def test_staff_find_people_by_name_and_address(as_staff: Client, ada: User, grace: User) -> None:
    User.objects.filter(pk=grace.pk).update(email="g@navy.example")
    User.objects.create_user("ad_hoc")
    assert _found(as_staff, "AD") == ["ad_hoc", "ada"]
    assert _found(as_staff, "ad_") == ["ad_hoc"]
    assert _found(as_staff, "Grace") == _found(as_staff, "G@Navy.example") == ["grace"]
    assert _found(as_staff, "RAC") == ["grace"]
    assert _found(as_staff, "d_h") == ["ad_hoc"]
    assert _found(as_staff, "da") == _found(as_staff, "%%%") == _found(as_staff, "navy") == []


def _found(client: Client, term: str) -> list[str]:
    page = client.get(URL, {"q": term}).content.decode()
    return sorted(re.findall(r'field-name"><a [^>]*>([^<]+)</a>', page))


def test_of_many_names_a_search_finds_so_many_and_the_one_that_is_meant(
    as_staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "MOST_FOUND", 2)
    for name in ("crowd-1", "crowd-2", "crowd-3", "crowd"):
        User.objects.create_user(name)
    found = _found(as_staff, "crowd")
    assert "crowd" in found
    assert len(found) <= 3


def test_of_many_people_the_list_says_that_there_are_more(
    as_staff: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "People (2)" in as_staff.get(URL).content.decode()
    monkeypatch.setattr(admin, "MOST_COUNTED", 1)
    page = as_staff.get(URL).content.decode()
    assert "People (more than 1)" in page
    assert "Guests (0)" in page
    assert "All (more than 1)" in page


def test_a_search_of_people_reads_few_of_them(as_staff: Client, ada: User) -> None:
    User.objects.bulk_create(User(name=f"member{number}") for number in range(300))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_user")
        if connection.vendor == "postgresql":  # where so few rows are as quickly read whole
            cursor.execute("SET LOCAL enable_seqscan = off")
    for found in (
        User.objects.beginning("AD").values_list("pk", flat=True),
        User.objects.with_email("ada@example.org").values_list("pk", flat=True),
        *([User.objects.containing("Ber29")] if connection.vendor == "postgresql" else []),
    ):
        assert "people_by_" in found.explain() or "ignoring_case" in found.explain()


def test_nothing_of_a_password_is_shown(as_staff: Client, ada: User) -> None:
    page = as_staff.get(f"{URL}{ada.pk}/change/").content.decode()
    algorithm, _, digest = ada.password.partition("$")
    assert all(part not in page for part in (algorithm, digest, digest[-8:]))
    assert f"{URL}{ada.pk}/password/" in page


def test_a_password_can_be_changed(as_staff: Client, ada: User) -> None:
    form = {"password1": "eine-lange-Nacht", "password2": "eine-lange-Nacht", "reason": "forgotten"}
    response = as_staff.post(f"{URL}{ada.pk}/password/", {**form, "usable_password": "true"})
    assert response.status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("eine-lange-Nacht")


def test_a_person_can_be_added(as_staff: Client) -> None:
    form = {"name": "eve", "password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    form["reason"] = "a teacher asked"
    assert as_staff.post(f"{URL}add/", form).status_code == 302
    assert User.objects.get(name="eve").check_password(PASSWORD)


@pytest.mark.parametrize("name", ["ADA", "a b", "a\x00b"])
def test_a_bad_name_is_refused_beside_it(as_staff: Client, ada: User, name: str) -> None:
    form = {"name": name, "password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    assert "name" in as_staff.post(f"{URL}add/", form).context["adminform"].form.errors


def test_the_case_of_a_name_can_be_changed_but_not_to_another_s(
    as_staff: Client, ada: User, grace: User
) -> None:
    assert change(as_staff, ada, name="Ada").status_code == 302
    assert "name" in change(as_staff, ada, name="GRACE").context["adminform"].form.errors


def test_a_superuser_gives_rights(as_staff: Client, ada: User) -> None:
    change(as_staff, ada, is_staff="on")
    ada.refresh_from_db()
    assert ada.is_staff


def test_a_helper_cannot_give_rights(as_helper: Client, ada: User) -> None:
    assert change(as_helper, ada, email="a@b.example", is_superuser="on").status_code == 302
    ada.refresh_from_db()
    assert (ada.email, ada.is_superuser) == ("a@b.example", False)


def test_a_helper_cannot_take_over_a_superuser(as_helper: Client, staff: User) -> None:
    assert change(as_helper, staff, email="mine@example.org").status_code == 403
    assert as_helper.post(f"{URL}{staff.pk}/password/", {}).status_code == 403
    assert as_helper.post(f"{URL}{staff.pk}/delete/", {"post": "yes"}).status_code == 403
    for name in ("delete_accounts", "deactivate"):
        form = {"action": name, "_selected_action": [staff.pk], "confirmed": "1", "reason": "mine"}
        as_helper.post(URL, form)
    assert User.objects.filter(pk=staff.pk, is_active=True).exists()


def test_staff_change_their_own_password_and_address_where_everybody_does(
    as_staff: Client, staff: User
) -> None:
    form = {"password1": "eine-lange-Nacht", "password2": "eine-lange-Nacht", "reason": "mine"}
    answer = as_staff.post(f"{URL}{staff.pk}/password/", {**form, "usable_password": "true"})
    assert answer["Location"] == "/accounts/password-change/"
    page = as_staff.get(f"{URL}{staff.pk}/change/").content.decode()
    assert '<a href="/accounts/settings/">your settings</a>' in page
    rights = {"is_staff": "on", "is_superuser": "on"}
    assert change(as_staff, staff, name="Hopper", email="a@b.example", **rights).status_code == 302
    staff.refresh_from_db()
    assert (staff.name, staff.email) == ("Hopper", "")
    assert staff.check_password(PASSWORD)


@pytest.mark.parametrize("path", ["", "add/", "1/change/", "1/password/"])
def test_players_get_nowhere(as_ada: Client, path: str) -> None:
    assert as_ada.get(URL + path).status_code == 302
