"""The database has what the models declare, after all migrations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection

MODELS = [
    model
    for app in ("accounts", "games", "progress")
    for model in apps.get_app_config(app).get_models()
]


@pytest.mark.django_db
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_index_that_a_model_declares_is_there(model: type) -> None:
    meta = model._meta  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, meta.db_table)
    assert {index.name for index in meta.indexes} <= set(found)


STORAGE = Path(__file__).parents[2] / "docs" / "storage.md"


@pytest.mark.django_db
def test_the_documents_say_what_each_index_is_for() -> None:
    rows = re.findall(r"^\| (`[a-z_…`, ]+`) \|", STORAGE.read_text().split("## Indexes")[1], re.M)
    listed = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    found: set[str] = set()
    with connection.cursor() as cursor:
        for model in MODELS:
            indexes = connection.introspection.get_constraints(cursor, model._meta.db_table)
            found |= {_told(name) for name, index in indexes.items() if _is_index(index)}
    assert found - listed - UNNAMED == set()
    if connection.vendor == "postgresql":  # which names all of them
        assert listed - found == set()


UNNAMED = {f"__unnamed_constraint_{number}__" for number in range(9)} | {"__primary__"}
"""What SQLite's own indexes are called."""


def _is_index(constraint: dict[str, object]) -> bool:
    return bool(constraint["index"] or constraint["unique"] or constraint["primary_key"])


def _told(name: str) -> str:
    """The name of an index as the documents write it, without the number that Django makes."""
    return re.sub(r"_[0-9a-f]{6,8}(?=_like$|_idx$|$)", "_…", name).removesuffix("_idx")
