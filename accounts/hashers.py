"""Django's password hashers behind the gate: every way to check or set a password takes a turn.

So does the hash that Django computes for a name nobody has, so that a wrong name takes as long
as a wrong password.
"""

from __future__ import annotations

from django.contrib.auth import hashers

from accounts.gate import GATE


class Gated(hashers.BasePasswordHasher):
    def encode(self, password: str, salt: str, *cost: int) -> str:
        with GATE.turn():
            return super().encode(password, salt, *cost)

    def verify(self, password: str, encoded: str) -> bool:
        with GATE.turn():
            return super().verify(password, encoded)


class Argon2(Gated, hashers.Argon2PasswordHasher):
    pass


class PBKDF2(Gated, hashers.PBKDF2PasswordHasher):  # type: ignore[misc]  # ``cost`` has a name there
    pass
