"""Named people with known rights, and fresh counters for every test."""

from __future__ import annotations

import os
import random
import signal
from importlib.util import find_spec
from typing import Any

import hypothesis
import pytest
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.test import Client, TransactionTestCase

from accounts.factors import PASSED
from accounts.models import User
from games.arena import queue, runner
from games.arena.grading import sandbox
from games.compute import pool
from tests import databases
from tests.computing import Here

pytest_plugins = ["tests.left_out"]

PASSWORD = "noughts-and-crosses"


SEED = os.environ.get("SEED", "")
"""A test draws by this and its name. With a seed that is not empty, Hypothesis draws anew, too."""

# A busy machine is no failure: timed tests prove nothing about what they test.
hypothesis.settings.register_profile(
    "oxo",
    deadline=None,
    derandomize=not SEED,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("oxo")

# A shell lets what it starts in the background ignore Ctrl-C, and all that is started from there.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

DEVELOPERS = {
    "playwright": ["browser"],
    "schemathesis": ["programs/test_schema.py"],
    "berserk": ["programs/test_berserk.py"],
    "pettingzoo": ["programs/test_research.py"],
    "lti_tool": ["progress/classes/lti"],
}
"""The tests that need packages of requirements-dev.txt. All others need requirements.txt alone."""

MISSING = [name for name in DEVELOPERS if find_spec(name) is None]
collect_ignore = [path for name in MISSING for path in DEVELOPERS[name]]


def pytest_report_header() -> list[str]:
    return [f"without {name} (requirements-dev.txt): {DEVELOPERS[name]}" for name in MISSING]


# The tests beside each other leave nothing of the processor.
sandbox.IDLE = False

pool._pool = Here()  # type: ignore[assignment]
for place in range(queue.PLACES):
    pool._apart[f"grading-{place}"] = Here()  # type: ignore[assignment]


class Asleep:
    """No thread takes up files by itself: tests call ``runner.work_off``."""

    def wake(self) -> None: ...


runner._runner = Asleep()  # type: ignore[assignment]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the long tests, so that no worker is busy with one when the others are done."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where nothing may be left out (CI), a skipped test is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("OXO_NOTHING_SKIPPED") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Whether the tables are there, so that Django finds nothing to migrate."""
    return databases.put_tables()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock():
        TransactionTestCase._fixture_teardown = databases.emptied_quickly()  # type: ignore


@pytest.fixture(scope="session", autouse=True)
def no_connections_left() -> Any:
    """PostgreSQL drops a test database only when the worker threads let go of it."""
    yield
    from django.db import connections

    def let_go() -> None:
        for connection in connections.all(initialized_only=True):
            connection.close()
            if hasattr(connection, "close_pool"):
                connection.close_pool()

    let_go()


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest) -> Any:
    """Seeds, keys and tokens are the same in each run, so a test fails always or never."""
    drawn = random.Random(f"{SEED} {request.node.nodeid}")
    random._urandom = drawn.randbytes  # type: ignore[attr-defined]
    yield
    random._urandom = os.urandom  # type: ignore[attr-defined]


# Forked processes do not draw the same.
os.register_at_fork(after_in_child=lambda: setattr(random, "_urandom", os.urandom))


@pytest.fixture(autouse=True)
def fresh_counters() -> Any:
    """Limits are counted in the cache; no test inherits another's, or pages that were kept."""
    from games.live.visitor_pages import PAGES

    PAGES.clear()
    cache.clear()
    yield
    cache.clear()


def shows_a_factor(request: Any, user: User, **kwargs: object) -> None:
    """Let staff in tests have shown a second factor; ``tests/accounts/test_factors.py`` asks."""
    if user.is_staff and request is not None:
        request.session[PASSED] = 0


user_logged_in.connect(shows_a_factor)


@pytest.fixture
def ada(db: Any) -> User:
    return User.objects.create_user("ada", PASSWORD)


@pytest.fixture
def grace(db: Any) -> User:
    return User.objects.create_user("grace", PASSWORD)


@pytest.fixture
def stranger(db: Any) -> User:
    return User.objects.create_user("stranger", PASSWORD)


@pytest.fixture
def staff(db: Any) -> User:
    return User.objects.create_user("hopper", PASSWORD, is_staff=True, is_superuser=True)


@pytest.fixture
def as_ada(ada: User) -> Client:
    return logged_in(ada)


@pytest.fixture
def as_grace(grace: User) -> Client:
    return logged_in(grace)


@pytest.fixture
def as_stranger(stranger: User) -> Client:
    return logged_in(stranger)


@pytest.fixture
def as_staff(staff: User) -> Client:
    return logged_in(staff)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
