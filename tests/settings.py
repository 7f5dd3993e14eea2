"""The site's settings for tests: quick hashing, plain static files, no HTTPS."""

import atexit
import os
import shutil
import sys
import tempfile
from typing import Any

from tests.kept import FOLDER, in_memory

os.environ.setdefault("DEBUG", "1")
if "VAR_DIR" not in os.environ and "pytest" not in sys.modules:
    os.environ["VAR_DIR"] = str(FOLDER)  # mypy reads these settings, and cleans up nothing
elif "VAR_DIR" not in os.environ:
    os.environ["VAR_DIR"] = tempfile.mkdtemp(prefix="oxo-tests-", dir=in_memory())
    atexit.register(shutil.rmtree, os.environ["VAR_DIR"], ignore_errors=True)
if "PYTEST_XDIST_WORKER" in os.environ:  # the workers of a run share one Redis
    os.environ["REDIS_PREFIX"] = f"oxo-{os.environ['PYTEST_XDIST_WORKER']}"

from config.settings import *  # noqa: F403

DEBUG = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

# SQLite's in-memory test database is one connection shared by all threads, which proves
# nothing about writers that meet. A file behaves as in production.
# The parts of the suite run side by side, each with databases of its own.
_part = os.environ.get("OXO_TEST_PART", "")
_default: dict[str, Any] = DATABASES["default"]  # noqa: F405
_default["TEST"] = {"NAME": f"test_{_default['NAME']}{_part}"}
if _default["ENGINE"].endswith("sqlite3"):
    _default["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}  # noqa: F405

if REDIS_URL:  # noqa: F405
    CACHES["default"]["BACKEND"] = "tests.caches.OwnKeys"  # noqa: F405

# A test is not refused a connection or a lock because the machine is busy.
_waits = _default["OPTIONS"].get("pool", _default["OPTIONS"])
_waits["timeout"] = 60
