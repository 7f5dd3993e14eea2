"""A program that speaks to the site over HTTP with a token."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client


class Program:
    def __init__(self, token: str) -> None:
        self.token = token
        self.client = Client(enforce_csrf_checks=True)

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=self._headers(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        text = "" if body is None else json.dumps(body)
        kind = "application/json"
        return self.client.post(path, text, content_type=kind, headers=self._headers(headers))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {"Authorization": f"Bearer {self.token}", **named}
