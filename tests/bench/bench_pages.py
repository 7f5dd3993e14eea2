"""What every page and API costs on a filled site: ``make bench-pages``.

DATABASE_URL names a site that ``manage.py fill`` has filled, EMPTY_URL one that has nothing but its
tables and the three games whose own pages are asked for. Each page is asked for in turns with
itself on the empty site and with a page as a new Django project has it. Pages that are kept for
visitors are drawn anew each time; "kept" is what the next visitor waits. Times and ratios are those
of the fastest rounds, which other work on the machine disturbs least. PostgreSQL also says how many
rows each statement looked at and which tables it went through from end to end. ``ONLY`` narrows the
addresses, by a part of them. ``COUNTS=1`` measures calls of Python functions instead of times: they
are the same however busy the machine is.
"""

from __future__ import annotations

import cProfile
import os
import pstats
import re
import sys
import time
from dataclasses import dataclass
from http import HTTPStatus

from tests.bench import say

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.page_settings")

import django

django.setup()

import dj_database_url
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection, connections
from django.test import Client, override_settings

from accounts.factors import PASSED
from games.live.visitor_pages import PAGES
from progress.people import places
from tests.bench import stock
from tests.bench.pages import STAFF, Page, pages
from tests.bench.plans import examined, recorded
from tests.bench.site import Loan, Site

ROUNDS = int(os.environ.get("ROUNDS", "5"))
ONLY = os.environ.get("ONLY", "")
COUNTS = os.environ.get("COUNTS") == "1"
LIMIT = 60
"""Seconds after which a statement is given up here."""

TRIES = 20
"""How often a page is asked for that needs something computed once, before it is measured."""

UNIT = "calls" if COUNTS else "ms"
COLUMNS = (
    f"reader | page | status | queries | rows | {UNIT} | kept | to empty | to stock | over budget"
)

MOST_QUERIES, MOST_MS, MOST_MS_OF_STAFF, MOST_TO_EMPTY = 20, 150, 1000, 3.0
MOST_ROWS = 10_000
"""Rows that the database looks at for a page that anybody can open."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one page takes: ``rows`` and ``scanned`` tables only where the database tells.

    ``cost`` and ``kept`` are milliseconds, or calls.
    """

    page: Page
    status: int
    queries: int
    rows: int | None
    scanned: list[str]
    cost: float
    kept: float | None
    to_empty: float
    to_stock: float

    @property
    def over(self) -> list[str]:
        """Which budgets the page breaks, in a word each."""
        staff = self.page.reader == STAFF
        limits = {
            "queries": self.queries > MOST_QUERIES,
            "ms": not COUNTS and self.cost > (MOST_MS_OF_STAFF if staff else MOST_MS),
            "ratio": not staff and self.to_empty > MOST_TO_EMPTY,
            "rows": not staff and (self.rows or 0) > MOST_ROWS,
            "scan": bool(self.scanned),
            "error": self.status >= HTTPStatus.BAD_REQUEST,
        }
        return [name for name, broken in limits.items() if broken]


