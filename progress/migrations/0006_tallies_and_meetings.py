"""What people's games came to, counted from the games there are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from progress.migrations import _results


def count_results(apps, schema_editor):
    _results.count_results(apps, schema_editor.connection.alias)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('accounts', '0006_staff_groups'),
        ('games', '0016_packed_games_without_like'),
        ('progress', '0005_resets_and_days'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
        migrations.RunPython(count_results, migrations.RunPython.noop),
    ]
