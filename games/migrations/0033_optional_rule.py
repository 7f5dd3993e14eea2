from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0032_longer_positions")]

    operations = [
        migrations.AlterField(
            "game",
            "exact",
            models.BooleanField(
                "optional rule",
                default=False,
                help_text="Whether the optional rule of the game is played.",
            ),
        ),
    ]
