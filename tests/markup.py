"""The markup and the text of a page as templates mean them, wherever their lines break."""

from __future__ import annotations

import re
from html import unescape
from typing import Any


def html_of(response: Any) -> str:
    """The page with one space for each run of white space, and none between two tags."""
    return re.sub("> <", "><", " ".join(response.content.decode().split()))


def text_of(response: Any) -> str:
    """What the page says, without its tags."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", response.content.decode())).split())
