"""The table of what the source documents say: every place in it is there and works."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.analysis.documents import statements

DOCUMENTS = statements.documents()
PLACES = sorted({place.text for one in DOCUMENTS for row in one.statements for place in row.places})
PAGES = [text for text in PLACES if text.startswith("/")]
COMMANDS = [text for text in PLACES if text.startswith("manage.py ")]
NAMES = [text for text in PLACES if text not in {*PAGES, *COMMANDS}]


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_a_statement_works_at_its_page(client: Client, address: str) -> None:
    path, _, fragment = address.partition("#")
    answer = client.get(path)
    assert answer.status_code == 200
    assert not fragment or f'id="{fragment}"' in answer.content.decode()


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_a_statement_works_by_its_command(command: str) -> None:
    _, name, *arguments = shlex.split(command)
    out = io.StringIO()
    with redirect_stdout(out):
        if arguments == ["--help"]:
            with pytest.raises(SystemExit) as ended:
                call_command(name, *arguments)
            assert ended.value.code == 0
        else:
            call_command(name, *arguments, stdout=out)
    assert out.getvalue()


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_works_in_the_code(name: str) -> None:
    assert found(name.split(".")) is not None


def found(parts: list[str]) -> Any:
    """The module or what is in one."""
    for at in range(len(parts), 0, -1):
        try:
            here: Any = import_module(".".join(parts[:at]))
        except ModuleNotFoundError:
            continue
        for part in parts[at:]:
            here = getattr(here, part)
        return here
    raise AssertionError(f"there is no {'.'.join(parts)}")


def test_the_table_is_written_from_its_source() -> None:
    command = [sys.executable, "-m", "games.analysis.documents.statements"]
    told = subprocess.run(command, cwd=statements.ROOT, capture_output=True, text=True, check=True)
    written = (statements.ROOT / "docs/documents.md").read_text()
    assert written == told.stdout, f"python {' '.join(command[1:])} > docs/documents.md"


def test_every_erratum_belongs_to_a_statement() -> None:
    told = {row.erratum for one in DOCUMENTS for row in one.statements if row.erratum}
    assert told == set(range(1, len(statements.errata()) + 1))


def test_no_statement_stands_twice() -> None:
    for one in DOCUMENTS:
        words = [row.words for row in one.statements]
        assert len(set(words)) == len(words)


@pytest.mark.django_db
def test_the_pages_show_every_statement_and_lead_to_its_erratum(client: Client) -> None:
    contents = client.get("/formulas/documents/").text
    told = set()
    for one in DOCUMENTS:
        address = f"/formulas/documents/{one.number}/"
        assert f'id="document-{one.number}"\n  href="{address}"' in contents
        page = client.get(address).text
        assert page.count('<tr><th scope="row">') == len(one.statements)
        for path, anchor in re.findall(r'href="(/formulas/errata/\d+/)#([^"]+)"', page):
            assert f'id="{anchor}"' in client.get(path).text
            told.add(anchor)
    assert len(told) == len(statements.errata())
    assert client.get("/formulas/documents/005/").status_code == 404
