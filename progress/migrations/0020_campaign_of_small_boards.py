from django.db import migrations, models
from django.db.models import Q

from config.database.online import AddCheckOnline


class Migration(migrations.Migration):
    dependencies = [("progress", "0019_calls_of_classes")]

    operations = [
        AddCheckOnline(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=Q(("level__range", (1, 3)), ("stage__range", (1, 15)))
                | Q(("level", 4), ("stage__range", (1, 10)))
                | Q(("level__range", (5, 7)), ("stage__range", (1, 15)))
                | Q(("level", 8), ("stage__range", (1, 10))),
                name="stage_of_one_of_the_campaigns",
            ),
        ),
        migrations.RemoveConstraint(model_name="attempt", name="stage_of_a_campaign"),
    ]
