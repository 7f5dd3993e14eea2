"""Every page at scale, in small: few queries and rows, no large table read from end to end.

Small tables are quicker to read whole, so PostgreSQL is told to do it only where it must.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.models import User
from games.analysis.proofs import report
from games.queries import selectors
from tests.bench.filling import lines
from tests.bench.pages import LEFT_OUT, STAFF, Page, pages
from tests.bench.plans import examined, recorded
from tests.bench.site import Site
from tests.deploy import addresses
from tests.opening import open_game

MOST_QUERIES = 20

MOST_ROWS = 3_000
"""Rows that a page may look at here, where PostgreSQL tells: the site has 14,000 of games alone."""


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    """A site filled once for all pages, and emptied again."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "EACH", 1)
        call_command("fill", "--users=60", "--games=600")
        yield Site()
        call_command("flush", "--no-input", verbosity=0)


@pytest.mark.long
def test_no_page_asks_much_or_reads_a_large_table_whole(site: Site, db: None) -> None:
    clients = {page.reader: Client() for page in pages()}
    for reader, client in clients.items():
        if (user := site.reader(reader)) is not None:
            client.force_login(user)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    broken: dict[Page, tuple[int, int, int | None, list[str]]] = {}
    for page in pages():
        with recorded() as statements:
            status = clients[page.reader].get(site.address(page)).status_code
        rows, scanned = examined(list(statements))
        # Staff may filter a list by what no index has: its newest rows are gone through then.
        if page.reader == STAFF and "?" in page.address and "?q=" not in page.address:
            scanned = []
        limits = len(statements) > MOST_QUERIES, (rows or 0) > MOST_ROWS
        if status != HTTPStatus.OK or scanned or any(limits):
            broken[page] = (status, len(statements), rows, scanned)
    assert broken == {}


@pytest.mark.long
@pytest.mark.parametrize("reader", [addresses.VISITOR, addresses.MEMBER])
def test_every_address_of_release_1_1_answers_still(site: Site, db: None, reader: str) -> None:
    assert report.ready(50)
    person = site.member
    token = default_token_generator.make_token(person)
    waiting = open_game(person, X=person)
    names = site.names(None) | {
        "active": site.running,
        "attempt": site.stage,
        "busy": site.heavy.name,
        "person": person.name,
        "waiting": waiting.id,
        "none": "0" * 12,
        "reset": f"{urlsafe_base64_encode(force_bytes(person.pk))}/{token}",
    }
    client = Client()
    if reader == addresses.MEMBER:
        client.force_login(User.objects.create_user("newcomer"))

    def get(address: str) -> tuple[int, str]:
        response = client.get(address)
        return response.status_code, response.get("Location", "")

    assert addresses.unanswered(reader, get, names) == []


def test_every_page_is_measured_or_left_out_for_a_reason(site: Site, db: None) -> None:
    addresses = (urlsplit(site.address(page)).path for page in pages())
    measured = {resolve(address).view_name for address in addresses}
    left_out = {name for names in LEFT_OUT.values() for name in names}
    assert measured & left_out == set()
    forms = re.compile(r"admin:.*(_add|_change|_delete|_history)$|admin:(?!index|.*_changelist)")
    known = {name for name in _names(get_resolver()) if not forms.match(name)}
    assert known - measured - left_out == set()


def _names(resolver: URLResolver, space: str = "") -> Iterator[str]:
    """The names of all pages, with their namespaces."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from _names(one, f"{space}{one.namespace}:" if one.namespace else space)
        elif one.name:
            yield space + one.name


def test_what_somebody_plays_is_named_without_all_games(site: Site, db: None) -> None:
    """PostgreSQL would go through all games to put the few in order."""
    with recorded() as statements:
        list(selectors.running_games(site.heavy.pk))
    named, _ = statements[0]
    assert "games_game" not in named
