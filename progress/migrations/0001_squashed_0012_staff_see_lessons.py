"""The tables of the campaign, puzzles and results as the first twelve migrations left them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from config.database.online import without_like


class Migration(migrations.Migration):
    replaces = [
        ("progress", "0001_initial"),
        ("progress", "0002_climber"),
        ("progress", "0003_puzzle_tries"),
        ("progress", "0004_totals"),
        ("progress", "0005_resets_and_days"),
        ("progress", "0006_tallies_and_meetings"),
        ("progress", "0007_stages_apart_and_hints"),
        ("progress", "0008_todays_board_and_rush"),
        ("progress", "0009_staff_look"),
        ("progress", "0010_attempts_without_a_star"),
        ("progress", "0011_lessons_taken"),
        ("progress", "0012_staff_see_lessons"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0014_people_by_prefix_and_email"),
        ("games", "0001_squashed_0024_offers_by_terms"),
    ]

    operations = [
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField()),
                ('stage', models.PositiveSmallIntegerField()),
                ('stars', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='attempt', to='games.game')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'level', 'stage'], name='progress_at_user_id_6d9c0a_idx'), models.Index(condition=models.Q(('stars__isnull', True)), fields=['user'], name='attempts_still_played'), models.Index(condition=models.Q(('stars', 0)), fields=['user', 'level', 'stage'], name='attempts_without_a_star')],
                'constraints': [models.CheckConstraint(condition=models.Q(('stars__isnull', True), ('stars__range', (0, 3)), _connector='OR'), name='stars_0_to_3'), models.CheckConstraint(condition=models.Q(models.Q(('level__range', (1, 3)), ('stage__range', (1, 15))), models.Q(('level', 4), ('stage__range', (1, 10))), _connector='OR'), name='stage_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Climber',
            fields=[
            ],
            options={
                'verbose_name': 'progress of a player',
                'verbose_name_plural': 'progress by player',
                'ordering': ['name'],
                'proxy': True,
            },
            bases=('accounts.user',),
        ),
        migrations.CreateModel(
            name='PuzzleTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('puzzle', models.CharField(max_length=80)),
                ('day', models.DateField(blank=True, null=True)),
                ('solved', models.BooleanField(help_text='At the first try.', null=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_tries', to=settings.AUTH_USER_MODEL)),
                ('answers', models.CharField(blank=True, db_default='', default='', help_text='On its day.', max_length=240)),
                ('found_at', models.DateTimeField(blank=True, help_text='Solved on its day.', null=True)),
            ],
            options={
                'verbose_name_plural': 'puzzle tries',
                'constraints': [models.UniqueConstraint(condition=models.Q(('day__isnull', True)), fields=('user', 'puzzle'), name='one_try_a_puzzle'), models.UniqueConstraint(condition=models.Q(('day__isnull', False)), fields=('user', 'day'), name='one_try_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Total',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='star_total', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('best', models.CharField(max_length=45)),
                ('stars', models.PositiveSmallIntegerField(default=0)),
                ('cleared', models.PositiveSmallIntegerField(default=0, help_text='Stages with a star.')),
                ('since', models.DateTimeField(blank=True, help_text='When the last star came.', null=True)),
                ('listed', models.BooleanField(default=False, help_text='A member whose account is open.')),
                ('apart', models.CharField(blank=True, db_default='', default='', max_length=45)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('listed', True), ('stars__gt', 0)), fields=['-stars', 'since', 'user'], name='people_by_stars')],
            },
        ),
        migrations.CreateModel(
            name='Day',
            fields=[
                ('day', models.DateField(primary_key=True, serialize=False)),
                ('games', models.PositiveIntegerField(default=0, help_text='Begun on the day.')),
                ('signed_up', models.PositiveIntegerField(default=0, help_text='New accounts, without guests.')),
                ('players', models.PositiveIntegerField(default=0, help_text='People with a seat in a game.')),
                ('returning', models.PositiveIntegerField(default=0, help_text='Of those, not new on the day.')),
                ('endings', models.JSONField(default=dict, help_text='How many games ended for which reason.')),
                ('sweep_lag', models.FloatField(default=0, help_text='The worst of the day, in seconds.')),
                ('written_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='ProgressReset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=500)),
                ('attempts', models.JSONField(help_text='Of each the game, level, stage and stars.')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='resets_made', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='resets', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'reset of progress',
                'verbose_name_plural': 'resets of progress',
            },
        ),
        migrations.CreateModel(
            name='Record',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='record', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('wins', models.PositiveIntegerField(default=0, help_text='In a row, now.')),
                ('most_wins', models.PositiveIntegerField(default=0, help_text='In a row, ever.')),
                ('best_strength', models.IntegerField(default=-1, help_text='Of the opponent beaten there.')),
                ('best_game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Meeting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=16, verbose_name='game')),
                ('seat', models.CharField(max_length=8)),
                ('result', models.CharField(help_text='w, d or l.', max_length=1)),
                ('ended_at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('rival', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='met', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='meetings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'rival', '-ended_at'], name='meetings_of_two'), models.Index(fields=['user', '-ended_at'], name='latest_meetings')],
                'constraints': [models.UniqueConstraint(fields=('game', 'user', 'rival'), name='one_meeting_a_game')],
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=16, verbose_name='game')),
                ('seat', models.CharField(max_length=8)),
                ('against', models.CharField(max_length=9)),
                ('cell', models.SmallIntegerField(help_text='-1: the game ended before.', verbose_name='first cell')),
                ('won', models.PositiveIntegerField(default=0)),
                ('drawn', models.PositiveIntegerField(default=0)),
                ('lost', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'tallies',
                'constraints': [models.UniqueConstraint(fields=('user', 'variant', 'seat', 'against', 'cell'), name='one_tally_a_beginning')],
            },
        ),
        migrations.CreateModel(
            name='StageHints',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='stage_hints', to=settings.AUTH_USER_MODEL)),
                ('level', models.PositiveSmallIntegerField()),
                ('stage', models.PositiveSmallIntegerField()),
                ('taken', models.PositiveIntegerField(default=0)),
                ('position', models.CharField(help_text='In notation.', max_length=90)),
                ('step', models.PositiveSmallIntegerField(default=0)),
                ('at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'verbose_name': 'hints at a stage',
                'verbose_name_plural': 'hints at a stage',
                'constraints': [models.UniqueConstraint(fields=('user', 'level', 'stage'), name='hints_once_per_stage')],
            },
        ),
        migrations.CreateModel(
            name='OpenDay',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='open_day', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('day', models.DateField()),
                ('opened_at', models.DateTimeField()),
                ('closes_at', models.DateTimeField()),
                ('zone', models.CharField(blank=True, help_text='Of the days after it.', max_length=64)),
                ('short', models.JSONField(default=list, help_text='Days that nobody has to have played.')),
            ],
        ),
        migrations.CreateModel(
            name='PuzzleRating',
            fields=[
                ('rating', models.FloatField(default=1500.0)),
                ('deviation', models.FloatField(default=350.0)),
                ('volatility', models.FloatField(default=0.06)),
                ('tries', models.PositiveIntegerField(default=0)),
                ('rated_at', models.DateTimeField()),
                ('puzzle', models.CharField(max_length=80, primary_key=True, serialize=False)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='SolverRating',
            fields=[
                ('rating', models.FloatField(default=1500.0)),
                ('deviation', models.FloatField(default=350.0)),
                ('volatility', models.FloatField(default=0.06)),
                ('tries', models.PositiveIntegerField(default=0)),
                ('rated_at', models.DateTimeField()),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='solver_rating', serialize=False, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Rush',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rush', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('run', models.PositiveIntegerField(default=0)),
                ('seed', models.PositiveIntegerField(default=0)),
                ('started_at', models.DateTimeField(null=True)),
                ('step', models.PositiveSmallIntegerField(default=0)),
                ('puzzle', models.CharField(blank=True, max_length=80)),
                ('line', models.CharField(blank=True, max_length=120)),
                ('last', models.CharField(blank=True, max_length=120)),
                ('solved', models.PositiveSmallIntegerField(default=0)),
                ('missed', models.JSONField(default=list, help_text='The puzzles that went wrong.')),
                ('best', models.PositiveSmallIntegerField(default=0)),
                ('best_at', models.DateTimeField(null=True)),
                ('day', models.DateField(null=True)),
                ('day_best', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'rushes',
                'indexes': [models.Index(condition=models.Q(('day_best__gt', 0)), fields=['day', '-day_best'], name='rushes_of_a_day')],
            },
        ),
        migrations.CreateModel(
            name='LessonTaken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lesson', models.CharField(max_length=40)),
                ('answered', models.BooleanField(default=False, help_text="The lesson's own question.")),
                ('sheets', models.PositiveIntegerField(default=0, help_text='Sheets of exercises checked.')),
                ('best', models.PositiveSmallIntegerField(default=0, help_text='Most right on one sheet.')),
                ('at', models.DateTimeField(auto_now=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lessons_taken', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'lesson taken',
                'verbose_name_plural': 'lessons taken',
                'constraints': [models.UniqueConstraint(fields=('user', 'lesson'), name='lesson_once_per_person')],
            },
        ),
        migrations.RunPython(
            without_like(("progress_attempt", "game_id")), migrations.RunPython.noop
        ),
    ]
