"""Second factors: passkeys, programs that make one-time codes, and codes to recover with.

``webauthn`` checks passkeys, ``django_otp`` computes one-time codes. Challenges and keys that are
not confirmed yet lie in the session, work once and for ten minutes.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import DisallowedHost
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django_otp.oath import TOTP

from accounts import open_sessions
from accounts.failures import STRANGE, Failures
from accounts.limits import in_words
from accounts.models import Factor, RecoveryCode, User
from accounts.record import What, record
from accounts.sealed import CannotOpen, opened, seal

PASSED = "second factor"
"""In a session: the number of the factor that its person has shown, 0 for a recovery code."""

CHALLENGE = "challenge"
"""In a session: what a passkey is to sign next."""

PENDING = "second step"
"""In a session: who has given the password and is to show the second factor."""

LASTS = 600
"""Seconds for which a challenge, a new key or a first step counts."""

MOST = 10
"""Factors that one person can have."""

RECOVERY_CODES = 10

LONGEST_NUMBER, LONGEST_KEY = 1_023, 1_500
"""Bytes of a passkey's number, which WebAuthn allows, and of its public key, which fit a row."""

LOCAL = ("localhost", "127.0.0.1", "[::1]")


class FactorRefused(Exception):
    """A factor was not shown or not added; the text is for people."""


# --- who needs one ----------------------------------------------------------------------------


def has_one(user: User) -> bool:
    return user.factors.exists()


def is_passed(request: HttpRequest) -> bool:
    """Whether this session may do what staff do: a factor was shown that is not removed since, or
    this is a demo at home.
    """
    number = request.session.get(PASSED)
    if number is None:
        return _is_demo_at_home(request)
    return number == 0 or Factor.objects.filter(pk=number, user=request.user.pk).exists()


def _is_demo_at_home(request: HttpRequest) -> bool:
    try:
        host = request.get_host().rpartition(":")[0] or request.get_host()
    except DisallowedHost:
        return False
    return (
        settings.DEMO and host in LOCAL and request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
    )


# --- adding one -------------------------------------------------------------------------------


def check_room(user: User, kind: Factor.Kind) -> None:
    """Raise Refused where no further factor of the kind is possible."""
    if user.factors.count() >= MOST:
        raise FactorRefused(f"You have {MOST} of them, and more is not possible. Remove one first.")
    if kind == Factor.Kind.CODES and user.factors.filter(kind=kind).exists():
        raise FactorRefused("You have a program that makes codes. Remove it first.")


def creation_options(request: HttpRequest, user: User) -> str:
    """What a browser needs to make a passkey, as JSON."""
    webauthn = _webauthn()
    structs = webauthn.helpers.structs
    options = webauthn.generate_registration_options(
        rp_id=_domain(request),
        rp_name="Oxo",
        user_name=user.name,
        user_id=hashlib.sha256(f"oxo:{user.pk}".encode()).digest(),
        exclude_credentials=_descriptors(user),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.DISCOURAGED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
    )
    _keep(request.session, options.challenge)
    return str(webauthn.options_to_json(options))


def add_passkey(request: HttpRequest, user: User, name: str, credential: str) -> Factor:
    """Store the passkey that a browser has made. Raises Refused."""
    expected = _expected(request)
    refused = FactorRefused("The browser’s answer was not what we asked for. Try again.")
    try:
        made = _webauthn().verify_registration_response(credential=credential, **expected)
    except Exception:  # of many kinds: what is sent can be anything
        raise refused from None
    number, key = made.credential_id, made.credential_public_key
    if len(number) > LONGEST_NUMBER or len(key) > LONGEST_KEY:
        raise refused
    number = _text(number)
    if Factor.objects.filter(credential=number).exists():
        raise FactorRefused("This passkey is known already.")
    return _add(
        request,
        Factor(
            user=user,
            kind=Factor.Kind.PASSKEY,
            name=name,
            credential=number,
            key=_text(key),
            counter=made.sign_count,
        ),
    )


