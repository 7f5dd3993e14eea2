"""Whether somebody has failed at a stage three times, without their other attempts at it."""

from django.db import migrations, models

from config.database.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("progress", "0009_staff_look")]

    operations = [
        AddIndexOnline(
            model_name="attempt",
            index=models.Index(
                fields=["user", "level", "stage"],
                condition=models.Q(stars=0),
                name="attempts_without_a_star",
            ),
        ),
    ]
