"""Tokens: keys with which a person's programs act for them, each within its scopes.

A token is 256 random bits, so its plain SHA-256 is stored: nobody can guess what it was made from,
and it is looked up by an index. Its owner sees it once.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection, Iterable
from datetime import timedelta
from enum import StrEnum

from django.conf import settings
from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone

from accounts.guests import TooOften
from accounts.limits import in_words, one_at_a_time, over_limit
from accounts.models import ApiToken as ApiToken
from accounts.models import User
from accounts.record import What, record

MOST: int = settings.SIZES["tokens"]
"""Tokens that one person can have."""

NOTED_EVERY = timedelta(minutes=1)
"""How often the use of a token is noted."""

PREFIX = "oxo_"
"""What tokens begin with, so that people and scanners of secrets recognise one."""

KEY = "token"
"""The first part of what stands for a token where else a session's key does (``key_of``)."""

OVER_HTTP = "Ask over https: what is sent over http can be read on its way. Revoke a token sent so."

NOT_VALID = "This token is not valid: it was revoked, or there never was one."

token_revoked = Signal()
"""Sent after the commit with ``user_id`` and ``digest``: what was opened with it is closed."""


class Scope(StrEnum):
    """What a token allows; public data needs no scope."""

    PLAY = "play"
    READ = "read"
    CHALLENGE = "challenge"
    ENGINE = "engine"


SCOPES = {
    Scope.PLAY: "Make games, join them and play",
    Scope.READ: "Read your account, and the challenges and games that begin",
    Scope.CHALLENGE: "Send, accept, decline and withdraw challenges",
    Scope.ENGINE: "Upload and publish engines",
}


class TokenNotPossible(Exception):
    """This token cannot be made; the text is for people."""


def make(user: User, name: str, scopes: Collection[Scope]) -> tuple[ApiToken, str]:
    """A new token of ``user``, and the text of it, which is stored nowhere.

    Raises NotPossible for guests, without scopes, for a name that one of theirs has and for one
    too many; raises TooOften.
    """
    if user.is_guest:
        raise TokenNotPossible("Tokens need an account. Sign up, and you can make one.")
    if not scopes:
        raise TokenNotPossible("Choose what the token allows.")
    if wait := over_limit("tokens", user.pk):
        raise TooOften(f"You make tokens too often. Wait {in_words(wait)}.", wait)
    text = PREFIX + secrets.token_urlsafe(32)
    ordered = " ".join(scope for scope in Scope if scope in scopes)
    token = ApiToken(user=user, name=name, digest=digest_of(text), scopes=ordered)
    try:
        with one_at_a_time(user.pk):
            if user.api_tokens.count() >= MOST:
                message = f"You have {MOST} tokens, and more is not possible. Revoke one first."
                raise TokenNotPossible(message)
            token.save(force_insert=True)
    except IntegrityError:
        raise TokenNotPossible(f"You have a token called “{name}” already.") from None
    record(What.TOKEN_MADE, user.pk, about=f"{token.pk}: {ordered}")
    return token, text


def revoke(user: User, key: int) -> ApiToken | None:
    """Revoke a token of ``user`` and close its sockets and streams; None if it does not exist."""
    with transaction.atomic():
        token = ApiToken.objects.filter(user=user, pk=key).first()
        if token is None:
            return None
        record(What.TOKEN_REVOKED, user.pk, about=str(token.pk))
        token.delete()
        digest = token.digest
        transaction.on_commit(
            lambda: token_revoked.send(ApiToken, user_id=user.pk, digest=digest), robust=True
        )
    return token


def find(text: str) -> ApiToken | None:
    """The token that ``text`` is, with its owner, whose account is open; its use is noted."""
    if not text.startswith(PREFIX):
        return None
    rows = ApiToken.objects.select_related("user").filter(user__is_active=True)
    token = rows.filter(digest=digest_of(text)).first()
    if token is not None:
        _note(token)
    return token


def note_refused(request: HttpRequest | None = None, place: str = "") -> None:
    """Record that somebody sent a token that is none, from ``place`` if there is no request."""
    record(What.TOKEN_REFUSED, once=True, request=request, place=place)


def allows(token: ApiToken, *scopes: Scope) -> bool:
    """Whether a token has one of ``scopes``."""
    return any(scope in token.scopes.split() for scope in scopes)


def in_header(value: str | None) -> str | None:
    """The token in an Authorization header; None if there is no header of the kind Bearer.

    It may be empty, as it is where a program's variable is not set.
    """
    found = re.fullmatch(r"bearer(?: (.*))?", (value or "").strip(), re.IGNORECASE)
    return (found[1] or "").strip() if found else None


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def key_of(text: str, scope: Scope) -> str:
    """The key of a token used for ``scope``, in places that else take a session's key."""
    return f"{KEY}:{scope}:{digest_of(text)}"


def holders(keys: Iterable[str]) -> dict[str, int]:
    """Key (``key_of``) to person, for tokens that are valid and have the scope of their key."""
    asked = {key: key.split(":") for key in keys}
    rows = ApiToken.objects.filter(
        digest__in={digest for _, _, digest in asked.values()}, user__is_active=True
    )
    owners = rows.values_list("digest", "user_id", "scopes")
    found = {digest: (user, scopes) for digest, user, scopes in owners}
    return {
        key: found[digest][0]
        for key, (_, scope, digest) in asked.items()
        if digest in found and scope in found[digest][1].split()
    }


def _note(token: ApiToken) -> None:
    now = timezone.now()
    if token.used_at is None or token.used_at < now - NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
