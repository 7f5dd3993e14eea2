"""Checks a deployment and describes what is wrong (``manage.py doctor``)."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core import checks
from django.core.cache import cache as shared_cache
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from redis import Redis, RedisError

from games.live.redis_bus import AT_ONCE
from games.models import Game
from games.queries import selectors

FREE_MB = 1024
"""Least free space on the disk of ``VAR_DIR``."""

CLOCKS = 1.0
"""Most seconds by which this machine's clock may differ from the database's."""

PATIENCE = 5.0
"""Seconds that Redis may take to answer."""

PROCESSES = 2
"""Processes that ``config/deploy`` starts."""

SPARE = 10
"""Connections for the sweep, commands, backups and people."""


Examination = Callable[[], Iterator[str]]


@cache
def expected_migrations() -> frozenset[tuple[str, str]]:
    """The migrations that this code comes with, as (app, name)."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def missing_migrations() -> list[str]:
    """The migrations of this code that the database does not have, as ``app.name``.

    Migrations of a newer release are ignored: they are compatible with this code.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(".".join(one) for one in expected_migrations() - set(applied))


def complaints() -> Iterator[str]:
    """Everything that is wrong, in sentences. A check that fails is reported as well.

    The contents of tables are not checked while the database or some tables are missing.
    """
    wrong: set[Examination] = set()
    for examine in EXAMINATIONS:
        if examine in NEED_TABLES and database in wrong:
            continue
        for sentence in _said_by(examine):
            wrong.add(examine)
            yield sentence


def _said_by(examine: Examination) -> Iterator[str]:
    try:
        yield from examine()
    except Exception as error:  # of whatever kind: saying so is the job
        name = (examine.__doc__ or "").partition(".")[0]
        first = f"{error}".partition("\n")[0]
        yield f"{name} cannot be examined: {type(error).__name__}: {first}"


def environment() -> Iterator[str]:
    """The environment."""
    if settings.DEBUG:
        yield "DEBUG is on: everybody sees the code of what breaks. Set DEBUG=0."
    if settings.HTTPS and settings.SECURE_PROXY_SSL_HEADER is None:
        yield (
            "HTTPS is on and BEHIND_PROXY is off: the server itself speaks plain HTTP, so every "
            "page is redirected to itself for ever. Set BEHIND_PROXY=1 behind a proxy with HTTPS."
        )
    if settings.HTTPS and set(settings.ALLOWED_HOSTS) <= {"127.0.0.1", "localhost", "[::1]"}:
        names = ", ".join(settings.ALLOWED_HOSTS)
        yield f"ALLOWED_HOSTS names only this machine ({names}): the site's own name is refused."
    if settings.HTTPS and "console" in settings.EMAIL_BACKEND:
        yield "EMAIL_URL is console: e-mails with new passwords are printed and reach nobody."
    elif settings.HTTPS and "dummy" in settings.EMAIL_BACKEND:
        yield "EMAIL_URL is dummy: e-mails go nowhere, and nobody can set a new password."
    elif settings.HTTPS and settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"):
        yield "DEFAULT_FROM_EMAIL ends with @localhost: other mail servers refuse such e-mails."
    if settings.DEMO and settings.HTTPS:
        yield "DEMO is on: anybody who reads the README can log in as the demo's players."


def deploy_checks() -> Iterator[str]:
    """Django's own checks."""
    if not settings.HTTPS:
        return  # they are about what a public site needs
    for found in checks.run_checks(include_deployment_checks=True):
        if found.level >= checks.WARNING and not found.is_silenced():
            yield f"{' '.join(found.msg.split())} ({found.id})"


