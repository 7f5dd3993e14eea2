"""Ids of games. Nobody can guess them, which keeps invitations private."""

from __future__ import annotations

import re
import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that are not taken for one another when read aloud or copied by hand."""

LENGTH = 12

PATTERN = f"[A-Za-z0-9]{{1,{LENGTH}}}"


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_id(text: str) -> bool:
    """Whether ``text`` could be an id; what cannot be one never reaches the database."""
    return re.fullmatch(PATTERN, text) is not None
