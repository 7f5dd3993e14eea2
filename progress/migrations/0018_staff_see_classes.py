"""Let all groups of staff look at classes, and at who is in them."""

from django.db import migrations

GROUPS = ("moderators", "support", "admins")
MODELS = {"classroom": "class", "classmember": "member of a class"}


def let_staff_look(apps, schema_editor):
    alias = schema_editor.connection.alias
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(alias)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    groups = apps.get_model("auth", "Group").objects.using(alias).filter(name__in=GROUPS)
    for model, words in MODELS.items():
        kind, _ = kinds.get_or_create(app_label="progress", model=model)
        right, _ = permissions.get_or_create(
            content_type_id=kind.pk,
            codename=f"view_{model}",
            defaults={"name": f"Can view {words}"},
        )
        for group in groups:
            group.permissions.add(right)


class Migration(migrations.Migration):
    dependencies = [
        ("progress", "0017_classes"),
        ("accounts", "0022_pupils"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(let_staff_look, migrations.RunPython.noop)]
