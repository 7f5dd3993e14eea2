"""Everything that is stored about a person, for that person, as a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from django.contrib.admin.models import LogEntry
from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import DataFile, SecurityEvent, User
from accounts.signals import Sections, data_collected, games_written

SECRET = {"password"}
"""Fields of an account that are nobody's to read."""


def file_name(user: User, kind: str) -> str:
    """The name of the downloaded file."""
    slug = user.name.replace(" ", "-")
    return f"oxo-{slug}.json" if kind == DataFile.Kind.EVERYTHING else f"oxo-{slug}-games.txt"


def as_text(user: User) -> Iterator[str]:
    """Every game as text, as the page of a finished game exports it, one at a time."""
    answers: list[tuple[Any, Any]] = games_written.send(User, user=user)
    return (text for _, written in answers for text in written)


def as_json(user: User) -> Iterator[str]:
    """One JSON object, a row at a time: the account, and a list for each kind of what is stored."""
    answers: list[tuple[Any, Any]] = data_collected.send(User, user=user)
    yield f'{{\n"account": {_plain(_account(user))}'
    for name, rows in chain(_sections(user).items(), *(found.items() for _, found in answers)):
        yield f",\n{json.dumps(name)}: ["
        for number, row in enumerate(rows):
            yield f"{',' if number else ''}\n  {_plain(row)}"
        yield "\n]"
    yield "\n}\n"


def _account(user: User) -> dict[str, Any]:
    fields = [field.attname for field in User._meta.concrete_fields if field.attname not in SECRET]
    rights = user.user_permissions.values_list("content_type__app_label", "codename")
    return {
        **{name: getattr(user, name) for name in fields},
        "groups": [group.name for group in user.groups.all()],
        "rights": [".".join(right) for right in rights],
    }


def _sections(user: User) -> Sections:
    places = user.known_places.order_by("pk").values("place", "seen_at")
    acts = LogEntry.objects.filter(user=user).order_by("pk")
    told = acts.values("action_time", "object_repr", "change_message")
    files = user.data_files.order_by("pk").values("kind", "asked_at", "done_at")
    tokens = user.api_tokens.order_by("pk").values("name", "scopes", "made_at", "used_at")
    follows = user.follows.order_by("pk").values("followed__name", "since")
    blocks = user.blocks.order_by("pk").values("blocked__name", "since")
    events = SecurityEvent.objects.filter(person=user.pk).order_by("pk")
    sessions = user.open_sessions.order_by("pk").values("begun_at", "seen_at", "browser")
    shown = user.factors.order_by("pk").values("kind", "name", "made_at", "used_at")
    codes = user.recovery_codes.order_by("pk").values("made_at")
    return {
        "second_factors": shown.iterator(),
        "recovery_codes": codes.iterator(),
        "sessions": sessions.iterator(),
        "security_log": events.values("at", "what", "about").iterator(),
        "places": places.iterator(),
        "files": files.iterator(),
        "tokens": tokens.iterator(),
        "acts_as_staff": told.iterator(),
        "follows": follows.iterator(),
        "blocks": blocks.iterator(),
    }


def _plain(row: Mapping[str, object]) -> str:
    return json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)
