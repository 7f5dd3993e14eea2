"""People are found by what their names look like, along an index."""

from django.db import migrations, models
from django.db.models import Value
from django.db.models.functions import Lower, Replace

from config.database.online import AddIndexOnline

LOOKS = Lower("name")
for one, other in (("0", "o"), ("1", "l"), ("i", "l"), ("m", "rn"), ("-", ""), ("_", "")):
    LOOKS = Replace(LOOKS, Value(one), Value(other))


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0001_squashed_0014_people_by_prefix_and_email")]

    operations = [
        AddIndexOnline(
            model_name="user",
            index=models.Index(LOOKS, name="people_by_look_of_name"),
        ),
    ]
