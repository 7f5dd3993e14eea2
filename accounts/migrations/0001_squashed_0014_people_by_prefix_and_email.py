"""The tables of people as the first fourteen migrations left them, and the groups of staff."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

SEEN = [
    ("accounts", ("user", "follow", "block")),
    ("games", ("game", "seat", "rating", "ratingchange", "challenge", "remark", "report")),
    ("games", ("uploadedengine",)),
    ("progress", ("attempt", "climber", "puzzletry", "progressreset", "tally", "record")),
    ("progress", ("meeting", "stagehints", "openday", "puzzlerating", "solverrating", "rush")),
    ("progress", ("lessontaken",)),
]
LOOK = [(app, model, f"view_{model}") for app, models_ in SEEN for model in models_]
DEACTIVATE = ("accounts", "user", "deactivate")
END = ("games", "game", "change_game")
REPORTS = ("games", "report", "change_report")
EXPORT = ("accounts", "user", "export")
LOOK_AFTER = [
    ("accounts", "user", "change_user"),
    ("progress", "climber", "change_climber"),
    ("progress", "progressreset", "change_progressreset"),
]
PEOPLE = [("accounts", "user", "add_user"), ("accounts", "user", "delete_user")]
LOG = ("admin", "logentry", "view_logentry")

GROUPS = {
    "moderators": [*LOOK, DEACTIVATE, END, REPORTS],
    "support": [*LOOK, EXPORT, *LOOK_AFTER],
    "admins": [*LOOK, DEACTIVATE, END, REPORTS, EXPORT, *LOOK_AFTER, *PEOPLE, LOG],
}
NAMES = {
    "deactivate": "Can deactivate and reactivate people",
    "export": "Can export lists as files",
    "view_uploadedengine": "Can view uploaded engine",
}


def make_groups(apps, schema_editor):
    """Make the groups with their rights, which Django would make only after all migrations."""
    alias = schema_editor.connection.alias
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(alias)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    for name, rights in GROUPS.items():
        group, _ = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name=name)
        for app, model, codename in rights:
            kind, _ = kinds.get_or_create(app_label=app, model=model)
            title = NAMES.get(codename, f"Can {codename.replace('_', ' ')}")
            right, _ = permissions.get_or_create(
                content_type_id=kind.pk, codename=codename, defaults={"name": title}
            )
            group.permissions.add(right)


def find_names_by_prefix(apps, schema_editor):
    """PostgreSQL needs another index for that, unless it sorts by bytes; others do not."""
    if schema_editor.connection.vendor == "postgresql":
        columns = "(lower(name) text_pattern_ops)"
        schema_editor.execute(f"CREATE INDEX people_by_name_prefix ON accounts_user {columns}")


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_known_places"),
        ("accounts", "0003_name_messages"),
        ("accounts", "0004_guests"),
        ("accounts", "0005_sound_on"),
        ("accounts", "0006_staff_groups"),
        ("accounts", "0007_follows_and_blocks"),
        ("accounts", "0008_time_zone"),
        ("accounts", "0009_files_and_closing"),
        ("accounts", "0010_accounts_being_deleted"),
        ("accounts", "0011_sign_ups"),
        ("accounts", "0012_tokens_and_bots"),
        ("accounts", "0013_bots_by_sign_up"),
        ("accounts", "0014_people_by_prefix_and_email"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('name', models.CharField(error_messages={'unique': 'That name is taken. “Ada” and “ada” are the same name.'}, max_length=20, unique=True, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9][A-Za-z0-9_-]*\\Z', 'Use letters from A to Z, digits, _ and -, and start with a letter or a digit.'), django.core.validators.MinLengthValidator(2), django.core.validators.MaxLengthValidator(20)])),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('is_staff', models.BooleanField(default=False, verbose_name='staff')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('theme', models.CharField(choices=[('system', 'As my device'), ('light', 'Paper'), ('dark', 'Blackboard')], default='system', max_length=6)),
                ('sound', models.BooleanField(default=True)),
                ('confirm_moves', models.BooleanField(default=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('is_guest', models.BooleanField(db_default=False, default=False, editable=False, help_text='Plays without an account. The last log-in is then the day of the latest visit.', verbose_name='guest')),
                ('phrases', models.BooleanField(db_default=True, default=True, help_text='Shows what others say in a game, in set phrases.')),
                ('time_zone', models.CharField(blank=True, db_default='', default='', help_text='Whose midnight ends the days of this person; empty until known, and then UTC.', max_length=64)),
                ('closed_at', models.DateTimeField(blank=True, editable=False, help_text='When its owner closed a large account: the sweep deletes it bit by bit.', null=True)),
                ('is_bot', models.BooleanField(db_default=False, default=False, editable=False, help_text='A program plays with this account. It is rated apart from people.', verbose_name='bot')),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='user_name_unique_ignoring_case', violation_error_message='That name is taken. “Ada” and “ada” are the same name.')],
                'indexes': [models.Index(condition=models.Q(('is_guest', True)), fields=['last_login'], name='guests_by_latest_visit'), models.Index(condition=models.Q(('closed_at__isnull', False)), fields=['closed_at'], name='accounts_being_deleted'), models.Index(condition=models.Q(('is_guest', False)), fields=['joined_at'], name='members_by_sign_up'), models.Index(condition=models.Q(('is_bot', True)), fields=['joined_at'], name='bots_by_sign_up'), models.Index(django.db.models.functions.text.Lower('email'), name='people_by_email')],
                'permissions': [('deactivate', 'Can deactivate and reactivate people'), ('export', 'Can export lists as files')],
            },
        ),
        migrations.CreateModel(
            name='KnownPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.CharField(help_text='A keyed hash.', max_length=64)),
                ('seen_at', models.DateTimeField(db_index=True, help_text='The latest log-in.')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='known_places', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'place'), name='place_once_per_user')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                ('blocker', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('blocker', 'blocked'), name='blocked_once'), models.CheckConstraint(condition=models.Q(('blocker', models.F('blocked')), _negated=True), name='nobody_blocks_themselves')],
            },
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('followed', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='followers', to=settings.AUTH_USER_MODEL)),
                ('follower', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('follower', 'followed'), name='followed_once'), models.CheckConstraint(condition=models.Q(('follower', models.F('followed')), _negated=True), name='nobody_follows_themselves')],
            },
        ),
        migrations.CreateModel(
            name='DataFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('everything', 'everything (JSON)'), ('games', 'your games (text)')], max_length=10)),
                ('name', models.CharField(help_text='In the folder own-data of VAR_DIR.', max_length=40)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('touched_at', models.DateTimeField(help_text='When it was last written to.', null=True)),
                ('done_at', models.DateTimeField(null=True)),
                ('written', models.PositiveIntegerField(default=0, help_text='Rows so far.')),
                ('total', models.PositiveIntegerField(default=0, help_text='About how many rows there are.')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='data_files', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'kind'), name='one_file_of_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='What its owner calls it.', max_length=40)),
                ('digest', models.CharField(help_text='SHA-256 of the token.', max_length=64, unique=True)),
                ('scopes', models.CharField(help_text='Separated by spaces.', max_length=80)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('used_at', models.DateTimeField(help_text='The latest use, to within a minute.', null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-made_at'],
                'constraints': [models.UniqueConstraint(fields=('user', 'name'), name='a_token_of_a_name')],
            },
        ),
        migrations.RunPython(find_names_by_prefix, migrations.RunPython.noop),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
