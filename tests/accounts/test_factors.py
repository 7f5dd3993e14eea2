"""/accounts/second-factor/ and the second step. Passkeys: tests/browser/test_passkeys.py."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import cbor2
import pytest
import time_machine
from cryptography.fernet import Fernet
from django.contrib.auth.signals import user_logged_in
from django.core import mail
from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP

from accounts import factors
from accounts.failures import STRANGE
from accounts.models import Factor, RecoveryCode, SecurityEvent, User
from accounts.sealed import CannotOpen, opened, seal
from tests.accounts.conftest import errors, posted_mail
from tests.accounts.test_password_reset import link, set_password
from tests.accounts.test_staff import done
from tests.conftest import PASSWORD, logged_in, shows_a_factor

PAGE, NEW, STEP = (
    "/accounts/second-factor/",
    "/accounts/second-factor/new/",
    "/accounts/second-step/",
)
LOG_IN = "/accounts/login/"


@pytest.fixture(autouse=True)
def asked(db: None) -> Iterator[None]:
    """Here staff have to show what they have."""
    user_logged_in.disconnect(shows_a_factor)
    yield
    user_logged_in.connect(shows_a_factor)


def code_of(key: str) -> str:
    return f"{TOTP(base64.b32decode(key)).token():06}"


def begin(client: Client, kind: str = "codes", password: str = PASSWORD, **more: str) -> Any:
    return client.post(PAGE, {"add": kind, "password": password, **more})


def with_codes(client: Client) -> tuple[str, list[str]]:
    """Add one-time codes: their key, and the recovery codes. The code now is used up."""
    begin(client)
    key = client.session["new factor"][1]
    page = client.post(NEW, {"name": "my phone", "code": code_of(key)}).content.decode()
    return key, re.findall(r"<code>([a-z0-9]{7}(?:-[a-z0-9]{7}){3})</code>", page)


def give_password(client: Client, name: str = "ada", **more: str) -> Any:
    return client.post(LOG_IN, {"username": name, "password": PASSWORD, **more})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.fixture
def later() -> Iterator[None]:
    """Two minutes later: the next codes."""
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        yield


def test_codes_are_added_with_the_password_and_a_code(ada: User, as_ada: Client) -> None:
    assert begin(as_ada, password="wrong").status_code == 400
    assert as_ada.get(NEW).status_code == 302
    assert begin(as_ada)["Location"] == NEW
    page = as_ada.get(NEW).content.decode()
    key = as_ada.session["new factor"][1]
    assert " ".join(key[at : at + 4] for at in range(0, 32, 4)) in page
    assert "<svg" in page
    assert as_ada.post(NEW, {"name": "my phone", "code": "000000x"}).status_code == 400
    added = as_ada.post(NEW, {"name": "my phone", "code": code_of(key)})
    assert "Your recovery codes" in added.content.decode()
    factor = Factor.objects.get()
    assert (factor.user, factor.kind, factor.name) == (ada, "codes", "my phone")
    assert key not in factor.key  # it is sealed
    assert RecoveryCode.objects.filter(user=ada).count() == 10


def test_a_log_in_takes_both_steps(ada: User, later: None) -> None:
    with time_machine.travel(timezone.now() - timedelta(minutes=2)):
        key, _ = with_codes(logged_in(ada))
    client = Client()
    assert give_password(client, next="/lobby/")["Location"] == STEP
    assert not is_in(client)
    assert client.get("/accounts/settings/").status_code == 302
    refused = client.post(STEP, {"code": "123"})
    assert (refused.status_code, is_in(client)) == (400, False)
    assert "That is no valid code." in errors(refused)
    answer = client.post(STEP, {"code": code_of(key)})
    assert (answer["Location"], is_in(client)) == ("/lobby/", True)
    told = SecurityEvent.objects.order_by("pk").values_list("what", flat=True)
    assert list(told)[-2:] == ["factor wrong", "logged in"]


def test_a_code_works_once(ada: User, later: None) -> None:
    with time_machine.travel(timezone.now() - timedelta(minutes=2)):
        key, _ = with_codes(logged_in(ada))
    code, results = code_of(key), []
    for _ in range(2):
        client = Client()
        give_password(client)
        client.post(STEP, {"code": code})
        results.append(is_in(client))
    assert results == [True, False]


def test_a_recovery_code_works_once_and_is_stored_as_its_hash(ada: User) -> None:
    _, codes = with_codes(logged_in(ada))
    assert len(set(codes)) == 10
    assert not RecoveryCode.objects.filter(digest__in=codes).exists()
    results = []
    for text in (codes[0].upper(), codes[0]):
        client = Client()
        give_password(client)
        client.post(STEP, {"code": f" {text} "})
        results.append(is_in(client))
    assert results == [True, False]
    assert ada.recovery_codes.count() == 9


def test_new_recovery_codes_end_the_old_ones(ada: User, as_ada: Client) -> None:
    _, old = with_codes(as_ada)
    page = as_ada.post(PAGE, {"add": "recovery", "password": PASSWORD}).content.decode()
    assert not any(code in page for code in old)
    client = Client()
    give_password(client)
    client.post(STEP, {"code": old[0]})
    assert not is_in(client)


def test_guesses_at_codes_have_to_wait(ada: User) -> None:
    _, codes = with_codes(logged_in(ada))
    client = Client()
    give_password(client)
    for _ in range(STRANGE.free):
        client.post(STEP, {"code": "000000"})
    refused = client.post(STEP, {"code": codes[0]})
    assert "Too many wrong codes. Try again in 5 seconds." in errors(refused)
    assert not is_in(client)


def test_the_first_step_counts_for_ten_minutes_and_one_password(ada: User) -> None:
    _, codes = with_codes(logged_in(ada))
    client, other = Client(), Client()
    give_password(client)
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert client.post(STEP, {"code": codes[0]})["Location"] == LOG_IN
    give_password(other)
    ada.set_password("brand-new-pa55")
    ada.save()
    assert other.post(STEP, {"code": codes[0]})["Location"] == LOG_IN
    assert not is_in(client)
    assert not is_in(other)


def test_nobody_takes_the_second_step_without_the_first(ada: User) -> None:
    _, codes = with_codes(logged_in(ada))
    client = Client()
    assert client.post(STEP, {"code": codes[0]})["Location"] == LOG_IN
    assert not is_in(client)


def test_a_letter_does_not_take_the_place_of_the_factor(ada: User) -> None:
    User.objects.update(email="ada@example.org")
    _, codes = with_codes(logged_in(ada))
    client = Client()
    client.post("/accounts/password-reset/", {"email": "ada@example.org"})
    posted_mail()
    answer = set_password(client, link(mail.outbox[0]))
    assert (answer["Location"], is_in(client)) == (STEP, False)
    client.post(STEP, {"code": codes[0]})
    assert is_in(client)


TORN_HANDLE = (
    '{"id": "x", "rawId": "x", "type": "public-key", "response": {"clientDataJSON": "", '
    '"authenticatorData": "", "signature": "", "userHandle": "A"}}'
)


@pytest.mark.parametrize(
    "credential",
    ["", "{}", "[]", "nonsense", '{"id": "x", "rawId": "x"}', "[" * 9_999, TORN_HANDLE],
)
def test_what_is_no_passkey_is_refused(ada: User, as_ada: Client, credential: str) -> None:
    begin(as_ada, "passkey")
    assert "data-options" in as_ada.get(NEW).content.decode()
    answer = as_ada.post(NEW, {"name": "key", "credential": credential})
    assert (answer.status_code, Factor.objects.count()) == (400, 0)
    with_codes(as_ada)
    client = Client()
    give_password(client)
    assert client.post(STEP, {"credential": credential}).status_code == 400
    assert not is_in(client)


def made_passkey(challenge: str, number: bytes, key: bytes) -> str:
    """What a browser answers that has made a passkey with this number and public key."""

    def text(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).decode().rstrip("=")

    said = {"type": "webauthn.create", "challenge": challenge, "origin": "http://testserver"}
    about = hashlib.sha256(b"testserver").digest() + bytes([0x41, 0, 0, 0, 0]) + bytes([1]) * 16
    data = about + len(number).to_bytes(2, "big") + number + key
    made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
    response = {"clientDataJSON": text(json.dumps(said).encode()), "attestationObject": text(made)}
    answer = {"id": text(number), "rawId": text(number), "type": "public-key"}
    return json.dumps({**answer, "response": response})


KEY = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)})


@pytest.mark.parametrize(
    ("number", "key", "added"),
    [(b"n" * 1_023, KEY, 1), (b"n" * 1_024, KEY, 0), (b"n", cbor2.dumps({}), 0)],
    ids=["good", "long", "no key"],
)
def test_a_passkey_is_stored_if_it_is_one_and_fits(
    as_ada: Client, number: bytes, key: bytes, added: int
) -> None:
    begin(as_ada, "passkey")
    options = json.loads(as_ada.get(NEW).context["options"])
    answer = made_passkey(options["challenge"], number, key)
    page = as_ada.post(NEW, {"name": "key", "credential": answer})
    assert (page.status_code, Factor.objects.count()) == (200 if added else 400, added)


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 18, "²", "-1"])
def test_a_factor_that_nobody_has_is_not_removed(as_ada: Client, number: str) -> None:
    assert as_ada.post(PAGE, {"remove": number, "password": PASSWORD}).status_code == 400


def test_a_factor_is_removed_with_the_password_and_by_its_owner(
    ada: User, as_ada: Client, as_grace: Client
) -> None:
    with_codes(as_ada)
    number = str(Factor.objects.get().pk)
    for client, password in ((as_grace, PASSWORD), (as_ada, "wrong")):
        assert client.post(PAGE, {"remove": number, "password": password}).status_code == 400
    assert Factor.objects.exists()
    as_ada.post(PAGE, {"remove": number, "password": PASSWORD})
    assert not Factor.objects.exists()
    assert not RecoveryCode.objects.exists()
    client = Client()
    give_password(client)
    assert is_in(client)


def test_there_is_one_program_and_so_many_factors(as_ada: Client, ada: User) -> None:
    with_codes(as_ada)
    assert "Remove it first." in begin(as_ada).content.decode()
    for number in range(factors.MOST):
        Factor.objects.create(
            user=ada, kind="passkey", name="k", credential=number, key="", counter=0
        )
    assert "Remove one first." in begin(as_ada, "passkey").content.decode()


# --- staff ------------------------------------------------------------------------------------


def test_the_admin_is_for_staff_who_have_shown_a_factor(staff: User) -> None:
    client = logged_in(staff)
    for page in ("/admin/", "/admin/accounts/user/", "/admin/password_change/"):
        assert client.get(page)["Location"].startswith(f"{PAGE}?next=%2Fadmin%2F"), page
    assert SecurityEvent.objects.filter(what="staff refused", person=staff.pk).exists()
    begin(client, next="/admin/accounts/user/")
    key = client.session["new factor"][1]
    page = client.post(NEW, {"name": "my phone", "code": code_of(key)}).content.decode()
    assert 'href="/admin/accounts/user/"' in page
    assert client.get("/admin/accounts/user/").status_code == 200


def test_a_session_of_before_somebody_was_staff_ends_with_the_day(ada: User) -> None:
    client = logged_in(ada)
    User.objects.filter(pk=ada.pk).update(is_staff=True)
    assert client.session.get_expiry_age() > 24 * 3600
    with_codes(client)
    assert client.session.get_expiry_age() <= 10 * 3600


def test_a_session_does_not_pass_by_a_factor_that_is_removed(staff: User) -> None:
    client = logged_in(staff)
    with_codes(client)
    assert client.get("/admin/").status_code == 200
    factors.remove(Factor.objects.get())
    assert client.get("/admin/").status_code == 302


def test_an_act_without_the_factor_is_not_done(staff: User, ada: User) -> None:
    done(logged_in(staff), "accounts/user", "deactivate", ada.pk)
    assert User.objects.get(pk=ada.pk).is_active


def test_a_session_of_before_is_asked_for_the_factor(staff: User) -> None:
    before = logged_in(staff)
    _, codes = with_codes(logged_in(staff))
    assert before.get("/admin/games/game/")["Location"] == STEP
    assert before.post(STEP, {"code": codes[0]})["Location"] == "/admin/games/game/"
    assert before.get("/admin/games/game/").status_code == 200


def test_the_log_in_page_of_staff_takes_both_steps(staff: User) -> None:
    _, codes = with_codes(logged_in(staff))
    client = Client()
    form = {"username": "hopper", "password": PASSWORD}
    answer = client.post("/admin/login/?next=/admin/games/game/", form)
    assert (answer["Location"], is_in(client)) == (STEP, False)
    assert client.post(STEP, {"code": codes[0]})["Location"] == "/admin/games/game/"
    assert client.get("/admin/games/game/").status_code == 200


@pytest.mark.parametrize(
    ("demo", "host", "address", "status"),
    [
        (True, "localhost", "127.0.0.1", 200),
        (True, "testserver", "127.0.0.1", 302),
        (True, "localhost", "192.0.2.1", 302),
        (False, "localhost", "127.0.0.1", 302),
    ],
)
def test_the_demo_at_home_asks_for_none(
    staff: User, settings: Any, demo: bool, host: str, address: str, status: int
) -> None:
    settings.DEMO = demo
    client = Client(REMOTE_ADDR=address, HTTP_HOST=host)
    client.force_login(staff)
    assert client.get("/admin/").status_code == status


def test_staff_help_who_has_lost_every_factor(ada: User, staff: User) -> None:
    with_codes(logged_in(ada))
    root = logged_in(staff)
    with_codes(root)
    page = done(root, "accounts/user", "remove_factors", ada.pk, staff.pk)
    assert "Remove second factors: 1 done." in page.content.decode()
    assert list(Factor.objects.values_list("user", flat=True)) == [staff.pk]


def test_a_sealed_key_opens_with_the_keys_there_are_and_only_unchanged(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "one", []
    closed = seal("JBSWY3DP")
    old = Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"accounts.factors:one").digest()))
    before = old.encrypt(b"JBSWY3DP").decode()
    assert closed != seal("JBSWY3DP")
    assert "JBSWY3DP" not in closed
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "two", ["one"]
    assert (opened(closed), opened(before)) == ("JBSWY3DP", "JBSWY3DP")
    settings.SECRET_KEY_FALLBACKS = []
    changed = closed[:-2] + ("AA" if closed[-2:] != "AA" else "BB")
    for text in (closed, before, changed, "gcm:", "gcm:?", ""):
        with pytest.raises(CannotOpen):
            opened(text)
