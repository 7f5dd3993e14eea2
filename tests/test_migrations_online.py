"""Migrations that suit a running site: they lock no table for long, nor stop the release before.

docs/operations.md has the rules. A migration that breaks one on purpose has its reason here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.apps import apps
from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
)
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

OURS = ("accounts", "games", "progress")

BEFORE = {
    ("accounts", "0001_squashed_0014_people_by_prefix_and_email"),
    ("games", "0001_squashed_0024_offers_by_terms"),
    ("progress", "0001_squashed_0012_staff_see_lessons"),
}
"""The first migrations, which make the tables of a new site; nothing of these is judged."""

EXPLAINED: dict[tuple[str, str], str] = {
    ("accounts", "0020_digests_of_sessions"): (
        "A digest for each session, some seconds for a million. The release before would take "
        "everybody for a visitor, but that is stopped first since games.0030: docs/operations.md."
    ),
    ("accounts", "0021_people_by_part_of_name"): (
        "The index is built beside reads and writes. The release before does not use it."
    ),
    ("accounts", "0023_staff_see_tokens"): (
        "One right for two groups. The release before shows tokens to superusers alone."
    ),
    ("games", "0025_results_of_a_third_seat"): (
        "One letter is written on 20,000 seats of games that are over at a time, which nobody else "
        "writes. The release before shows such a game as it is, but in no list of results."
    ),
    ("games", "0026_grading_places"): (
        "The index is over a column that is empty, in a table with a row for each uploaded file. "
        "What the release before is grading meanwhile holds no place, and ends as it would."
    ),
    ("games", "0027_texts_with_an_end"): (
        "A row for each uploaded file is read, and written where it is too long; the columns stay "
        "as they are. The release before stores a longer text only for a file that means harm."
    ),
    ("games", "0029_copy_logs"): (
        "500 games at a time, each only if nobody has changed it meanwhile: five minutes for a "
        "million games. The release before knows neither column."
    ),
    ("games", "0030_one_row"): (
        "Games are locked while those that were changed since the migration before are copied, "
        "and the tables of the release before go: docs/operations.md says to stop it first."
    ),
    ("progress", "0018_staff_see_classes"): (
        "Two rights for three groups. The release before does not know the tables."
    ),
    ("progress", "0016_rush_without_seed"): (
        "A moment's lock. The release before reads the column, but that is stopped first since "
        'games.0030: docs/operations.md, "To one row a game".'
    ),
    ("progress", "0013_wins_of_a_third_seat"): (
        "One letter on 20,000 meetings at a time, and one row for each game that Dos won against a "
        "person: a minute for a million games. The release before does not know the new column."
    ),
}
"""Migrations that break a rule on purpose: why that locks nobody out, and suits both releases."""

Complaint = str | None

FREE = (
    migrations.CreateModel,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    AddConstraintNotValid,
)
"""What locks nothing that is in use."""

GONE = (
    migrations.DeleteModel,
    migrations.RemoveField,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.AlterModelTable,
)
"""What takes away something that the release before reads or writes."""


def complaints(migration: migrations.Migration, state: ProjectState) -> Iterator[str]:
    """What would go wrong if ``migration`` ran beside the site, from the state before it."""
    made: set[str] = set()
    for operation in migration.operations:
        for step in steps(operation):
            if isinstance(step, migrations.CreateModel):
                made.add(step.name.lower())
                continue
            own = getattr(step, "model_name", "").lower() in made
            if not own and (said := complaint(step, migration, state)):
                yield f"{migration.app_label}.{migration.name}: {step.describe()}: {said}"
        operation.state_forwards(migration.app_label, state)


def steps(operation: Operation) -> Sequence[Operation]:
    """What an operation does to the database."""
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        return operation.database_operations
    return [operation]


def complaint(step: Operation, migration: migrations.Migration, state: ProjectState) -> Complaint:
    if isinstance(step, AddIndexConcurrently | RemoveIndexConcurrently) and migration.atomic:
        return "set atomic = False"
    if isinstance(step, FREE):
        return None
    if isinstance(step, GONE):
        return "the release before still uses it"
    if isinstance(step, migrations.AddField):
        return of_new_field(step.field)
    if isinstance(step, migrations.AlterField):
        fields = state.models[migration.app_label, step.model_name.lower()].fields
        return of_changed_field(fields[step.name], step.field)
    if isinstance(step, migrations.AddIndex | migrations.RemoveIndex):
        return "it locks the table; use config.database.online"
    if isinstance(step, migrations.AddConstraint):
        return "it looks at the whole table under a lock"
    if isinstance(step, migrations.RemoveConstraint):
        return None  # a moment's lock, and nothing that was written is refused after it
    if isinstance(step, migrations.RunPython | migrations.RunSQL):
        return "say in EXPLAINED how long it takes at a million games, and what it locks"
    return "there is no rule for it yet"


def of_new_field(field: models.Field[Any, Any]) -> Complaint:
    if field.unique or field.db_index:
        return "its index locks the table; add that by itself with config.database.online"
    if field.is_relation and getattr(field, "db_constraint", True):
        return "its constraint looks at both tables under a lock; db_constraint=False"
    if not (field.null or field.has_db_default()):
        return "the release before inserts rows without it; null=True or db_default"
    return None


def of_changed_field(before: models.Field[Any, Any], after: models.Field[Any, Any]) -> Complaint:
    ignored = {*before.non_db_attrs, "db_default"}
    (_, kind, args, old), (_, new_kind, new_args, new) = before.deconstruct(), after.deconstruct()
    changed = {
        name
        for name in old.keys() | new.keys()
        if name not in ignored and old.get(name) != new.get(name)
    }
    if isinstance(after, models.TextField):
        changed.discard("max_length")  # no database knows it
    if (kind, args) != (new_kind, new_args):
        return "another type rewrites the table"
    if changed == {"max_length"} and old["max_length"] < new["max_length"]:
        return None
    if changed == {"null"} and new.get("null"):
        return None
    return f"{', '.join(sorted(changed))} changes under a lock" if changed else None


def judged() -> list[tuple[migrations.Migration, ProjectState]]:
    """Our migrations that are newer than the rules, each with the state before it."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    old = {one for last in BEFORE for one in loader.graph.forwards_plan(last)}
    new = [key for key in loader.disk_migrations if key[0] in OURS and key not in old]
    return [
        (loader.disk_migrations[key], loader.project_state(key, at_end=False))
        for key in sorted(new)
    ]


