"""Staff find people by any part of their names, along an index of PostgreSQL."""

from django.db import migrations

from config.database.online import on_postgresql

COLUMNS = "(lower(name) gin_trgm_ops)"


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0020_digests_of_sessions")]

    operations = [
        migrations.RunPython(
            on_postgresql(
                "CREATE EXTENSION IF NOT EXISTS pg_trgm",
                "DROP INDEX CONCURRENTLY IF EXISTS people_by_part_of_name",
                f"CREATE INDEX CONCURRENTLY people_by_part_of_name ON accounts_user USING gin {COLUMNS}",
            ),
            on_postgresql("DROP INDEX CONCURRENTLY IF EXISTS people_by_part_of_name"),
        ),
    ]
