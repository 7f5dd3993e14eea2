"""Style sheets that a page names together are one file in production: one request, not ten.

For every ``{% styles … %}`` of the templates ``collectstatic`` finds here its sheets one after
the other. The tag links to that file where it was collected, else to each sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.template import engines

from games.templatetags.oxo import bundle_of

TAG = re.compile(r"{% styles ([^%]+) %}")
NAME = re.compile(r'"([^"]+)"')


class Bundles(InMemoryStorage):
    """The bundles, made when they are asked for."""

    def path(self, name: str) -> str:
        """Where a bundle comes from, for what ``collectstatic`` reports."""
        return f"<bundle>/{name}"


class BundleFinder(finders.BaseFinder):
    """Finds the bundles for ``collectstatic``; pages ask for nothing here."""

    def find(self, path: str, *args: Any, **kwargs: Any) -> list[str]:  # type: ignore[override]
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Bundles]]:
        storage = Bundles()
        for paths in sorted(_named_together()):
            name = bundle_of(paths)
            storage.save(name, ContentFile("\n".join(map(_text, paths)).encode()))
            yield name, storage


def _named_together() -> set[tuple[str, ...]]:
    """The style sheets of every tag that names more than one."""
    folders = {Path(folder) for engine in engines.all() for folder in engine.template_dirs}
    tags = {
        tag
        for folder in folders
        for path in folder.rglob("*.html")
        for tag in TAG.findall(path.read_text())
    }
    return {names for tag in tags if len(names := tuple(NAME.findall(tag))) > 1}


def _text(path: str) -> str:
    source = finders.find(path)
    if source is None:
        raise FileNotFoundError(f"{path}, which a template names, is no static file")
    return Path(source).read_text()