def test_every_migration_suits_a_running_site() -> None:
    found = {
        (migration.app_label, migration.name): [*complaints(migration, state)]
        for migration, state in judged()
    }
    wrong = {key: said for key, said in found.items() if said and key not in EXPLAINED}
    assert wrong == {}, "docs/operations.md#migrations has the rules"
    assert set(EXPLAINED) <= {key for key, said in found.items() if said}, "explained for nothing"


# --- the rules themselves --------------------------------------------------------------------

INDEX = models.Index(fields=["status"], name="by_status")
TEXT = models.CharField(max_length=9)


def on_games(*operations: Operation, atomic: bool = True) -> list[str]:
    """What is said of a migration that does this to the games as they are now."""
    kind = type("Migration", (migrations.Migration,), {"atomic": atomic, "operations": operations})
    state = ProjectState.from_apps(apps)
    return [said.rsplit(": ", 1)[1] for said in complaints(kind("0999_new", "games"), state)]


def add(field: Any) -> Operation:
    return migrations.AddField("game", "new", field)


def alter(field: Any) -> Operation:
    return migrations.AlterField("game", "variant", field)


@pytest.mark.parametrize(
    "operation",
    [
        add(models.CharField(max_length=9, null=True)),
        add(models.IntegerField(db_default=0)),
        add(
            models.ForeignKey(
                "games.Game", models.CASCADE, null=True, db_constraint=False, db_index=False
            )
        ),
        alter(models.CharField("game", max_length=17)),
        alter(models.CharField("another name", max_length=16, choices=[("a", "b")])),
        alter(models.CharField(max_length=16, null=True)),
        migrations.AlterModelOptions("game", {}),
        migrations.RemoveConstraint("game", "game_status_is_known"),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_locks_nobody_out_is_let_through(operation: Operation) -> None:
    assert on_games(operation) == []


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (add(TEXT), "the release before inserts rows without it"),
        (add(models.IntegerField(null=True, db_index=True)), "its index locks the table"),
        (add(models.IntegerField(null=True, unique=True)), "its index locks the table"),
        (add(models.ForeignKey("games.Game", models.CASCADE, null=True, db_index=False)), "db_constraint"),  # noqa: E501
        (alter(models.TextField()), "another type rewrites the table"),
        (alter(models.CharField(max_length=9)), "max_length changes under a lock"),
        (alter(models.CharField(max_length=16, unique=True)), "unique changes under a lock"),
        (migrations.AddIndex("game", INDEX), "it locks the table; use config.database.online"),
        (migrations.RemoveField("game", "event"), "the release before still uses it"),
        (migrations.RenameField("game", "event", "occasion"), "the release before still uses it"),
        (migrations.DeleteModel("RatingChange"), "the release before still uses it"),
        (
            migrations.AddConstraint("game", models.CheckConstraint(condition=models.Q(opening__lt=9), name="short")),  # noqa: E501
            "it looks at the whole table under a lock",
        ),
        (migrations.RunPython(migrations.RunPython.noop), "say in EXPLAINED"),
        (migrations.RunSQL("SELECT 1"), "say in EXPLAINED"),
        (AddIndexConcurrently("game", INDEX), "set atomic = False"),
    ],
    ids=lambda value: value.describe() if isinstance(value, Operation) else "",
)  # fmt: skip
def test_what_would_lock_people_out_is_refused(operation: Operation, said: str) -> None:
    (found,) = on_games(operation)
    assert said in found


def test_an_index_beside_the_site_is_let_through() -> None:
    assert on_games(AddIndexConcurrently("game", INDEX), atomic=False) == []


def test_a_table_of_the_same_migration_is_nobodys_yet() -> None:
    made = migrations.CreateModel("New", [("id", models.BigAutoField(primary_key=True))])
    assert on_games(made, migrations.AddIndex("new", models.Index(fields=["id"], name="i"))) == []


def test_what_only_django_is_told_of_is_not_judged() -> None:
    told = migrations.SeparateDatabaseAndState(
        state_operations=[migrations.RemoveField("game", "event")]
    )
    assert on_games(told) == []
