"""Run a management command the way a shell would, or in this process."""

from __future__ import annotations

import json
import os
import subprocess
from io import StringIO
from typing import Any

from django.core.management import call_command

from tests import forking

ENVIRONMENT = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}


def shell(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """``manage.py`` in a process of its own, with its exit code and both outputs."""
    return forking.run(["manage.py", *arguments], ENVIRONMENT, stdin)


def printed(*arguments: str) -> str:
    """What a command prints, run here."""
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def as_json(*arguments: str) -> dict[str, Any]:
    """The one JSON object a command prints with ``--json``."""
    return json.loads(printed(*arguments, "--json"))
