from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_maintenance")]

    operations = [
        migrations.AlterModelOptions(name="game", options={"ordering": ["-created_at"]}),
        migrations.AddField(
            model_name="game",
            name="due_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When the server looks at a game in play by itself: never later than it must.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="ended_at",
            field=models.DateTimeField(
                blank=True, help_text="When the game ended, on the seats of people.", null=True
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="result",
            field=models.CharField(
                blank=True,
                choices=[
                    ("w", "won"),
                    ("l", "lost"),
                    ("d", "drawn"),
                    ("s", "decided at one screen"),
                    ("a", "cancelled"),
                ],
                db_default="",
                default="",
                max_length=1,
            ),
        ),
    ]
