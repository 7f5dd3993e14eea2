"""Quick pairing finds the games that wait on some terms by an index."""

from django.db import migrations, models

from config.database.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0023_engines_that_play")]

    operations = [
        AddIndexOnline(
            model_name="game",
            index=models.Index(
                fields=["variant", "base_ms", "increment_ms", "rated", "created_at"],
                condition=models.Q(("kind", "lobby"), ("status", "open")),
                name="offers_by_terms",
            ),
        ),
    ]
