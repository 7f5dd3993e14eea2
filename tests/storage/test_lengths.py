"""Every text that the database keeps has an end."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.db.models.functions import Length

from accounts.models import User
from games.arena import queue
from games.arena.grading.program import LONGEST_REASON, MOST_BYTES
from games.models import UploadedEngine
from games.models.engines import LONGEST_ERROR, LONGEST_SOURCE

OF_OTHERS = {
    ("admin", "logentry", "object_id"),  # ids of ours
    ("admin", "logentry", "change_message"),  # names of columns that staff changed
    ("sessions", "session", "session_data"),  # signed by us
    *(("lti_tool", "key", name) for name in ("public_key", "private_key")),  # made by us
    *(("lti_tool", "ltiregistration", name) for name in ("public_key", "private_key")),  # by staff
    *(("lti_tool", name, "description") for name in ("ltiplatforminstance", "ltiresourcelink")),
}


def bounded_by_check(model: type[models.Model], name: str) -> bool:
    """Whether the database refuses a longer text in a column."""
    for one in model._meta.constraints:
        condition = getattr(one, "condition", None)
        length = getattr(condition, "lhs", None)
        if isinstance(length, Length) and length.get_source_expressions() == [models.F(name)]:
            return True
    return False


def without_end() -> Iterator[tuple[str, str, str]]:
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, models.TextField):
                bounded = field.max_length is not None and bounded_by_check(model, field.name)
            else:
                bounded = not isinstance(field, models.CharField) or field.max_length is not None
            if not bounded:
                yield model._meta.app_label, model._meta.model_name or "", field.name


def test_every_text_column_has_a_length() -> None:
    assert set(without_end()) == OF_OTHERS


def an_engine(author: User, **fields: object) -> UploadedEngine:
    return UploadedEngine(author=author, name="Long", variant="classic", **fields)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["error", "source"])
def test_the_database_refuses_a_longer_text(ada: User, name: str) -> None:
    most = {"error": LONGEST_ERROR, "source": LONGEST_SOURCE}[name]
    an_engine(ada, **{name: "A" * most}).save()
    with pytest.raises(IntegrityError), transaction.atomic():
        an_engine(ada, **{name: "A" * (most + 1), "version": 2}).save()


def test_what_is_made_fits_what_is_kept() -> None:
    assert LONGEST_REASON <= LONGEST_ERROR
    assert MOST_BYTES <= LONGEST_SOURCE


@pytest.mark.django_db
def test_a_reason_is_cut_where_it_is_stored(ada: User) -> None:
    row = an_engine(ada, source="x")
    row.save()
    claimed = queue.claim()
    assert claimed is not None
    assert queue.finish(claimed, "", error="A" * 5_000_000)
    row.refresh_from_db()
    assert row.error == "A" * LONGEST_ERROR


def test_old_grades_are_cut_by_their_migration() -> None:
    shortened = import_module("games.migrations.0027_texts_with_an_end").shortened
    case = {"function": "crash", "came": "A" * 5_000_000, "harmless": False}
    found = shortened({"right": 4, "doubts": ["B" * 5_000_000], "cases": [case]})
    assert found == {
        "right": 4,
        "doubts": ["B" * 200],
        "cases": [{"function": "crash", "came": "A" * 200, "harmless": False}],
    }
