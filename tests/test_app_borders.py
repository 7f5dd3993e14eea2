"""What an app may name of another: templates, template tags, URL names and static files.

Imports are checked in test_layers.py. Here an app may name its own things, those of the apps to
its left, and the site's frame in ``templates/``, which may name everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from django.apps import apps

from tests.sources import ROOT, Source, read, source_of

MAY_NAME = {
    "accounts": {"accounts"},
    "games": {"accounts", "games"},
    "progress": {"accounts", "games", "progress"},
}
"""Apps and whose things they may name, besides those of the site and of Django."""

SITE = ROOT / "templates"

TEMPLATES = [
    *SITE.rglob("*.*"),
    *(path for app in MAY_NAME for path in (ROOT / app / "templates").rglob("*.*")),
]
MODULES = [
    path
    for app in MAY_NAME
    for path in (ROOT / app).rglob("*.py")
    if "migrations" not in path.parts
]
ASSETS = [
    path
    for app in MAY_NAME
    for path in (ROOT / app / "static").rglob("*.*")
    if path.suffix in (".css", ".js")
]


def owner(path: Path) -> str:
    """The app a file belongs to; "site" for the frame."""
    top = path.relative_to(ROOT).parts[0]
    return top if top in MAY_NAME else "site"


def names_of_templates() -> dict[str, str]:
    return {
        str(
            path.relative_to(SITE if owner(path) == "site" else ROOT / owner(path) / "templates")
        ): (owner(path))
        for path in TEMPLATES
    }


def names_of_libraries() -> dict[str, str]:
    return {
        path.stem: app
        for app in MAY_NAME
        for path in (ROOT / app / "templatetags").glob("*.py")
        if path.stem != "__init__"
    }


def names_of_url_namespaces() -> dict[str, str]:
    """The ``app_name`` of each module of addresses, and the app it is in."""
    found = {}
    for path in MODULES:
        for line in re.findall(r'^app_name = "(\w+)"$', path.read_text(), re.MULTILINE):
            found[line] = owner(path)
    return found


def names_of_static_files() -> dict[str, str]:
    return {
        str(path.relative_to(ROOT / app / "static")): app
        for app in MAY_NAME
        for path in (ROOT / app / "static").rglob("*.*")
    }


TEMPLATE_OWNERS = names_of_templates()
LIBRARY_OWNERS = names_of_libraries()
NAMESPACE_OWNERS = names_of_url_namespaces()
STATIC_OWNERS = names_of_static_files()
URL_NAME = re.compile(rf"^({'|'.join(NAMESPACE_OWNERS)}):[\w-]*$")


def named_by_text(text: str) -> str | None:
    """Who owns the template, URL name or static file that ``text`` names, if it names one."""
    if text in TEMPLATE_OWNERS:
        return TEMPLATE_OWNERS[text]
    if match := URL_NAME.match(text):
        return NAMESPACE_OWNERS[match[1]]
    first = text.partition("/")[0]
    return first if "/" in text and first in MAY_NAME and text in STATIC_OWNERS else None


def named_in_template(source: str) -> Iterator[tuple[str, str]]:
    """What the tags of a template name, with its owner."""
    source = re.sub(r"{% comment %}.*?{% endcomment %}", "", source, flags=re.DOTALL)
    for tag in re.findall(r"{%(.*?)%}|{{(.*?)}}", source):
        text = "".join(tag)
        for quoted in re.findall(r"""["']([^"']+)["']""", text):
            if whose := named_by_text(quoted):
                yield quoted, whose
        if text.split()[:1] == ["load"]:
            for library in text.split()[1:]:
                if library in LIBRARY_OWNERS:
                    yield f"load {library}", LIBRARY_OWNERS[library]


def named_in_module(source: Source) -> Iterator[tuple[str, str]]:
    """What the strings of a module name, with its owner; f-strings by their beginning."""
    for _, text in source.strings:
        if whose := named_by_text(text):
            yield text, whose


def named_in_asset(source: str, path: Path) -> Iterator[tuple[str, str]]:
    """Files of other apps that a stylesheet or script reaches by path."""
    for reference in re.findall(r"""(?:url\(|from |import )["'(]?([./][^"')\s]*)""", source):
        target = (path.parent / reference).resolve()
        if target.is_relative_to(ROOT):
            yield reference, owner(target)


def beyond(path: Path, named: Iterator[tuple[str, str]]) -> list[str]:
    """What a file names that its app may not."""
    allowed = MAY_NAME[owner(path)] | {"site"}
    file = path.relative_to(ROOT)
    return [f"{file} names {what} of {whose}" for what, whose in named if whose not in allowed]


OF_APPS = [path for path in TEMPLATES if owner(path) != "site"]


def test_a_template_names_nothing_to_its_right() -> None:
    assert [
        *chain.from_iterable(beyond(path, named_in_template(path.read_text())) for path in OF_APPS)
    ] == []


@pytest.mark.long
def test_a_module_names_nothing_to_its_right() -> None:
    assert [
        *chain.from_iterable(beyond(path, named_in_module(source_of(path))) for path in MODULES)
    ] == []


def test_an_asset_reaches_nothing_to_its_right() -> None:
    assert [
        *chain.from_iterable(
            beyond(path, named_in_asset(path.read_text(), path)) for path in ASSETS
        )
    ] == []


@pytest.mark.parametrize("app", MAY_NAME)
def test_templates_and_static_files_lie_in_folders_of_their_own_app(app: str) -> None:
    """Two apps with a folder of the same name would hide each other's files."""
    folders = {
        kind: {path.name for path in (ROOT / app / kind).glob("*")}
        for kind in ("templates", "static")
    }
    others = [other for other in MAY_NAME if other != app]
    for kind, names in folders.items():
        assert not names & {p.name for other in others for p in (ROOT / other / kind).glob("*")}
    assert folders["static"] <= {app}


def test_the_apps_are_those_of_the_site() -> None:
    ours = {config.name for config in apps.get_app_configs() if (ROOT / config.name).is_dir()}
    assert ours == set(MAY_NAME)


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ('{% include "progress/_total.html" %}', [("progress/_total.html", "progress")]),
        ("{% url 'progress:campaign' %}", [("progress:campaign", "progress")]),
        (
            '{% nav_link "progress:profile" "Profile" user.name %}',
            [("progress:profile", "progress")],
        ),
        ("{% static 'progress/css/stage.css' %}", [("progress/css/stage.css", "progress")]),
        ("{% load static oxo campaign %}", [("load oxo", "games"), ("load campaign", "progress")]),
        ('{% extends "base.html" %}{% url "home" %}', [("base.html", "site")]),
        ('{% comment %}{% url "progress:campaign" %}{% endcomment %}', []),
    ],
)
def test_what_is_found_in_a_template(source: str, named: list[tuple[str, str]]) -> None:
    assert list(named_in_template(source)) == named


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ('reverse("progress:profile", args=[name])', ("progress:profile", "progress")),
        ('render(request, "progress/game.html")', ("progress/game.html", "progress")),
        ('redirect(f"progress:{page}")', ("progress:", "progress")),
        ('static("progress/css/stage.css")', ("progress/css/stage.css", "progress")),
    ],
)
def test_what_is_found_in_a_module(source: str, named: tuple[str, str]) -> None:
    assert list(named_in_module(read(source))) == [named]


def test_what_is_found_in_an_asset() -> None:
    css = ROOT / "games/static/games/css/documents.css"
    own, foreign = "../fonts/a.woff2", "../../../../progress/static/progress/css/stage.css"
    source = f'@import "{foreign}"; @font-face {{ src: url("{own}") }}'
    assert [whose for _, whose in named_in_asset(source, css)] == ["progress", "games"]
