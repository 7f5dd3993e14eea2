"""Everybody who comes to the site: ``python -m tests.soak.crowd '{…}'``, a process of its own.

Says ``ready`` once all tables play. Then it answers each line that it reads with one line of JSON:
``report`` with the figures since the last one, anything else with the last ones, and it ends.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from dataclasses import dataclass

import uvloop

from tests.bench.load import people  # isort: skip  (it sets Django up, for the others)
from django.db import connection, transaction

from accounts import tokens
from accounts.models import User
from tests.soak.line import Site
from tests.soak.others import Others
from tests.soak.players import Figures, Player, Table, variants

BOTS = 10
AUTHORS = 12
"""People who hand in files, one after the other: each may send twenty an hour."""

LOT = 20
"""Tables at which people sit down at the same time."""


@dataclass(frozen=True)
class Wish:
    """``visitors`` a second; a guest and a file every so many seconds."""

    name: str
    port: int
    certificate: str
    games: int
    visitors: float
    guest_every: float
    file_every: float

    @property
    def site(self) -> Site:
        return Site(self.name, self.port, self.certificate)


def everybody(count: int) -> list[Player]:
    """People with a log-in and a token each; those at the end are bots."""
    with transaction.atomic():
        found = people(count)
        User.objects.filter(pk__in=[user.pk for user, _ in found[-BOTS:]]).update(is_bot=True)
        return [
            Player(tokens.make(user, "soak", list(tokens.Scope))[1], f"__Host-{cookie}")
            for user, cookie in found
        ]


async def run(wish: Wish, found: list[Player]) -> None:
    figures, stop, site = Figures(), asyncio.Event(), wish.site
    at_tables, programs = found[: 2 * wish.games], found[-BOTS:]
    tables = [
        Table(site, figures, at_tables[2 * number : 2 * number + 2], variant, number, stop)
        for number, variant in enumerate(variants(wish.games))
    ]
    others, tasks = Others(site, figures, 1), []
    for first in range(0, len(tables), LOT):
        lot = tables[first : first + LOT]
        tasks += [asyncio.create_task(table.run()) for table in lot]
        await asyncio.gather(*(table.begun.wait() for table in lot))
    tasks += [
        asyncio.create_task(others.visitors(wish.visitors)),
        asyncio.create_task(others.guests(wish.guest_every)),
        asyncio.create_task(others.uploads(found[-BOTS - AUTHORS : -BOTS], wish.file_every)),
        *(asyncio.create_task(others.program(who)) for who in programs),
    ]
    say("ready")
    while (await asyncio.to_thread(sys.stdin.readline)).strip() == "report":
        say(json.dumps(figures.report()))
        if failed := [task for task in tasks if task.done()]:
            failed[0].result()  # a mistake of this load: it raises
    stop.set()
    for task in tasks:
        task.cancel()
    say(json.dumps(figures.report()))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    logging.disable(logging.WARNING)  # hundreds of tokens are made
    wish = Wish(**json.loads(sys.argv[1]))
    found = everybody(2 * wish.games + AUTHORS + BOTS)
    connection.close()
    uvloop.run(run(wish, found))


if __name__ == "__main__":
    main()
