"""The markup of a page as templates mean it, wherever their lines break."""

from __future__ import annotations

import re
from typing import Any


def html_of(response: Any) -> str:
    """The page with one space for each run of white space, and none between two tags."""
    return re.sub("> <", "><", " ".join(response.content.decode().split()))
