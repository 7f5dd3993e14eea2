"""The engine that the demo publishes, graded by the site's own grader."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

from accounts.guests import User
from games.analysis import learn
from games.arena import publish, receive, runner
from games.models import UploadedEngine

FILE = Path(learn.__file__).with_name("files") / "alpha_beta.py"
"""The short file beside the lesson on alpha-beta."""

NAME = "Demo alpha-beta"

PENDING = (UploadedEngine.Status.WAITING, UploadedEngine.Status.GRADING)


PATIENCE = 20.0
"""Seconds to wait for the grade. What takes longer the sweep goes on with, and the next call of the
demo publishes."""

PAUSE = 0.2


def publish_one(author: User) -> None:
    """Upload, grade and publish ``FILE``; where no file can be graded, its report says why."""
    row = receive.upload(user=author, name=NAME, variant="classic", data=FILE.read_bytes())
    if row.plays:
        return
    runner.wake()
    until = monotonic() + PATIENCE
    while row.status in PENDING and monotonic() < until:
        sleep(PAUSE)
        row.refresh_from_db()
    if not publish.why_not(row):
        publish.publish(row)
