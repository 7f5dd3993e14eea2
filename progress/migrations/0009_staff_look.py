"""Let the groups of staff see what people did at puzzles, stages and against each other."""

from django.db import migrations

GROUPS = ("moderators", "support", "admins")
MODELS = (
    *("tally", "record", "meeting", "stagehints"),
    *("openday", "puzzlerating", "solverrating", "rush"),
)


def rights(apps, alias):
    """The rights, made now where Django would make them only after all migrations."""
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(alias)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    for model in MODELS:
        kind, _ = kinds.get_or_create(app_label="progress", model=model)
        name = f"Can view {model}"
        yield permissions.get_or_create(
            content_type_id=kind.pk, codename=f"view_{model}", defaults={"name": name}
        )[0]


def give(apps, schema_editor):
    alias = schema_editor.connection.alias
    for name in GROUPS:
        group, _ = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name=name)
        group.permissions.add(*rights(apps, alias))


def take(apps, schema_editor):
    alias = schema_editor.connection.alias
    for group in apps.get_model("auth", "Group").objects.using(alias).filter(name__in=GROUPS):
        group.permissions.remove(*rights(apps, alias))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_staff_groups"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("progress", "0008_todays_board_and_rush"),
    ]

    operations = [migrations.RunPython(give, take)]
