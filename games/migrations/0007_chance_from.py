from django.db import migrations
from django.db.models import F, Max


def keep_plies(apps, schema_editor):
    """Say where chance replaced a person: after the last move that the person made there."""
    Game, Move = (apps.get_model('games', name) for name in ('Game', 'Move'))
    persons = Move.objects.filter(
        action_id__isnull=False, game__seats__kind='neutral', game__seats__name=F('seat')
    )
    for row in list(persons.order_by().values('game_id').annotate(last=Max('ply'))):
        game = Game.objects.get(id=row['game_id'])
        game.table['chance_from'] = row['last'] + 1
        game.save(update_fields=['table'])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_idempotency_keys'),
    ]

    operations = [
        migrations.RunPython(keep_plies, migrations.RunPython.noop),
    ]
