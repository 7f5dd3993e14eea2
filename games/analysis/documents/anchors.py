"""The anchors of headings, as GitHub gives them. Loads without Django."""

from __future__ import annotations

import re


def anchor(heading: str) -> str:
    """The anchor of a heading: ``Formula 4 rewards it`` is ``formula-4-rewards-it``."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
