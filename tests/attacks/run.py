"""Grade one attempt as a worker does, and print as JSON what came of it and what it took."""

from __future__ import annotations

import json
import resource
import sys
from dataclasses import asdict
from pathlib import Path

from games.arena.grading import sandbox
from games.arena.grading.grade import grade
from games.arena.grading.program import CannotGrade
from games.arena.jail import fence
from games.compute.pool import MEMORY
from tests.grading.wrong_files import TABLE

SECONDS = 2.0
"""Of processor time for one answer, so that attempts on it end soon."""

RIGHT = "\nWith: a right minimax\n"
"""What a file says whose ``best(position)`` is the one that other files have, too."""


def main(file: str) -> None:
    source = Path(file).read_text()
    if RIGHT in source:
        source = TABLE + source
    sandbox.SECONDS = SECONDS
    fence.put_up(MEMORY, [])
    try:
        found = grade(source.encode(), "classic")
        told = {"held": "proven" if found.never_loses else "unproven", **asdict(found)}
    except CannotGrade as error:
        told = {"held": "refused", "error": str(error)}
    own, others = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    seconds = sum(one.ru_utime + one.ru_stime for one in (own, others))
    print(json.dumps({"took": seconds, "memory": peak(), "told": told}))  # noqa: T201


def peak() -> int:
    """MB that this process has held at most; ``ru_maxrss`` has those of its parent, too."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) >> 10


if __name__ == "__main__":
    main(sys.argv[1])
