"""What a school's system says of somebody who comes from it, checked.

Of strangers nothing is stored: a nonce is signed, and counts once. The keys of a platform are
fetched once an hour, and no answer is waited for longer than some seconds.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

import msgspec
import requests
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from jwcrypto.common import JWException
from jwt import PyJWTError
from lti_tool.models import Key, LtiDeployment, LtiRegistration
from lti_tool.utils import DjangoToolConfig
from pylti1p3.contrib.django import DjangoMessageLaunch, DjangoOIDCLogin
from pylti1p3.contrib.django.session import DjangoSessionService
from pylti1p3.deep_link import DeepLink
from pylti1p3.exception import LtiException, OIDCException

from progress.classes import ClassRefused

TIMEOUT = (3.0, 5.0)
"""Seconds to reach a school's system, and to wait for what it says."""

LOGGING_IN = 600
"""Seconds from the first step of a log-in to the last."""

KEYS_LAST = 3600
"""Seconds for which a platform's keys are known; one that is new is asked for once a minute."""
ASK_AGAIN = 60
MOST_BYTES = 100_000

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
SIGNER = signing.TimestampSigner(salt="lti nonce", sep=".")

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=255, pattern="^[^\x00]*$")]
Link = Annotated[str, msgspec.Meta(max_length=1000, pattern="^(https?://[^\x00]+)?$")]


class FromCourse(msgspec.Struct):
    id: Text
    title: str = ""


class Grading(msgspec.Struct):
    """``lineitem`` is the column of the grade that belongs to the link."""

    lineitem: Link = ""
    scope: list[str] = []


class Choosing(msgspec.Struct):
    """Where the link that a teacher chooses is sent."""

    deep_link_return_url: Link
    data: Any = None


class Header(msgspec.Struct):
    kid: Text
    alg: Text


class Claims(msgspec.Struct, kw_only=True):
    """What a token says, as far as it is used here."""

    iss: Text
    aud: Text | Annotated[list[Text], msgspec.Meta(min_length=1)]
    nonce: Text
    sub: Text
    name: str = ""
    given_name: str = ""
    deployment_id: Text = msgspec.field(name=f"{CLAIM}deployment_id")
    message_type: Text = msgspec.field(name=f"{CLAIM}message_type")
    roles: list[str] = msgspec.field(name=f"{CLAIM}roles")
    course: FromCourse | None = msgspec.field(name=f"{CLAIM}context", default=None)
    custom: dict[str, Any] = msgspec.field(name=f"{CLAIM}custom", default_factory=dict)
    grading: Grading = msgspec.field(
        name="https://purl.imsglobal.org/spec/lti-ags/claim/endpoint", default_factory=Grading
    )
    choosing: Choosing | None = msgspec.field(
        name="https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings", default=None
    )

    def _is(self, *roles: str) -> bool:
        """Whether somebody has one of ``roles`` in the course: those of the school do not count."""
        mine = {one.rpartition("#")[2] for one in self.roles if "/membership" in one}
        return not mine.isdisjoint(roles) or not set(self.roles).isdisjoint(roles)

    @property
    def teaches(self) -> bool:
        return self._is("Instructor", "Administrator")

    @property
    def learns(self) -> bool:
        return self._is("Learner")


class Keys(msgspec.Struct):
    keys: list[dict[str, Any]]


class Patient(requests.Session):
    """Waits for nobody longer than ``TIMEOUT``, and goes nowhere else than it was sent."""

    def request(self, *args: Any, **options: Any) -> requests.Response:
        return super().request(*args, **{"timeout": TIMEOUT, "allow_redirects": False, **options})


class _SignedNonces(DjangoSessionService):
    """Nonces that are signed, in place of stored ones, so that strangers fill no memory."""

    def save_nonce(self, nonce: str) -> None:
        pass

    def check_nonce(self, nonce: str) -> bool:
        try:
            SIGNER.unsign(nonce, max_age=LOGGING_IN)
        except signing.BadSignature:
            return False
        return True

    def check_state_is_valid(self, state: str, id_token_hash: str) -> bool:
        return False  # the cookie says it each time


class _Login(DjangoOIDCLogin):
    def _generate_nonce(self) -> str:
        return SIGNER.sign(super()._generate_nonce())


