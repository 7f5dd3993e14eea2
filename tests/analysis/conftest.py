"""A finished game to look back on."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.opening import played_game


@pytest.fixture
def finished(ada: User, grace: User) -> str:
    return played_game(ada, grace, 0, 3, 1, 4, 2)
