"""The list of safeguards keeps up with the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutations.safeguards import SAFEGUARDS, Safeguard

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("safeguard", SAFEGUARDS, ids=lambda one: one.name)
def test_each_safeguard_is_where_its_removal_looks_for_it(safeguard: Safeguard) -> None:
    assert safeguard.removal
    for edit in safeguard.removal:
        text = (ROOT / edit.file).read_text()
        assert text.count(edit.old) == 1, edit.file
        compile(text.replace(edit.old, edit.new), edit.file, "exec")


def test_guarantees_name_every_safeguard() -> None:
    page = (ROOT / "docs/guarantees.md").read_text()
    assert [one.name for one in SAFEGUARDS if one.name not in page] == []
