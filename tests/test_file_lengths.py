"""Files stay short enough to be read in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

LONGEST = 330

FOLDERS = ("accounts", "config", "games", "progress", "templates", "tests")

KINDS = (".css", ".html", ".js", ".py")


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_file_is_longer_than_it_may_be(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*.*") if path.suffix in KINDS]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in files}
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}
