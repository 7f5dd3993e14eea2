"""Two rights of staff, and the groups that give staff what their work takes."""

from django.db import migrations

LOOK = [
    *[("games", model) for model in ("game", "seat", "move", "rating", "ratingchange")],
    *[("progress", model) for model in ("attempt", "climber", "puzzletry", "progressreset")],
    ("accounts", "user"),
]
LOOKS = [(app, model, f"view_{model}") for app, model in LOOK]
DEACTIVATE = ("accounts", "user", "deactivate")
END = ("games", "game", "change_game")
EXPORT = ("accounts", "user", "export")
LOOK_AFTER = [
    ("accounts", "user", "change_user"),
    ("progress", "climber", "change_climber"),
    ("progress", "progressreset", "change_progressreset"),
]

GROUPS = {
    "moderators": [*LOOKS, DEACTIVATE, END],
    "support": [*LOOKS, EXPORT, *LOOK_AFTER],
    "admins": [
        *LOOKS,
        DEACTIVATE,
        END,
        EXPORT,
        *LOOK_AFTER,
        ("accounts", "user", "add_user"),
        ("accounts", "user", "delete_user"),
        ("admin", "logentry", "view_logentry"),
    ],
}

NAMES = {
    "deactivate": "Can deactivate and reactivate people",
    "export": "Can export lists as files",
}


def rights(apps, alias, group):
    """The rights of a group, made now where Django would make them only after all migrations."""
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(alias)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    for app, model, codename in GROUPS[group]:
        kind, _ = kinds.get_or_create(app_label=app, model=model)
        name = NAMES.get(codename, f"Can {codename.replace('_', ' ')}")
        yield permissions.get_or_create(
            content_type_id=kind.pk, codename=codename, defaults={"name": name}
        )[0]


def give(apps, schema_editor):
    """Make the groups, or give those of these names what they lack."""
    alias = schema_editor.connection.alias
    for name in GROUPS:
        group, _ = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name=name)
        group.permissions.add(*rights(apps, alias, name))


def take(apps, schema_editor):
    """Take the rights back; a group that has people or other rights stays."""
    alias = schema_editor.connection.alias
    for group in apps.get_model("auth", "Group").objects.using(alias).filter(name__in=GROUPS):
        group.permissions.remove(*rights(apps, alias, group.name))
        if not group.permissions.exists() and not group.user_set.exists():
            group.delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_sound_on"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="user",
            options={"permissions": [*NAMES.items()]},
        ),
        migrations.RunPython(give, take),
    ]
