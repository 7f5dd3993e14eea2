from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0030_one_row")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="secret",
            field=models.BinaryField(db_default=b"", help_text="The seed."),
        ),
        migrations.AlterField(
            model_name="game",
            name="seed",
            field=models.BigIntegerField(
                db_default=0, default=0, help_text="The seed where there is no secret."
            ),
        ),
    ]