class _Launch(DjangoMessageLaunch):
    """The library's checks, of claims that have the right shape."""

    claims: Claims

    def __init__(self, request: HttpRequest, tool: DjangoToolConfig, *, framed: bool) -> None:
        sessions = _SignedNonces(request)
        super().__init__(request, tool, sessions, requests_session=Patient())
        self.set_jwt_verify_options({"verify_aud": False, "require": ["exp", "iat"]})
        self._framed = framed

    def validate_state(self) -> Any:
        """The cookie of the first step, without which somebody else's way in could be handed on.

        A frame has no cookies, and nobody is logged in there: its nonce is enough.
        """
        return self if self._framed else super().validate_state()

    def validate_jwt_format(self) -> _Launch:
        super().validate_jwt_format()
        try:
            msgspec.convert(self._jwt["header"], Header)
            self.claims = msgspec.convert(self._jwt["body"], Claims)
        except msgspec.ValidationError as error:
            raise LtiException(str(error)) from None
        return self

    def fetch_public_key(self, key_set_url: str) -> dict[str, Any]:
        """The keys of a platform, from the cache unless the token was signed with a new one."""
        place = f"lti-keys-{hashlib.sha256(key_set_url.encode()).hexdigest()}"
        known: dict[str, Any] | None = cache.get(place)
        wanted = self._jwt["header"]["kid"]
        if known and any(one.get("kid") == wanted for one in known["keys"]):
            return known
        if known and not cache.add(f"{place}-again", True, ASK_AGAIN):
            return known
        found = {"keys": self._asked(key_set_url).keys}
        cache.set(place, found, KEYS_LAST)
        return found

    def _asked(self, address: str) -> Keys:
        try:
            with self._requests_session.get(address, stream=True) as answer:
                text = answer.raw.read(MOST_BYTES, decode_content=True)
            return msgspec.json.decode(text, type=Keys)
        except (requests.RequestException, OSError, msgspec.MsgspecError) as error:
            raise LtiException(f"the keys at {address} cannot be read: {error}") from None

    def save_launch_data(self) -> _Launch:
        return self  # nothing of it is kept


class SchoolLaunch(msgspec.Struct):
    """Somebody who has come from a course of a school's system."""

    registration: LtiRegistration
    deployment: LtiDeployment
    claims: Claims
    course: FromCourse


def first_step(request: HttpRequest, address: str) -> HttpResponse:
    """Lead to the platform, which sends its token to ``address``. Raises ClassRefused."""
    try:
        login = _Login(request, _tool(), _SignedNonces(request))
        response: HttpResponse = login.redirect(address)
    except OIDCException as error:
        raise ClassRefused(f"{error}.") from None
    return response


def launched(request: HttpRequest, *, framed: bool = False) -> SchoolLaunch:
    """Who has come, and from which course. Raises ClassRefused.

    ``framed`` is for what begins no session: there the browser may keep cookies back.
    """
    tool = _tool()
    launch = _Launch(request, tool, framed=framed)
    try:
        launch.validate()
    except (LtiException, PyJWTError, JWException) as error:
        raise ClassRefused(f"{error}.") from None
    claims = launch.claims
    if not cache.add(f"lti-used-{claims.nonce[:200]}", True, LOGGING_IN):
        raise ClassRefused("This way in has been used already.")
    if not tool.deployment.is_active:
        raise ClassRefused("The staff of this site have to let your school in first.")
    if claims.course is None:
        raise ClassRefused("Your school’s system names no course.")
    if not claims.teaches and not claims.learns:
        raise ClassRefused("Only teachers and pupils of the course come in here.")
    return SchoolLaunch(tool.registration, tool.deployment, claims, claims.course)


def signed_choice(deployment: LtiDeployment, settings: dict[str, Any], resource: Any) -> str:
    """The token that tells a platform what a teacher has chosen."""
    registration = deployment.registration.to_registration()
    link = DeepLink(registration, deployment.deployment_id, settings)
    token: str = link.get_response_jwt([resource])
    return token


def own_keys() -> dict[str, Any]:
    """The public keys of this site, which is given one if it has none."""
    if not Key.objects.active().exists():
        Key.objects.generate()
    keys: dict[str, Any] = Key.objects.as_jwks()
    return keys


def _tool() -> DjangoToolConfig:
    own_keys()
    return DjangoToolConfig()
