"""Django's sessions in the database, without asking it for keys that cannot be one."""

from __future__ import annotations

from django.apps import apps
from django.contrib.sessions.backends import db
from django.db.models import Model, QuerySet


def is_key(text: str | None) -> bool:
    """Whether a cookie's text can be a session's key."""
    return SessionStore()._validate_session_key(text)


def _listed(key: str | None) -> QuerySet[Model]:
    """The row of ``accounts.open_sessions``; the model is there only when Django is set up."""
    return apps.get_model("accounts", "OpenSession").objects.filter(key=key or "")


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """A cookie that is no key is no session: PostgreSQL refuses to look for a NUL in it."""
        valid: bool = super()._validate_session_key(key)  # type: ignore[misc]
        return valid and str(key).isalnum()

    def cycle_key(self) -> None:
        """Take a new key, also in the list of where somebody is logged in."""
        former = self.session_key
        super().cycle_key()
        _listed(former).update(key=self.session_key)

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session, also from that list."""
        super().delete(session_key)
        _listed(session_key or self.session_key).delete()
