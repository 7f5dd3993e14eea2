"""What the documents name is there: files, commands, pages of their own, variables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from config import sizes
from games.engines import LEARNED, engines_for

ROOT = Path(__file__).parent.parent

DOCUMENTS = sorted(
    [
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
        ROOT / "config" / "deploy" / "README.md",
    ]
)

PLACES = ("accounts/", "config/", "docs/", "games/", "progress/", "templates/", "tests/")

COMMANDS = ROOT / "docs" / "commands.md"

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@every_document
def test_the_files_a_document_names_exist(document: Path) -> None:
    named = re.findall(r"[`( ]((?:[a-z_]+/)+[\w./@-]*)", document.read_text())
    places = {name.rstrip("./,") for name in named if name.startswith(PLACES)}
    missing = {name for name in places if "<" not in name and not _exists(name)}
    assert missing == set()


def _exists(name: str) -> bool:
    """Whether a file, a folder or a module without its ``.py`` is there."""
    return any((ROOT / f"{name}{end}").exists() for end in ("", ".py"))


@every_document
def test_the_links_of_a_document_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@every_document
def test_the_commands_a_document_names_exist(document: Path) -> None:
    text = document.read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`make ([a-z-]+)`", text)) - targets == set()
    commands = set(re.findall(r"manage(?:\.py)? ([a-z_]+)", text))
    assert commands - set(get_commands()) - {"runserver"} == set()


def test_the_readme_counts_the_engines_that_there_are() -> None:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    games = ("classic", "dstru", "ultimate")
    classic, dstru, ultimate = (words[len(engines_for(game))] for game in games)
    text = " ".join((ROOT / "README.md").read_text().split())
    assert f"**{classic.capitalize()} engines** for classic tic-tac-toe" in text
    assert f"{dstru} for DSTRU-TAC-TOE and {ultimate} for Ultimate" in text
    assert f"{words[len(LEARNED['classic'])].capitalize()} more have learned to play" in text


def variables() -> set[str]:
    """What the server reads of its environment."""
    source = "".join(
        (ROOT / "config" / name).read_text() for name in ("settings.py", "env.py", "serve.py")
    )
    return set(re.findall(r'(?:env\.\w+|text|folder)\(\s*"([A-Z_]+)"', source))


def test_every_variable_of_the_environment_is_listed() -> None:
    read = variables()
    listed = set(re.findall(r"^\| `([A-Z_]+)`", COMMANDS.read_text(), re.M))
    assert read >= {"SECRET_KEY", "DATABASE_URL", "AWAY_GRACE"}
    assert read - listed == set()


def test_every_limit_and_size_is_listed_with_its_default() -> None:
    text = (ROOT / "docs/limits.md").read_text()
    listed = dict(re.findall(r"^\| `([A-Z_]+)` \| ([0-9/]+) \|", text, re.M))
    limits = {f"LIMIT_{name.upper()}": f"{a}/{b}" for name, (a, b) in sizes.LIMITS.items()}
    assert listed == limits | {name.upper(): str(most) for name, most in sizes.SIZES.items()}


def test_every_target_of_make_is_listed() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.M))
    listed = set(re.findall(r"^\| `make ([a-z-]+)`", COMMANDS.read_text(), re.M))
    assert targets == listed


def test_every_command_of_the_site_is_listed() -> None:
    ours = {name for name, app in get_commands().items() if app in ("games", "progress")}
    listed = set(re.findall(r"`python manage.py ([a-z]+)", COMMANDS.read_text()))
    assert ours - listed - {"restore"} == set()  # which stands beside backup


def test_commands_on_a_host_have_the_environment_of_the_site() -> None:
    text = (ROOT / "docs/operations.md").read_text().replace("\\\n", "")
    lines = re.findall(r"^.*\.venv/bin/python\S* manage\.py.*$", text, re.M)
    assert lines
    assert [line for line in lines if "EnvironmentFile=/etc/oxo.env" not in line] == []


@pytest.mark.parametrize(("document", "lines"), [("README.md", 80), ("docs/architecture.md", 160)])
def test_what_newcomers_read_first_is_short(document: str, lines: int) -> None:
    assert len((ROOT / document).read_text().splitlines()) <= lines