def new_key() -> str:
    """A key for a program that makes codes, as such programs read it."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def add_codes(request: HttpRequest, user: User, name: str, key: str, code: str) -> Factor:
    """Store the key of a program that makes codes, which ``code`` shows to know it."""
    if (step := _step_of(key, code, after=0)) is None:
        raise FactorRefused("That is not the code of this key. Is the clock of your device right?")
    sealed = seal(key)
    return _add(
        request,
        Factor(user=user, kind=Factor.Kind.CODES, name=name, key=sealed, counter=step),
    )


def _add(request: HttpRequest, factor: Factor) -> Factor:
    factor.save(force_insert=True)
    request.session[PASSED] = factor.pk
    # The session may be from before they were staff.
    if request.session.get_expiry_age() > settings.STAFF_HOURS * 3600:
        open_sessions.end_with_the_day(request, factor.user)
    record(What.FACTOR_ADDED, factor.user_id, about=f"{factor.kind} {factor.pk}")
    return factor


def remove(factor: Factor) -> None:
    """Remove a factor; with the last one the recovery codes go, too."""
    record(What.FACTOR_REMOVED, factor.user_id, about=f"{factor.kind} {factor.pk}")
    user = factor.user
    factor.delete()
    if not has_one(user):
        user.recovery_codes.all().delete()


def new_recovery_codes(user: User) -> list[str]:
    """Codes that each take the place of a factor once; those from before are none any more."""
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    texts = [
        "-".join("".join(secrets.choice(alphabet) for _ in range(7)) for _ in range(4))
        for _ in range(RECOVERY_CODES)
    ]
    with transaction.atomic():
        user.recovery_codes.all().delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(user=user, digest=_digest(text)) for text in texts
        )
    record(What.RECOVERY_CODES_MADE, user.pk)
    return texts


# --- showing one ------------------------------------------------------------------------------


def begin_second_step(request: HttpRequest, user: User, onward: str) -> None:
    """Remember in the session who has given the password."""
    proof = user.get_session_auth_hash()
    request.session[PENDING] = [user.pk, proof, time.time() + LASTS, onward]


def waiting(request: HttpRequest) -> tuple[User, str] | None:
    """Who is to show a factor in this session, and where they go then; None once that is late."""
    user_id, proof, until, onward = request.session.get(PENDING, (0, "", 0.0, ""))
    if until < time.time():
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or not secrets.compare_digest(proof, user.get_session_auth_hash()):
        return None
    return user, onward


def request_options(request: HttpRequest, user: User) -> str:
    """What a browser needs to show one of the passkeys of ``user``, as JSON; "" without any."""
    if not (known := _descriptors(user)):
        return ""
    webauthn = _webauthn()

    options = webauthn.generate_authentication_options(
        rp_id=_domain(request), allow_credentials=known
    )
    _keep(request.session, options.challenge)
    return str(webauthn.options_to_json(options))


def show(request: HttpRequest, user: User, *, code: str = "", credential: str = "") -> int:
    """The number of the factor that was shown, 0 for a recovery code. Raises Refused."""
    failures = Failures(STRANGE, "second step", user.pk)
    if wait := failures.wait():
        raise FactorRefused(f"Too many wrong codes. Try again in {in_words(wait)}.")
    try:
        found = _shown_passkey(request, user, credential) if credential else _shown(user, code)
    except FactorRefused:
        failures.add()
        record(What.FACTOR_WRONG, user.pk)
        raise
    failures.forget()
    return found


def _shown_passkey(request: HttpRequest, user: User, credential: str) -> int:
    webauthn, expected = _webauthn(), _expected(request)
    refused = FactorRefused("This passkey is not one of yours, or it took too long. Try again.")
    try:
        asked = webauthn.helpers.parse_authentication_credential_json(credential)
    except Exception:  # of many kinds: what is sent can be anything
        raise refused from None
    number = _text(asked.raw_id)
    factor = user.factors.filter(kind=Factor.Kind.PASSKEY, credential=number).first()
    if factor is None:
        raise refused
    try:
        shown = webauthn.verify_authentication_response(
            credential=asked,
            credential_public_key=_bytes(factor.key),
            credential_current_sign_count=factor.counter,
            **expected,
        )
    except Exception:  # as above
        raise refused from None
    _use(factor, shown.new_sign_count)
    return factor.pk


def _shown(user: User, code: str) -> int:
    text = "".join(code.split()).lower()
    for factor in user.factors.filter(kind=Factor.Kind.CODES):
        try:
            key = opened(factor.key)
        except CannotOpen:  # sealed with a SECRET_KEY that is gone
            continue
        step = _step_of(key, text, after=factor.counter)
        # Two requests with one code: the database lets the first of them use it.
        if step is not None and _use(factor, step, newer=True):
            return factor.pk
    if user.recovery_codes.filter(digest=_digest(text)).delete()[0]:
        record(What.RECOVERY_CODE_USED, user.pk)
        return 0
    raise FactorRefused("That is no valid code. Each works once; wait for the next one.")


def _use(factor: Factor, counter: int, *, newer: bool = False) -> bool:
    rows = Factor.objects.filter(pk=factor.pk)
    if newer:
        rows = rows.filter(counter__lt=counter)
    return rows.update(counter=counter, used_at=timezone.now()) > 0


def _step_of(key: str, code: str, *, after: int) -> int | None:
    """The step of time whose code it is, one before or after now included, later than ``after``."""
    if not (code.isascii() and code.isdigit() and len(code) == 6):
        return None
    totp = TOTP(base64.b32decode(key))
    return totp.t() if totp.verify(int(code), tolerance=1, min_t=after + 1) else None


# --- small things -----------------------------------------------------------------------------


def _webauthn() -> Any:
    import webauthn  # half a second, which only these pages are to cost

    return webauthn


def _keep(session: SessionBase, challenge: bytes) -> None:
    session[CHALLENGE] = [_text(challenge), time.time() + LASTS]


def _taken(session: SessionBase) -> bytes:
    """The challenge, which works once. Raises Refused."""
    text, until = session.pop(CHALLENGE, ("", 0.0))
    if until < time.time():
        raise FactorRefused("That took too long. Try again.")
    return _bytes(text)


def _expected(request: HttpRequest) -> dict[str, Any]:
    """What an answer of a passkey has to be about. Raises Refused."""
    return {
        "expected_challenge": _taken(request.session),
        "expected_rp_id": _domain(request),
        "expected_origin": _origin(request),
    }


def _descriptors(user: User) -> list[Any]:
    rows = user.factors.filter(kind=Factor.Kind.PASSKEY).values_list("credential", flat=True)
    if not (numbers := list(rows)):
        return []
    structs = _webauthn().helpers.structs

    return [structs.PublicKeyCredentialDescriptor(id=_bytes(number)) for number in numbers]


def _domain(request: HttpRequest) -> str:
    return request.get_host().partition(":")[0]


def _origin(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text)
