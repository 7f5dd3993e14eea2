"""Django's sessions in the database, by a digest of their keys.

Only the browser has the key, so that nobody logs in with what is in a copy of the database: a
backup, an archived log, a list of rows.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NoReturn

from django.apps import apps
from django.contrib.sessions.backends import db
from django.db.models import Model, QuerySet
from django.utils import timezone

if TYPE_CHECKING:
    from django.contrib.sessions.base_session import AbstractBaseSession


def stored_key(key: str | None) -> str:
    """What the database has in place of a session's key: 160 bits of its SHA-256; empty without."""
    return hashlib.sha256(key.encode()).hexdigest()[:40] if key else ""


def is_key(text: str | None) -> bool:
    """Whether a cookie's text can be a session's key."""
    return SessionStore()._validate_session_key(text)


def _listed(key: str | None) -> QuerySet[Model]:
    """The row of ``accounts.open_sessions``; the model is there only when Django is set up."""
    return apps.get_model("accounts", "OpenSession").objects.filter(key=stored_key(key))


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """A cookie that is no key is no session: it is not looked for."""
        valid: bool = super()._validate_session_key(key)  # type: ignore[misc]
        return valid and str(key).isalnum()

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        rows = self.model.objects.filter(expire_date__gt=timezone.now())
        found: AbstractBaseSession | None = rows.filter(
            session_key=stored_key(self.session_key)
        ).first()
        if found is None:
            self._session_key = None
        return found

    def exists(self, session_key: str) -> bool:
        return super().exists(stored_key(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row = super().create_model_instance(data)
        row.session_key = stored_key(row.session_key)
        return row

    async def acreate_model_instance(self, data: dict[str, Any]) -> NoReturn:
        raise NotImplementedError("no view is asynchronous")  # Django's stores the key itself

    async def adelete(self, session_key: str | None = None) -> NoReturn:
        raise NotImplementedError("no view is asynchronous")  # Django's would delete nothing

    def cycle_key(self) -> None:
        """Take a new key, also in the list of where somebody is logged in."""
        data, former = dict(self.items()), self.session_key
        self.create()
        self._session_cache = data
        if former:
            _listed(former).update(key=stored_key(self.session_key))  # which deleting would delete
            self.delete(former)

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session, also from that list."""
        key = session_key or self.session_key
        if key is not None:
            super().delete(stored_key(key))
            _listed(key).delete()
