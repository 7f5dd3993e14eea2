"""What we use of other packages beyond their manuals, each with the reason.

When a new release takes one away, one sentence says which, and what it was for.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest
import uvicorn
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import AbstractBaseUser
from django.core.cache.backends.redis import RedisCache
from django.core.handlers.asgi import ASGIHandler
from django.db.backends.postgresql.base import DatabaseWrapper


@dataclass(frozen=True)
class Part:
    """A ``name`` that ``user`` uses of ``owner``, since nothing public does what ``use`` says."""

    owner: type | ModuleType
    name: str
    user: str
    use: str

    def sentence(self) -> str:
        module = getattr(self.owner, "__module__", self.owner.__name__)
        origin = f"{module.split('.')[0]}'s {self.owner.__name__}"
        return f"{origin} has no `{self.name}` any more, which {self.user} uses to {self.use}."


PARTS = [
    Part(DatabaseWrapper, "get_new_connection", "config/database", "try each connection"),
    Part(DatabaseWrapper, "_close", "config/database", "give back a page's place"),
    Part(AbstractBaseUser, "_password", "games/live/receivers.py", "notice a new password"),
    Part(AsyncWebsocketConsumer, "dispatch", "games/live/consumers", "save a thread hop"),
    Part(ASGIHandler, "load_middleware", "config/server/pages.py", "save thread hops"),
    Part(ASGIHandler, "get_response_async", "config/server/pages.py", "save thread hops"),
    Part(RedisCache, "_cache", "config/database/cache.py", "keep connections to Redis"),
    Part(uvicorn.Server, "shutdown", "config/serve.py", "end streams before it waits for them"),
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_other_packages_have_what_we_use(part: Part) -> None:
    found: Any = hasattr(part.owner, part.name)
    assert found or part.name in part.owner.__init__.__code__.co_names, part.sentence()
