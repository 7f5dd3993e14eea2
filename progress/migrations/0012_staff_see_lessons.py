"""Let the groups of staff see what people did in the course."""

from django.db import migrations

GROUPS = ("moderators", "support", "admins")


def right(apps, alias):
    """The right, made now where Django would make it only after all migrations."""
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(alias)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    kind, _ = kinds.get_or_create(app_label="progress", model="lessontaken")
    return permissions.get_or_create(
        content_type_id=kind.pk,
        codename="view_lessontaken",
        defaults={"name": "Can view lessontaken"},
    )[0]


def give(apps, schema_editor):
    alias = schema_editor.connection.alias
    for name in GROUPS:
        group, _ = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name=name)
        group.permissions.add(right(apps, alias))


def take(apps, schema_editor):
    alias = schema_editor.connection.alias
    for group in apps.get_model("auth", "Group").objects.using(alias).filter(name__in=GROUPS):
        group.permissions.remove(right(apps, alias))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_staff_groups"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("progress", "0011_lessons_taken"),
    ]

    operations = [migrations.RunPython(give, take)]
