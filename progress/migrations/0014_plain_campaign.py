"""The stages of the plain campaign, which count apart."""

from django.db import migrations, models
from django.db.models import Q

from config.database.online import AddCheckOnline


class Migration(migrations.Migration):
    dependencies = [("progress", "0013_wins_of_a_third_seat")]

    operations = [
        migrations.AddField(
            model_name="total",
            name="plain",
            field=models.CharField(blank=True, db_default="", default="", max_length=45),
        ),
        AddCheckOnline(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=Q(("level__range", (1, 3)), ("stage__range", (1, 15)))
                | Q(("level", 4), ("stage__range", (1, 10)))
                | Q(("level__range", (5, 7)), ("stage__range", (1, 15))),
                name="stage_of_a_campaign",
            ),
        ),
        migrations.RemoveConstraint(model_name="attempt", name="stage_is_known"),
    ]
