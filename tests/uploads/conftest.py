"""Uploads as people send them, and the queue worked off at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import UploadedEngine

MINE = "/engines/mine/"

FIRST_FREE = 'def choose(position):\n    return position.index(".")\n'


def send(client: Client, source: str | bytes = FIRST_FREE, **fields: Any) -> Any:
    """Send a file to be graded, bytes as an upload and text as it is pasted."""
    body: dict[str, Any] = {"name": "First", "variant": "classic", **fields}
    if isinstance(source, bytes):
        body["file"] = SimpleUploadedFile("engine.py", source)
    else:
        body["source"] = source
    return client.post(MINE, body)


@pytest.fixture
def sent(db: Any) -> Callable[..., UploadedEngine]:
    """Send a file and return its row."""

    def one(client: Client, source: str | bytes = FIRST_FREE, **fields: Any) -> UploadedEngine:
        answer = send(client, source, **fields)
        assert answer.status_code == 302, answer.content.decode()
        return UploadedEngine.objects.get(pk=answer["Location"].split("/")[2])

    return one
