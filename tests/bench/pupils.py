"""A class that hands in at once: ``python -m tests.bench.pupils PORT COUNT``, its own process.

So many people, each with a file of their own, send it to the grader in the same moment. Prints one
JSON object: seconds until the last verdict, and how many there are of each.
"""

from __future__ import annotations

import json
import sys
import time
import urllib.parse
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.bench.load import people  # isort: skip  (it sets Django up, for the others)
from django.db import connection

from games.models import UploadedEngine
from tests.grading import files

LESSONS = Path(__file__).parents[2] / "games/analysis/learn/files"
SHORT = [path.read_text() for path in sorted(LESSONS.glob("*.py"))]


def source(number: int) -> str:
    """Every second pupil has minimax without pruning, as most write it, the others a short file."""
    own = SHORT[number // 2 % len(SHORT)] if number % 2 else files.CS50
    return f"# pupil {number}\n{own}"  # no two files are the same


def hand_in(port: int, number: int, cookie: str) -> int:
    """Send one file; the status of the page that it leads to."""
    token = "p" * 32
    form = {"name": f"Pupil {number}", "variant": "classic", "source": source(number)}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/engines/mine/",
        urllib.parse.urlencode({**form, "csrfmiddlewaretoken": token}).encode(),
        {"Cookie": f"{cookie}; csrftoken={token}", "X-Real-IP": "203.0.113.7"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return int(answer.status)


def main() -> None:
    port, count = map(int, sys.argv[1:])
    everybody = people(count)
    connection.close()
    began = time.monotonic()
    with ThreadPoolExecutor(count) as pupils:
        sent = [
            pupils.submit(hand_in, port, number, cookie)
            for number, (_, cookie) in enumerate(everybody)
        ]
    statuses = Counter(one.result() for one in sent)
    handed_in = time.monotonic() - began
    mine = UploadedEngine.objects.filter(name__startswith="Pupil ")
    while not all(row.is_done for row in mine.all()):
        time.sleep(0.25)
    verdicts = Counter(
        "refused" if row.error else "proven" if row.grade["never_loses"] else "loses"
        for row in mine.all()
    )
    found = {"statuses": statuses, "handed_in": handed_in, "last": time.monotonic() - began}
    found["longest"] = max(row.seconds for row in mine.all())
    sys.stdout.write(json.dumps({**found, "verdicts": verdicts}) + "\n")


if __name__ == "__main__":
    main()
