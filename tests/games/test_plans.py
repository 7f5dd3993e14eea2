"""Every page at scale, in small: few queries, and no large table read from end to end.

Small tables are quicker to read whole, so PostgreSQL is told to do it only where it must.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client

from games import selectors
from progress.filling import lines
from tests.bench.pages import STAFF, Page, Site, pages
from tests.bench.plans import examined, recorded

MOST_QUERIES = 20


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    """A site filled once for all pages, and emptied again."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "EACH", 1)
        patch.setattr(settings, "PACK_AFTER_DAYS", 7)  # so that there are moves enough
        call_command("fill", "--users=60", "--games=600")
        yield Site()
        call_command("flush", "--no-input", verbosity=0)


def test_no_page_reads_a_large_table_whole(site: Site, db: None) -> None:
    clients = {page.reader: Client() for page in pages()}
    for reader, client in clients.items():
        if (user := site.reader(reader)) is not None:
            client.force_login(user)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    broken: dict[Page, tuple[int, list[str]]] = {}
    for page in pages():
        with recorded() as statements:
            assert clients[page.reader].get(site.address(page)).status_code == 200, page
        # Staff may filter a list by what no index has: its newest rows are gone through then.
        filtered = page.reader == STAFF and "?" in page.address and "?q=" not in page.address
        scanned = [] if filtered else examined(list(statements))[1]
        if scanned or len(statements) > MOST_QUERIES:
            broken[page] = (len(statements), scanned)
    assert broken == {}


def test_what_somebody_plays_is_named_without_all_games(site: Site, db: None) -> None:
    """PostgreSQL would go through all games to put the few in order."""
    with recorded() as statements:
        list(selectors.running_games(site.heavy.pk))
    named, _ = statements[0]
    assert "games_game" not in named
