from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0031_seeds_of_128_bits")]

    operations = [
        migrations.AlterField("game", "position", models.CharField(max_length=96)),
    ]
