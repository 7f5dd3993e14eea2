"""A game's row gets the log of all that happened in it; ``copied`` goes with 0030."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0027_texts_with_an_end")]

    operations = [
        migrations.AddField(
            "game",
            "log",
            models.BinaryField(db_default=b"", help_text="All that happened: games.storage.log."),
        ),
        migrations.AddField("game", "copied", models.PositiveIntegerField(null=True)),
    ]
