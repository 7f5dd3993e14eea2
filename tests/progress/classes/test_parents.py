"""The page for parents names every column that leads to a pupil."""

from __future__ import annotations

from django.apps import apps
from django.test import Client

from progress.classes.parents import KEPT
from progress.models import ClassMember, TaskAttempt


def test_every_column_about_a_child_stands_on_the_page() -> None:
    models = [
        model
        for model in apps.get_app_config("progress").get_models()
        if model is ClassMember
        or any(field.related_model is ClassMember for field in model._meta.local_fields)
    ]
    assert TaskAttempt in models
    stored = {
        f"{model.__name__}.{field.name}"
        for model in models
        for field in model._meta.local_fields
        if field.name != "id"
    }
    assert {column for one in KEPT for column in one.columns} == stored


def test_anybody_can_read_it_and_no_search_engine_does(client: Client, db: None) -> None:
    page = client.get("/classes/parents/")
    assert page.status_code == 200
    assert '<meta name="robots" content="noindex">' in page.text
    assert all(one.what in page.text for one in KEPT)
