"""Django's password hashers behind the gate: every way to check or set a password takes a turn.

So does the hash that Django computes for a name nobody has, so that a wrong name takes as long
as a wrong password.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import hashers

from accounts.gate import GATE


class Gated:
    def encode(self, *args: Any, **kwargs: Any) -> str:
        with GATE.turn():
            return super().encode(*args, **kwargs)  # type: ignore[misc]

    def verify(self, *args: Any, **kwargs: Any) -> bool:
        with GATE.turn():
            return super().verify(*args, **kwargs)  # type: ignore[misc]


class Argon2(Gated, hashers.Argon2PasswordHasher):
    pass


class PBKDF2(Gated, hashers.PBKDF2PasswordHasher):
    pass
