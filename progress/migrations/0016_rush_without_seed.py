from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ('progress', '0015_exercises_to_repeat'),
    ]

    operations = [
        migrations.RemoveField(model_name='rush', name='seed'),
    ]
