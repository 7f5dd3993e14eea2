"""Named people with known rights, and fresh counters for every test."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User

PASSWORD = "noughts-and-crosses"


@pytest.fixture(autouse=True)
def fresh_counters() -> Any:
    """Limits are counted in the cache; no test inherits another's."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ada(db: Any) -> User:
    return User.objects.create_user("ada", PASSWORD)


@pytest.fixture
def grace(db: Any) -> User:
    return User.objects.create_user("grace", PASSWORD)


@pytest.fixture
def stranger(db: Any) -> User:
    return User.objects.create_user("stranger", PASSWORD)


@pytest.fixture
def staff(db: Any) -> User:
    return User.objects.create_user("hopper", PASSWORD, is_staff=True, is_superuser=True)


@pytest.fixture
def as_ada(ada: User) -> Client:
    return logged_in(ada)


@pytest.fixture
def as_grace(grace: User) -> Client:
    return logged_in(grace)


@pytest.fixture
def as_stranger(stranger: User) -> Client:
    return logged_in(stranger)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
