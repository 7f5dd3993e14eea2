"""In production the files of one template tag become one file: one request, not thirty.

For every ``{% styles … %}`` and ``{% scripts … %}`` of the templates ``collectstatic`` finds here
its style sheets one after the other, or its modules with all that they import. The tags link to
that file where it was collected, else to each file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.template import engines

from games.templatetags.oxo import IMPORT, SCRIPTS, bundle_of, modules_of

TAG = re.compile(r"{% (?:styles|scripts) ([^%]+) %}")
NAME = re.compile(r'"([^"]+)"')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (?P<name>\w+))", re.MULTILINE)
NOT_UNDERSTOOD = re.compile(r"^(?:import|export)\b.*|.*\bimport(?:\(|\.meta).*", re.MULTILINE)


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
            text = modules_together(paths) if name.endswith(".js") else "\n".join(map(_text, paths))
            storage.save(name, ContentFile(text.encode()))
            yield name, storage


def _named_together() -> set[tuple[str, ...]]:
    """What the tags of all templates name, each together."""
    folders = {Path(folder) for engine in engines.all() for folder in engine.template_dirs}
    tags = {
        tag
        for folder in folders
        for path in folder.rglob("*.html")
        for tag in TAG.findall(path.read_text())
    }
    named = (tuple(NAME.findall(tag)) for tag in tags)
    return {names for names in named if len(names) > 1 or names[0].endswith(".js")}


def modules_together(paths: Sequence[str]) -> str:
    """One module that does what those at ``paths`` do, with all that they import.

    Each becomes a function that runs once, in the order that the browser would run them in, and
    returns what it exports. The whole exports all of them by name.
    """
    parts = [_module(name, _text(SCRIPTS + name)) for name in modules_of(paths)]
    return "\n".join(["const $modules = {};", *parts, "export default $modules;\n"])


@cache
def _module(name: str, text: str) -> str:
    text = IMPORT.sub(_import, text)
    exported = [found["name"] for found in EXPORT.finditer(text)]
    text = EXPORT.sub("", text)
    if line := NOT_UNDERSTOOD.search(text):
        raise ValueError(f"{SCRIPTS}{name}: {line[0]!r} is no import or export that bundles know")
    return f'$modules["{name}"] = (() => {{\n{text}\nreturn {{ {", ".join(exported)} }};\n}})();'


def _import(line: re.Match[str]) -> str:
    names = line["names"].replace(" as ", ": ")
    return f'const {{{names}}} = $modules["{line["module"]}"];'


def _text(path: str) -> str:
    source = finders.find(path)
    if source is None:
        raise FileNotFoundError(f"{path}, which a template names, is no static file")
    return Path(source).read_text()
