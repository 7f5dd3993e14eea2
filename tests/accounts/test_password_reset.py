"""/accounts/password-reset/: works, unknown address, bad links, bad input, limits."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.failures import STRANGE
from accounts.models import User
from tests.accounts.conftest import errors, posted_mail
from tests.conftest import logged_in

URL = "/accounts/password-reset/"
SENT = "/accounts/password-reset/done/"
NEW = "crosses-and-noughts"


@pytest.fixture
def ada_with_mail(ada: User) -> User:
    ada.email = "ada@example.org"
    ada.save()
    return ada


def ask(client: Client, email: str = "ada@example.org") -> Any:
    response = client.post(URL, {"email": email})
    posted_mail()
    return response


def link(letter: Any) -> str:
    (found,) = re.findall(r"http://testserver(/\S+)", letter.body)
    return str(found)


def set_password(client: Client, address: str, new: str = NEW) -> Any:
    form_page = client.get(address, follow=True)
    path = form_page.redirect_chain[-1][0] if form_page.redirect_chain else address
    return client.post(path, {"new_password1": new, "new_password2": new})


def test_the_whole_way(visitor: Client, ada_with_mail: User) -> None:
    assert ask(visitor)["Location"] == SENT
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["ada@example.org"], "Set a new password for Oxo")
    assert letter.from_email == settings.DEFAULT_FROM_EMAIL
    assert "is ada." in letter.body
    assert "within 24 hours" in letter.body
    response = set_password(visitor, link(letter))
    assert response["Location"] == "/accounts/password-reset/complete/"
    ada_with_mail.refresh_from_db()
    assert ada_with_mail.check_password(NEW)
    assert "You are logged in as ada" in visitor.get(response["Location"]).content.decode()


def test_the_letter_has_the_same_link_as_text_and_as_a_page(
    visitor: Client, ada_with_mail: User
) -> None:
    User.objects.filter(pk=ada_with_mail.pk).update(name="a_b")
    ask(visitor)
    (letter,) = mail.outbox
    ((page, kind),) = letter.alternatives
    assert kind == "text/html"
    assert page.count(f'href="http://testserver{link(letter)}"') == 2
    assert "Hello a_b," in page
    assert "within 24 hours" in page
    (picture,) = re.findall(r'<img src="http://testserver([^"]+)"', page)
    assert visitor.get(picture)["Content-Type"] == "image/png"
    assert "<style" not in page
    assert "<script" not in page


def test_the_case_of_the_address_does_not_matter(visitor: Client, ada_with_mail: User) -> None:
    ask(visitor, "ADA@example.ORG")
    assert len(mail.outbox) == 1


def test_all_accounts_of_an_address_are_in_one_letter(
    visitor: Client, ada_with_mail: User, grace: User
) -> None:
    User.objects.filter(pk=grace.pk).update(email="ada@example.org")
    ask(visitor)
    (letter,) = mail.outbox
    assert letter.body.startswith("Hello ada and grace,")
    links = dict(re.findall(r"^(\w+): http://testserver(/\S+)$", letter.body, re.MULTILINE))
    assert list(links) == ["ada", "grace"]
    assert all(path in letter.alternatives[0][0] for path in links.values())
    assert set_password(visitor, links["grace"]).status_code == 302
    grace.refresh_from_db()
    ada_with_mail.refresh_from_db()
    assert grace.check_password(NEW)
    assert not ada_with_mail.check_password(NEW)


def test_each_way_to_write_an_address_gets_its_own_links_alone(
    visitor: Client, ada_with_mail: User, grace: User
) -> None:
    User.objects.filter(pk=grace.pk).update(email="Ada@Example.org")
    ask(visitor)
    letters = {letter.to[0]: letter.body for letter in mail.outbox}
    assert letters.keys() == {"ada@example.org", "Ada@Example.org"}
    assert "Hello ada,\n" in letters["ada@example.org"]
    assert "Hello grace,\n" in letters["Ada@Example.org"]
    assert all(letter.count("http://testserver/accounts/") == 1 for letter in letters.values())


def test_an_address_that_only_the_database_takes_for_another_gets_no_letter(
    visitor: Client, ada_with_mail: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.filter(pk=grace.pk).update(email="ada@exampłe.org")
    both = User.objects.filter(pk__in=(ada_with_mail.pk, grace.pk))
    monkeypatch.setattr(type(User.objects), "with_email", lambda self, address: both)
    ask(visitor)
    assert [letter.to for letter in mail.outbox] == [["ada@example.org"]]
    assert "grace" not in mail.outbox[0].body


@pytest.mark.parametrize("email", ["nobody@example.org", "ada@example.org.evil.example"])
def test_an_unknown_address_gets_the_same_answer_and_no_letter(
    visitor: Client, ada_with_mail: User, email: str
) -> None:
    known, unknown = ask(visitor), ask(visitor, email)
    assert len(mail.outbox) == 1
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert "If there is an account with this address" in visitor.get(SENT).content.decode()


def test_accounts_without_an_address_get_no_letter(visitor: Client, ada: User) -> None:
    assert errors(ask(visitor, ""), "email")
    assert not mail.outbox


def test_a_mail_server_that_fails_is_not_noticed(
    visitor: Client, ada_with_mail: User, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = 1
    assert ask(visitor)["Location"] == SENT


def test_a_new_password_ends_other_sessions_and_the_wait(
    visitor: Client, ada_with_mail: User
) -> None:
    elsewhere = logged_in(ada_with_mail)
    credentials = {"username": "ada", "password": "wrong"}
    for _ in range(STRANGE.free + 1):
        refused = visitor.post("/accounts/login/", credentials)
    assert refused.status_code == 429
    ask(visitor)
    set_password(visitor, link(mail.outbox[0]))
    assert elsewhere.get("/accounts/settings/").status_code == 302
    response = Client().post("/accounts/login/", {"username": "ada", "password": NEW})
    assert response.status_code == 302


# --- links -----------------------------------------------------------------------------------


def test_a_link_works_once(visitor: Client, ada_with_mail: User) -> None:
    ask(visitor)
    set_password(visitor, link(mail.outbox[0]))
    page = Client().get(link(mail.outbox[0])).content.decode()
    assert "This link no longer works" in page


def test_a_link_ends_after_a_day(visitor: Client, ada_with_mail: User) -> None:
    ask(visitor)
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        page = visitor.get(link(mail.outbox[0])).content.decode()
    assert "This link no longer works" in page


def test_a_link_shows_its_secret_only_once(visitor: Client, ada_with_mail: User) -> None:
    ask(visitor)
    assert visitor.get(link(mail.outbox[0]))["Location"].endswith("/set-password/")


@pytest.mark.parametrize(
    "address",
    ["x/y/", "MQ/set-password/", "%00/y/", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5/a-b/", "é/ü/"],
)
def test_made_up_links_are_refused(visitor: Client, ada: User, address: str) -> None:
    response = visitor.get(URL + address)
    assert response.status_code == 200
    assert "This link no longer works" in response.content.decode()
    assert visitor.post(URL + address, {"new_password1": NEW}).status_code == 200


def test_a_weak_password_is_refused_beside_it(visitor: Client, ada_with_mail: User) -> None:
    ask(visitor)
    response = set_password(visitor, link(mail.outbox[0]), "short1")
    assert "too short" in errors(response, "new_password1")


# --- input and limits --------------------------------------------------------------------------


@pytest.mark.parametrize("email", ["", "ada", "a\x00@example.org", "a" * 300 + "@example.org"])
def test_what_is_no_address_is_refused_beside_it(visitor: Client, email: str) -> None:
    assert errors(ask(visitor, email), "email")


def test_one_asker_cannot_write_to_many_people(visitor: Client, settings: Any) -> None:
    times = 3
    settings.LIMITS = {**settings.LIMITS, "password_reset": (times, 3600)}
    for number in range(times):
        assert ask(visitor, f"a{number}@example.org").status_code == 302
    response = ask(visitor, "last@example.org")
    assert response.status_code == 429
    assert "Wait 60 minutes" in errors(response)
    assert 3590 < int(response["Retry-After"]) <= 3600


def test_many_askers_write_few_letters_and_lock_nobody_out(
    visitor: Client, ada_with_mail: User
) -> None:
    times, _ = settings.LIMITS["password_reset_letter"]
    statuses = [ask(Client(REMOTE_ADDR=f"192.0.2.{n}")).status_code for n in range(times + 1)]
    assert statuses == [302] * (times + 1)
    assert len(mail.outbox) == times
    assert ask(visitor)["Location"] == SENT  # she herself, and the links of strangers work
    assert set_password(visitor, link(mail.outbox[0])).status_code == 302


def test_other_methods_are_refused(visitor: Client) -> None:
    assert visitor.delete(URL).status_code == 405
