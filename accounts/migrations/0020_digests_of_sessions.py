"""Sessions are stored by a digest of their keys, as ``accounts.sessions.stored_key`` makes it."""

import hashlib

from django.db import migrations

TABLES = (("django_session", "session_key"), ("accounts_opensession", "key"))

LENGTH = 32
"""Letters of a key; a digest has forty."""


def take_digests(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        for table, column in TABLES:
            if schema_editor.connection.vendor == "postgresql":
                digest = f"left(encode(sha256({column}::bytea), 'hex'), 40)"
                cursor.execute(
                    f"UPDATE {table} SET {column} = {digest} WHERE length({column}) = {LENGTH}"
                )
                continue
            cursor.execute(f"SELECT {column} FROM {table} WHERE length({column}) = {LENGTH}")
            pairs = [
                (hashlib.sha256(key.encode()).hexdigest()[:40], key) for (key,) in cursor.fetchall()
            ]
            cursor.executemany(f"UPDATE {table} SET {column} = %s WHERE {column} = %s", pairs)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0019_friends_only"), ("sessions", "0001_initial")]

    operations = [migrations.RunPython(take_digests, migrations.RunPython.noop, elidable=True)]