class Database:
    """One of the two sites: while it is in use, ``connection`` is to its database."""

    def __init__(self, url: str, like: Loan | None = None) -> None:
        found = {**settings.DATABASES["default"], **dj_database_url.parse(url)}
        found["ENGINE"] = settings.DATABASES["default"]["ENGINE"]
        found["OPTIONS"] = {k: v for k, v in found["OPTIONS"].items() if k != "pool"}
        found["CONN_MAX_AGE"] = None
        self.wrapper = connections.create_connection("default")
        self.wrapper.settings_dict = {**self.wrapper.settings_dict, **found}
        with self:
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute(f"SET statement_timeout = '{LIMIT}s'")
            self.site = Site(like)
            self.clients = {name: self._client(name) for name in {page.reader for page in pages()}}

    def __enter__(self) -> Database:
        connections["default"] = self.wrapper
        return self

    def __exit__(self, *exc: object) -> None:
        pass

    def _client(self, reader: str) -> Client:
        client, user = Client(raise_request_exception=False), self.site.reader(reader)
        if user is not None:
            client.force_login(user)
            session = client.session
            session[PASSED] = 0  # as staff who have shown their second factor
            session.save()
        return client

    def ask(self, page: Page, *, anew: bool = True) -> tuple[float, int]:
        """What a page costs, and its status."""
        self.forget(pages=anew)
        return self.ask_again(page)

    def forget(self, *, pages: bool = True) -> None:
        """Forget all but what the sweep finds out all the time."""
        cache.clear()
        places.sweep()
        if pages:
            PAGES.clear()

    def ask_again(self, page: Page) -> tuple[float, int]:
        return _measured(self.clients[page.reader], self.site.address(page))

    def stock(self) -> float:
        with override_settings(MIDDLEWARE=stock.MIDDLEWARE, ROOT_URLCONF="tests.bench.stock"):
            client = Client()
            client.cookies = self.clients[STAFF].cookies
            client.handler.load_middleware()
            cost, status = _measured(client, "/stock/")
            assert status == 200
            return cost


def _measured(client: Client, address: str) -> tuple[float, int]:
    """Milliseconds that an answer takes, or calls of Python functions, and its status."""
    if COUNTS:
        profile = cProfile.Profile()
        status = profile.runcall(client.get, address).status_code
        return pstats.Stats(profile).total_calls, status  # type: ignore[attr-defined]
    began = time.perf_counter()
    answer = client.get(address)
    return (time.perf_counter() - began) * 1000, answer.status_code


def measure(page: Page, full: Database, empty: Database) -> Cost:
    """A page on both sites and the stock page, in turns."""
    with empty:
        for _ in range(TRIES):
            if empty.ask(page)[1] != HTTPStatus.SERVICE_UNAVAILABLE:
                break
    with full:
        full.forget()
        with recorded() as statements:
            first, status = full.ask_again(page)
        sent = list(statements)
        try:
            rows, scanned = examined(sent)
        except DatabaseError:
            rows, scanned = None, ["more than a minute"]
    rounds = 2 if COUNTS else ROUNDS if first < 2_000 else 1
    times: dict[str, list[float]] = {"full": [], "empty": [], "stock": []}
    for _ in range(rounds):
        with full:
            times["full"].append(full.ask(page)[0])
        with empty:
            times["empty"].append(empty.ask(page)[0])
            times["stock"].append(empty.stock())
    kept = None
    with full:
        full.ask(page)
        if len(PAGES):
            kept = min(full.ask(page, anew=False)[0] for _ in range(rounds))
    best = min(times["full"])
    ratios = best / min(times["empty"]), best / min(times["stock"])
    return Cost(page, status, len(sent), rows, scanned, best, kept, *ratios)


def main() -> int:
    full = Database(os.environ["DATABASE_URL"])
    with full:
        loan = full.site.lend()
    empty = Database(os.environ["EMPTY_URL"], loan)
    say(f"| {COLUMNS} |")
    say(re.sub(r"[^|]+", "---", f"|{COLUMNS}|"))
    broken = 0
    for page in pages():
        if ONLY and ONLY not in page.address:
            continue
        cost = measure(page, full, empty)
        broken += bool(cost.over)
        rows = "" if cost.rows is None else f"{cost.rows:,}"
        kept = "" if cost.kept is None else f"{cost.kept:,.{0 if COUNTS else 1}f}"
        over = ", ".join(cost.over) + (f" ({', '.join(cost.scanned)})" if cost.scanned else "")
        say(
            f"| {page.reader} | `{page.address}` | {cost.status} | {cost.queries} | {rows} "
            f"| {cost.cost:,.0f} | {kept} | {cost.to_empty:.1f} | {cost.to_stock:.1f} | {over} |"
        )
    say(f"\nPages over a budget: {broken}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
