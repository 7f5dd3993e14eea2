"""Texts that are stored so that a copy of the database does not have them: AES-256-GCM.

The key is made of ``SECRET_KEY``; what those of ``SECRET_KEY_FALLBACKS`` sealed is read, too.
"""

from __future__ import annotations

import base64
import hashlib
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

MARK = "gcm:"
"""How a sealed text begins. Without it, it is one of before, by Fernet."""

NONCE = 12
"""Bytes of a nonce, drawn anew for each text."""


class CannotOpen(Exception):
    """The text was sealed with a key that is gone, or changed since."""


def seal(text: str) -> str:
    """``text`` as it is stored."""
    nonce = secrets.token_bytes(NONCE)
    closed = AESGCM(_keys()[0]).encrypt(nonce, text.encode(), None)
    return MARK + base64.urlsafe_b64encode(nonce + closed).decode()


def opened(stored: str) -> str:
    """The text that was sealed. Raises CannotOpen."""
    if not stored.startswith(MARK):
        return _of_before(stored)
    try:
        data = base64.urlsafe_b64decode(stored.removeprefix(MARK))
    except ValueError:
        raise CannotOpen from None
    for key in _keys():
        try:
            return AESGCM(key).decrypt(data[:NONCE], data[NONCE:], None).decode()
        except (InvalidTag, ValueError):
            continue
    raise CannotOpen


def _of_before(stored: str) -> str:
    fernets = [Fernet(base64.urlsafe_b64encode(key)) for key in _keys()]
    try:
        return MultiFernet(fernets).decrypt(stored.encode()).decode()
    except InvalidToken:
        raise CannotOpen from None


def _keys() -> list[bytes]:
    """The key to seal with, then those of before."""
    words = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [hashlib.sha256(f"accounts.factors:{word}".encode()).digest() for word in words]
