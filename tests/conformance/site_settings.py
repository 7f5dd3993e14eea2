"""The site with a third game."""

from config.settings import *  # noqa: F403
from tests.conformance import row

TEMPLATES[0]["DIRS"] = [*TEMPLATES[0]["DIRS"], BASE_DIR / "tests/conformance/templates"]  # type: ignore[misc]  # noqa: F405
row.register()
