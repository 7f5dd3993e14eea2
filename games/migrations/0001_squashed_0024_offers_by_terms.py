"""The tables of games as the first twenty-four migrations left them."""

import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
import games.match.ids
from django.conf import settings
from django.db import migrations, models

from config.database.online import without_like


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_ratings"),
        ("games", "0003_action_ids_are_their_senders_own"),
        ("games", "0004_seats_hold_engines_with_switches"),
        ("games", "0005_accepted_actions"),
        ("games", "0006_idempotency_keys"),
        ("games", "0007_chance_from"),
        ("games", "0008_guests_who_left"),
        ("games", "0009_maintenance"),
        ("games", "0010_ends_on_seats"),
        ("games", "0011_indexes_for_long_lists"),
        ("games", "0012_drop_unused_indexes"),
        ("games", "0013_rating_changes_know_more"),
        ("games", "0014_latest_rating_changes"),
        ("games", "0015_packed_games"),
        ("games", "0016_packed_games_without_like"),
        ("games", "0017_challenges"),
        ("games", "0018_remarks"),
        ("games", "0019_reports"),
        ("games", "0020_uploaded_engines"),
        ("games", "0021_published_engines"),
        ("games", "0022_ladder"),
        ("games", "0023_engines_that_play"),
        ("games", "0024_offers_by_terms"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0014_people_by_prefix_and_email"),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.CharField(default=games.match.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('variant', models.CharField(max_length=16, verbose_name='game')),
                ('exact', models.BooleanField(default=False, help_text="The literal reading of 'won'.")),
                ('kind', models.CharField(choices=[('engine', 'against an engine'), ('friend', 'by invitation'), ('lobby', 'from the lobby'), ('local', 'at one screen'), ('campaign', 'campaign stage')], max_length=8)),
                ('event', models.CharField(blank=True, help_text='What the game was part of.', max_length=80)),
                ('status', models.CharField(choices=[('open', 'open'), ('active', 'in play'), ('finished', 'finished'), ('aborted', 'aborted')], default='open', max_length=8)),
                ('version', models.PositiveIntegerField(default=0)),
                ('position', models.CharField(max_length=24)),
                ('opening', models.PositiveSmallIntegerField(default=0, help_text='Moves made before play began.')),
                ('winner', models.CharField(blank=True, help_text='A seat; empty for none.', max_length=8)),
                ('reason', models.CharField(blank=True, max_length=16)),
                ('rated', models.BooleanField(default=False)),
                ('base_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('increment_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('table', models.JSONField(blank=True, default=dict, help_text='Clock and offers.')),
                ('seed', models.BigIntegerField(default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games_created', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch', to='games.game')),
                ('due_at', models.DateTimeField(blank=True, editable=False, help_text='When the server looks at a game in play by itself: never later than it must.', null=True)),
            ],
            options={
                'ordering': ['-created_at'],
                'indexes': [models.Index(fields=['-created_at'], name='games_newest_first'), models.Index(condition=models.Q(('status', 'open')), fields=['created_at'], name='open_games_oldest_first'), models.Index(condition=models.Q(('status', 'open')), fields=['created_by'], name='open_games_of_a_person'), models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='games_by_next_look'), models.Index(condition=models.Q(('kind', 'lobby'), ('status', 'open')), fields=['variant', 'base_ms', 'increment_ms', 'rated', 'created_at'], name='offers_by_terms')],
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['open', 'active', 'finished', 'aborted'])), name='game_status_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('status__in', ['finished', 'aborted'])), models.Q(('finished_at__isnull', True), ('status__in', ['open', 'active'])), _connector='OR'), name='game_has_an_end_when_over')],
            },
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveSmallIntegerField()),
                ('seat', models.CharField(max_length=8)),
                ('cell', models.PositiveSmallIntegerField()),
                ('action_id', models.CharField(blank=True, help_text="The sender's number and own id of it.", max_length=60, null=True)),
                ('version', models.PositiveIntegerField(help_text="The game's version this move led to.")),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.game')),
            ],
            options={
                'ordering': ['game', 'ply'],
                'constraints': [models.UniqueConstraint(fields=('game', 'ply'), name='one_move_per_ply'), models.UniqueConstraint(condition=models.Q(('action_id__isnull', False)), fields=('game', 'action_id'), name='one_move_per_sent_id')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=8)),
                ('index', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('person', 'person'), ('engine', 'engine'), ('neutral', 'neutral'), ('empty', 'free')], default='empty', max_length=8)),
                ('engine', models.CharField(blank=True, help_text='Its canonical name: slug and switches.', max_length=120)),
                ('rating', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('user', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
                ('was_guest', models.BooleanField(db_default=False, default=False, help_text='The person who sat here played without an account and is gone.')),
                ('ended_at', models.DateTimeField(blank=True, help_text='When the game ended, on the seats of people.', null=True)),
                ('result', models.CharField(blank=True, choices=[('w', 'won'), ('l', 'lost'), ('d', 'drawn'), ('s', 'decided at one screen'), ('a', 'cancelled')], db_default='', default='', max_length=1)),
            ],
            options={
                'ordering': ['game', 'index'],
                'indexes': [models.Index(condition=models.Q(('user__isnull', False)), fields=['user', 'ended_at', 'result'], name='seats_of_a_person')],
                'constraints': [models.UniqueConstraint(fields=('game', 'name'), name='seat_once_per_game'), models.UniqueConstraint(fields=('game', 'index'), name='seat_order_is_unique')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=16, verbose_name='game')),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('volatility', models.FloatField()),
                ('pairs', models.PositiveIntegerField(default=0, help_text='Rated pairs of games played.')),
                ('rated_at', models.DateTimeField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['variant', '-rating'],
                'constraints': [models.UniqueConstraint(fields=('user', 'variant'), name='one_rating_per_game')],
                'indexes': [models.Index(models.F('variant'), models.OrderBy(django.db.models.expressions.CombinedExpression(models.F('rating'), '-', django.db.models.expressions.CombinedExpression(models.Value(2.0), '*', models.F('deviation'))), descending=True), models.F('user'), name='people_by_sure_rating')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('score', models.FloatField(help_text='Of two games: 0 to 2.')),
                ('before', models.FloatField()),
                ('after', models.FloatField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.game')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
                ('deviation', models.FloatField(help_text='Before the pair; so are the next two.', null=True)),
                ('rated_before', models.DateTimeField(help_text='When it had last changed.', null=True)),
                ('volatility', models.FloatField(null=True)),
            ],
            options={
                'ordering': ['game', 'id'],
                'constraints': [models.UniqueConstraint(fields=('game', 'user'), name='a_pair_is_rated_once')],
                'indexes': [models.Index(fields=['user', '-id'], name='latest_rating_changes')],
            },
        ),
        migrations.CreateModel(
            name='AcceptedAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action_id', models.CharField(help_text="The sender's number and own id of it.", max_length=60)),
                ('version', models.PositiveIntegerField(help_text="The game's version this action led to.")),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='accepted_actions', to='games.game')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'action_id'), name='action_accepted_once')],
            },
        ),
        migrations.CreateModel(
            name='IdempotencyKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=255)),
                ('digest', models.CharField(help_text='SHA-256 of what was asked for.', max_length=64)),
                ('created_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='idempotency_keys', to='games.game')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='idempotency_keys', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='a_key_opens_one_game')],
            },
        ),
        migrations.CreateModel(
            name='Maintenance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(help_text='What people read.', max_length=300)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name_plural': 'maintenance',
            },
        ),
        migrations.CreateModel(
            name='PackedGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='packed', serialize=False, to='games.game')),
                ('moves', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.CharField(default=games.match.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('variant', models.CharField(max_length=16, verbose_name='game')),
                ('seat', models.CharField(help_text="The challenger's; or random.", max_length=8)),
                ('base_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('increment_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('rated', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('expired', 'expired')], default='waiting', max_length=9)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('challenged', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges_received', to=settings.AUTH_USER_MODEL)),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges_sent', to=settings.AUTH_USER_MODEL)),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='challenge', to='games.game')),
            ],
            options={
                'ordering': ['-made_at'],
                'indexes': [models.Index(condition=models.Q(('status', 'waiting')), fields=['expires_at'], name='challenges_by_expiry'), models.Index(fields=['made_at'], name='challenges_by_age')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'waiting')), fields=('challenger', 'challenged'), name='one_challenge_at_a_time'), models.CheckConstraint(condition=models.Q(('challenger', models.F('challenged')), _negated=True), name='nobody_challenges_themselves')],
            },
        ),
        migrations.CreateModel(
            name='Remark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=8)),
                ('number', models.PositiveSmallIntegerField(help_text='Counts what this seat says, from 1.')),
                ('code', models.CharField(choices=[('hello', 'Hello'), ('good_luck', 'Good luck'), ('nice_move', 'Nice move'), ('well_played', 'Well played'), ('oops', 'Oops'), ('phew', 'Phew'), ('thanks', 'Thank you'), ('good_game', 'Good game'), ('one_more', 'One more?'), ('smiles', 'smiles'), ('surprised', 'is surprised'), ('sad', 'is sad')], max_length=16)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to='games.game')),
            ],
            options={
                'ordering': ['game', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat', 'number'), name='remarks_are_counted')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('stalling', 'Lets the time run or leaves on purpose'), ('help', 'Plays with the help of a computer'), ('losing', 'Loses on purpose'), ('phrases', 'Pesters with phrases, challenges or offers'), ('name', 'Has an offensive name'), ('other', 'Something else')], max_length=8)),
                ('text', models.CharField(blank=True, help_text="In the reporter's words.", max_length=500)),
                ('status', models.CharField(choices=[('open', 'open'), ('taken', 'taken'), ('closed', 'closed')], default='open', max_length=6)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('note', models.CharField(blank=True, help_text='What came of it.', max_length=500)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.game')),
                ('reported', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_against', to=settings.AUTH_USER_MODEL)),
                ('reporter', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
                ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_taken', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['made_at'],
                'indexes': [models.Index(condition=models.Q(('status', 'closed'), _negated=True), fields=['made_at'], name='reports_to_work_off')],
                'constraints': [models.UniqueConstraint(fields=('reporter', 'reported', 'game'), name='reported_once_a_game'), models.CheckConstraint(condition=models.Q(('reporter', models.F('reported')), _negated=True), name='nobody_reports_themselves')],
            },
        ),
        migrations.CreateModel(
            name='UploadedEngine',
            fields=[
                ('id', models.CharField(default=games.match.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=30)),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('variant', models.CharField(max_length=16, verbose_name='game')),
                ('source', models.TextField()),
                ('digest', models.CharField(help_text='SHA-256 of the file.', max_length=64)),
                ('uploaded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('shared', models.BooleanField(default=False, help_text='Whether everybody who has its address can read the report.')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('grading', 'being graded'), ('graded', 'graded'), ('refused', 'cannot be graded')], default='waiting', max_length=8)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('seen_at', models.DateTimeField(blank=True, help_text='When the process that grades it last said so.', null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0, help_text='Answers so far.')),
                ('of_all', models.PositiveIntegerField(default=0)),
                ('seconds', models.FloatField(default=0.0, help_text='How long the grading took.')),
                ('graded_at', models.DateTimeField(blank=True, null=True)),
                ('grader', models.CharField(blank=True, help_text='A hash of the code that graded it.', max_length=16)),
                ('grade', models.JSONField(blank=True, null=True)),
                ('error', models.TextField(blank=True, help_text='Why it cannot be graded.')),
                ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='uploaded_engines', to=settings.AUTH_USER_MODEL)),
                ('forked_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='forks', to='games.uploadedengine')),
                ('last_failure', models.CharField(blank=True, help_text='Why it gave up a game last.', max_length=300)),
                ('published_at', models.DateTimeField(blank=True, help_text='Since when everybody can play it and read the file.', null=True)),
                ('retired_at', models.DateTimeField(blank=True, help_text='Since when no new games begin against it.', null=True)),
            ],
            options={
                'ordering': ['-uploaded_at'],
                'indexes': [models.Index(fields=['author', '-uploaded_at'], name='engines_of_a_person'), models.Index(condition=models.Q(('status', 'waiting')), fields=['uploaded_at'], name='engines_to_grade'), models.Index(condition=models.Q(('graded_at__isnull', False)), fields=['digest', 'variant'], name='engines_by_file'), models.Index(condition=models.Q(('published_at__isnull', False), ('retired_at__isnull', True)), fields=['variant', '-published_at'], name='engines_that_play')],
                'constraints': [models.UniqueConstraint(fields=('author', 'variant', 'name', 'version'), name='one_engine_per_version'), models.UniqueConstraint(condition=models.Q(('status', 'grading')), fields=('status',), name='one_engine_is_graded'), models.UniqueConstraint(condition=models.Q(('published_at__isnull', False), ('retired_at__isnull', True)), fields=('author', 'variant', 'name'), name='one_version_plays')],
            },
        ),
        migrations.CreateModel(
            name='EngineGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=8)),
                ('result', models.CharField(choices=[('w', 'won'), ('l', 'lost'), ('d', 'drawn')], max_length=1)),
                ('gave_up', models.BooleanField(default=False)),
                ('engine', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='games.uploadedengine')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outside_engines', to='games.game')),
            ],
            options={
                'ordering': ['-id'],
                'indexes': [models.Index(fields=['engine', 'result', '-id'], name='games_of_an_engine')],
            },
        ),
        migrations.CreateModel(
            name='Contestant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=16, verbose_name='game')),
                ('engine', models.CharField(help_text='Its slug, as seats have it.', max_length=40)),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('volatility', models.FloatField()),
                ('games', models.PositiveIntegerField(default=0)),
                ('weak_games', models.PositiveIntegerField(default=0, help_text='Games against characters that make mistakes.')),
                ('weak_points', models.FloatField(default=0.0, help_text='Points of those games.')),
                ('moves', models.PositiveBigIntegerField(default=0)),
                ('nodes', models.PositiveBigIntegerField(default=0, help_text='Positions it has read.')),
                ('seconds', models.FloatField(default=0.0, help_text='What its moves took.')),
                ('retired', models.BooleanField(default=False)),
                ('uploaded', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='contestant', to='games.uploadedengine')),
            ],
            options={
                'ordering': ['variant', '-rating'],
                'constraints': [models.UniqueConstraint(fields=('variant', 'engine'), name='once_on_the_ladder')],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('won', models.PositiveIntegerField(default=0)),
                ('drawn', models.PositiveIntegerField(default=0)),
                ('lost', models.PositiveIntegerField(default=0)),
                ('latest', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='pairings', to='games.game')),
                ('one', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pairings_as_one', to='games.contestant')),
                ('two', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings_as_two', to='games.contestant')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('one', 'two'), name='a_pair_once')],
            },
        ),
        migrations.RunPython(
            without_like(
                ("games_game", "id"),
                ("games_game", "rematch_of_id"),
                ("games_seat", "game_id"),
                ("games_move", "game_id"),
                ("games_ratingchange", "game_id"),
                ("games_acceptedaction", "game_id"),
                ("games_packedgame", "game_id"),
            ),
            migrations.RunPython.noop,
        ),
    ]
