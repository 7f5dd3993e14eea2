"""The few closed accounts that the sweep still has to delete, found without a look at all people."""

from django.db import migrations, models

from config.database.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0009_files_and_closing")]

    operations = [
        AddIndexOnline(
            model_name="user",
            index=models.Index(
                fields=["closed_at"],
                condition=models.Q(closed_at__isnull=False),
                name="accounts_being_deleted",
            ),
        ),
    ]
