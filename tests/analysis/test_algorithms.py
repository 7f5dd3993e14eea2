"""Algorithms in code: the files that run, folded, and as something to begin with."""

from __future__ import annotations

import importlib.util
import sys
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from games.analysis.learn.source import ALGORITHMS, ROOT, algorithm_page

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", ALGORITHMS)
def test_the_source_is_the_file_that_runs(client: Client, slug: str) -> None:
    shown = algorithm_page(slug)
    text = unescape(client.get(f"/learn/code/{slug}/").content.decode())
    lines = (ROOT / shown["path"]).read_text().splitlines()
    for part in shown["segments"]:
        own = "\n".join(lines[part.first - 1 : part.last]).strip("\n")
        assert part.text == own
    assert any(part.core for part in shown["segments"])
    assert all(part.text in text for part in shown["segments"])
    assert client.get(shown["watch"]).status_code == 200


@pytest.mark.parametrize("slug", ALGORITHMS)
def test_a_starting_point_runs_as_it_is(slug: str, tmp_path: Path) -> None:
    copy = tmp_path / "copied.py"
    copy.write_text(algorithm_page(slug)["whole"])
    spec = importlib.util.spec_from_file_location(f"games.copied_{slug.replace('-', '_')}", copy)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    for name in ALGORITHMS[slug].core:
        assert hasattr(module, name.partition(".")[0])
