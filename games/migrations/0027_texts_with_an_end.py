"""What uploaded programs say has an end: old rows are cut, and no longer ones can be stored."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models.functions import Length, Left
from django.db.models.lookups import LessThanOrEqual

from config.database.online import AddCheckOnline

LONGEST_SOURCE, LONGEST_ERROR, LONGEST_NOTE = 65_536, 500, 200

QUOTED = ("call", "came", "expected", "advice")
"""What a case quotes of a program."""


def cut(apps, schema_editor):
    alias = schema_editor.connection.alias
    engines = apps.get_model("games", "UploadedEngine").objects.using(alias)
    long = engines.alias(size=Length("error")).filter(size__gt=LONGEST_ERROR)
    long.update(error=Left("error", LONGEST_ERROR))
    for row in engines.filter(grade__isnull=False).only("grade").iterator(chunk_size=100):
        grade = shortened(row.grade)
        if grade != row.grade:
            engines.filter(pk=row.pk).update(grade=grade)


def shortened(grade):
    """A grade with what it quotes of a program cut."""
    found = dict(grade)
    for name in ("notes", "doubts"):
        if name in found:
            found[name] = [one[:LONGEST_NOTE] for one in found[name]]
    if "cases" in found:
        found["cases"] = [
            {name: said[:LONGEST_NOTE] if name in QUOTED else said for name, said in one.items()}
            for one in found["cases"]
        ]
    return found


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0026_grading_places")]

    operations = [
        migrations.RunPython(cut, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="uploadedengine",
            name="source",
            field=models.TextField(max_length=LONGEST_SOURCE),
        ),
        migrations.AlterField(
            model_name="uploadedengine",
            name="error",
            field=models.TextField(
                blank=True, help_text="Why it cannot be graded.", max_length=LONGEST_ERROR
            ),
        ),
        AddCheckOnline(
            model_name="uploadedengine",
            constraint=models.CheckConstraint(
                condition=LessThanOrEqual(Length("source"), LONGEST_SOURCE),
                name="engine_source_has_an_end",
            ),
        ),
        AddCheckOnline(
            model_name="uploadedengine",
            constraint=models.CheckConstraint(
                condition=LessThanOrEqual(Length("error"), LONGEST_ERROR),
                name="engine_error_has_an_end",
            ),
        ),
    ]
