"""People are found by the beginning of their names, and by e-mail address, along an index."""

from django.db import migrations, models
from django.db.models.functions import Lower

from config.database.online import AddIndexOnline, add_prefix_index, drop_prefix_index


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0013_bots_by_sign_up")]

    operations = [
        AddIndexOnline(
            model_name="user",
            index=models.Index(Lower("email"), name="people_by_email"),
        ),
        migrations.RunPython(
            add_prefix_index("people_by_name_prefix", "accounts_user", "name"),
            drop_prefix_index("people_by_name_prefix"),
        ),
    ]
