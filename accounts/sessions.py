"""Django's sessions in the database, without asking it for keys that cannot be one."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.db import transaction

FORMER_KEY = "former key"
"""In a renewed session: the key it had before."""

RENEWED_AS = "renewed as"
"""In what is left under a former key: the key the session has now."""


def is_key(text: str | None) -> bool:
    """Whether a cookie's text can be a session's key."""
    return SessionStore()._validate_session_key(text)


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """A cookie that is no key is no session: PostgreSQL refuses to look for a NUL in it."""
        valid: bool = super()._validate_session_key(key)  # type: ignore[misc]
        return valid and str(key).isalnum()

    def renew(self) -> None:
        """Save under a new key, and leave only a reference to it under the old one.

        The old key logs nobody in any more. But a socket that was opened with it can go
        on for as long as the new session stands (``games.live.session``).
        """
        former = self.session_key
        with transaction.atomic():
            self.cycle_key()
            if former is not None:
                self[FORMER_KEY] = former
                left = type(self)()
                left[RENEWED_AS] = self.session_key
                left._session_key = former
                left.save(must_create=True)
            self.save()