def files() -> Iterator[str]:
    """The disk."""
    folder: Path = settings.VAR_DIR
    try:
        (probe := folder / ".doctor").touch()
        probe.unlink()
    except OSError as error:
        yield f"VAR_DIR {str(folder)!r} cannot be written to: {error.strerror}."
        return
    if folder.stat().st_mode & 0o007:
        yield f"VAR_DIR {str(folder)!r} is open to everybody on this machine: chmod o= it."
    if (free := shutil.disk_usage(folder).free >> 20) < FREE_MB:
        yield f"Only {free} MB are free on the disk of VAR_DIR {str(folder)!r}."
    if not settings.DEBUG and not (settings.STATIC_ROOT / "staticfiles.json").exists():
        place = str(settings.STATIC_ROOT)
        yield f"No static files are collected in {place!r}: manage.py collectstatic --no-input."


def database() -> Iterator[str]:
    """The database."""
    if missing := missing_migrations():
        names = ", ".join(missing[:5]) + (", …" if len(missing) > 5 else "")
        count = "1 migration is" if len(missing) == 1 else f"{len(missing)} migrations are"
        yield f"{count} not applied ({names}): manage.py migrate."


def redis() -> Iterator[str]:
    """Redis."""
    if url := settings.REDIS_URL:
        try:
            with Redis.from_url(url, socket_timeout=PATIENCE, retry=AT_ONCE) as client:
                client.set(f"{settings.REDIS_PREFIX}:doctor", "ok", ex=10)
        except RedisError as error:  # away, or full
            yield f"Redis takes nothing: {error}"
    shared_cache.set("doctor", "ok", 10)
    if shared_cache.get("doctor") != "ok":
        yield "The cache forgets at once what it was told: is Redis's maxmemory too small?"


def postgresql() -> Iterator[str]:
    """PostgreSQL's configuration."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('max_connections')::int, count(*), "
            "extract(epoch FROM clock_timestamp())::float, current_setting('archive_mode'), "
            "(SELECT last_failed_time > coalesce(last_archived_time, '-infinity') "
            "FROM pg_stat_archiver) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        )
        most, used, now, archives, fails = cursor.fetchone()
    pool = connection.settings_dict["OPTIONS"].get("pool") or {}
    wanted = PROCESSES * (int(pool.get("max_size", 1)) + 1) + SPARE
    if wanted > most:
        yield (
            f"DATABASE_POOL lets {PROCESSES} processes open {wanted - SPARE} connections; with "
            f"{SPARE} for others that is more than PostgreSQL's max_connections, {most}."
        )
    if used > 0.8 * most:
        yield f"{used} of PostgreSQL's {most} connections are in use."
    if (apart := abs(now - timezone.now().timestamp())) > CLOCKS:
        yield f"This machine's clock and the database's differ by {apart:.1f} seconds: use NTP."
    if archives == "off":
        yield (
            "PostgreSQL does not archive its log (archive_mode is off): only the moments of "
            "backups can be brought back. docs/operations.md says how to turn it on."
        )
    elif fails:
        yield "PostgreSQL's archive_command fails: see its log, and the disk of the archive."


def sweep() -> Iterator[str]:
    """The sweep."""
    an_hour_ago = timezone.now() - timedelta(hours=1)
    late = Session.objects.filter(expire_date__lt=an_hour_ago).exists()
    # On a new site no session has expired yet.
    if late or Game.objects.filter(due_at__lt=an_hour_ago).exists():
        yield "The sweep has not run for an hour: is oxo-sweep running (manage.py sweep --loop)?"


def people() -> Iterator[str]:
    """The site's staff."""
    if not get_user_model().objects.filter(is_superuser=True, is_active=True).exists():
        yield "Nobody can log in to the admin: manage.py createsuperuser."


def maintenance() -> Iterator[str]:
    """Maintenance."""
    found = selectors.maintenance()
    if found is not None and timezone.now() - found.since > timedelta(days=1):
        yield (
            f"Maintenance is on since {found.since:%Y-%m-%d %H:%M} UTC, and no game can begin: "
            "manage.py maintenance off."
        )


EXAMINATIONS: tuple[Examination, ...] = (
    environment,
    deploy_checks,
    files,
    redis,
    database,
    postgresql,
    sweep,
    people,
    maintenance,
)
NEED_TABLES: tuple[Examination, ...] = (postgresql, sweep, people, maintenance)
