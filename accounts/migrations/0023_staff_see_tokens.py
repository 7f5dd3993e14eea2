"""Let those look at tokens who may revoke them."""

from django.db import migrations

GROUPS = ("moderators", "admins")


def let_staff_look(apps, schema_editor):
    alias = schema_editor.connection.alias
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(alias)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    groups = apps.get_model("auth", "Group").objects.using(alias).filter(name__in=GROUPS)
    kind, _ = kinds.get_or_create(app_label="accounts", model="apitoken")
    right, _ = permissions.get_or_create(
        content_type_id=kind.pk,
        codename="view_apitoken",
        defaults={"name": "Can view api token"},
    )
    for group in groups:
        group.permissions.add(right)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_pupils"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(let_staff_look, migrations.RunPython.noop)]
