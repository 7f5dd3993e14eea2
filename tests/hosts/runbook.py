"""The commands of "Two hosts" in docs/operations.md, as people would copy them from there."""

from __future__ import annotations

import re

from tests.deploy.shipped import ROOT

PAGE = ROOT / "docs" / "operations.md"


def block(heading: str, kind: str = "sh") -> str:
    """The one code block of ``kind`` under the heading ``heading``."""
    found = re.search(
        rf"^##+ {re.escape(heading)}\n((?:(?!##+ ).*\n)*)", PAGE.read_text(), re.MULTILINE
    )
    assert found, f"{PAGE} has no heading {heading!r}"
    blocks: list[str] = re.findall(rf"^```{kind}\n(.*?)^```$", found[1], re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1, f"{heading!r} has {len(blocks)} blocks of {kind}"
    return blocks[0]


def commands(heading: str) -> list[str]:
    """The commands of a block, each with its continued lines; comments are left out."""
    text = re.sub(r"^#.*\n", "", block(heading), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [line.strip() for line in lines if line.strip()]
