"""The rated bots, of whom there are few, are found along an index."""

from django.db import migrations, models

from config.database.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0012_tokens_and_bots")]

    operations = [
        AddIndexOnline(
            model_name="user",
            index=models.Index(
                condition=models.Q(is_bot=True), fields=["joined_at"], name="bots_by_sign_up"
            ),
        ),
    ]
