"""The sign-ups of a day are counted along an index."""

from django.db import migrations, models

from config.database.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0010_accounts_being_deleted")]

    operations = [
        AddIndexOnline(
            model_name="user",
            index=models.Index(
                condition=models.Q(is_guest=False), fields=["joined_at"], name="members_by_sign_up"
            ),
        ),
    ]
