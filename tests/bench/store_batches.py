"""One client that only stores: ``python -m tests.bench.store_batches '{"size":8,"seconds":5}'``.

Each batch moves ``size`` games of its own on by one version, over and over, with the statement that
group commit uses. Prints how many changes it stored and what its connection took of PostgreSQL.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import django
from msgspec.structs import replace

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# Models can be imported once Django is set up.
from django.db import connection

from games.match import EMPTY, Match, Progress, Seat
from games.match.ids import new_id
from games.rules import board_class
from games.storage import store
from tests.bench.stand import processor_time


def new_match() -> Match:
    board = board_class("dstru").start()
    seats = tuple(Seat(name, EMPTY) for name in board.SEATS)
    match = Match(new_id(), board, seats, "friend", version=1, updated=1_700_000_000_000, seed=1)
    store.create(match, store.Origin())
    return match


def main() -> None:
    wish = json.loads(sys.argv[1])
    matches = [new_match() for _ in range(wish["size"])]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = Path(f"/proc/{cursor.fetchone()[0]}")
    stored, before, end = 0, processor_time(backend), time.monotonic() + wish["seconds"]
    while time.monotonic() < end:
        later = [replace(match, version=match.version + 1) for match in matches]
        steps = [Progress(old, new) for old, new in zip(matches, later, strict=True)]
        answers = store.commit_many([store.change(step) for step in steps])
        assert answers == [True] * len(matches), answers
        matches, stored = later, stored + len(matches)
    used = processor_time(backend) - before
    sys.stdout.write(json.dumps({"stored": stored, "database_cpu": used}) + "\n")


if __name__ == "__main__":
    main()
