"""The site as it is just before it listens; its settings come from the environment.

Templates are compiled and the empty boards looked at here once. What a server computes ahead is
left until a page asks for it, and then computed in the server itself.
"""

from __future__ import annotations

import os
import secrets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings
from django.template import engines

import config.asgi
import config.urls  # noqa: F401
from games.analysis import warmup
from games.compute import pool
from games.live.hub import hub
from tests.computing import Here


def compile_templates() -> None:
    """All of ours, for whichever page is asked for."""
    django = engines["django"]
    ours = (folder for folder in django.template_dirs if settings.BASE_DIR in folder.parents)
    for folder in ours:
        for path in folder.rglob("*.html"):
            django.get_template(str(path.relative_to(folder)))


def become_another_process() -> None:
    hub.processes.name = secrets.token_hex(6)


compile_templates()
# Its threads and workers would not come along into a fork.
pool._pool = Here()  # type: ignore[assignment]
warmup.look_ahead()
warmup.get_ready_soon = lambda: None

os.register_at_fork(after_in_child=become_another_process)
