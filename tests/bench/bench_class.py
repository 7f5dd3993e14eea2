"""What a lesson of a class takes: ``make bench-class``.

``PUPILS`` come in at once, all from one address, as their pages ask: the board on the wall, drawn
wrong once, the picture, two words, the first task, and its answer. The rest of forty follow. Then
each answers another task while the teacher's matrix is open, and all leaf through lessons. At the
end stands the matrix of forty members by twenty tasks. ``BROWSERS`` of another class come in with
Chromium. SQLite, one process.
"""

from __future__ import annotations

import json
import os
import sys
from statistics import median

from tests.bench import say
from tests.bench.stand import Stand
from tests.wire import free_port

PUPILS = int(os.environ.get("PUPILS", "30"))
BROWSERS = int(os.environ.get("BROWSERS", "0"))


def main() -> int:
    with Stand("sqlite", 1, [free_port()]) as stand:
        used = stand.servers[0].cpu()
        numbers = (stand.ports[0], PUPILS, BROWSERS)
        lesson = stand.begin("tests.bench.classroom", *map(str, numbers))
        printed = lesson.communicate()[0]
        used = stand.servers[0].cpu() - used
    if lesson.returncode:
        return lesson.returncode
    found = json.loads(printed)
    refused = {status: count for status, count in found["statuses"].items() if int(status) == 429}
    say(f"{PUPILS} in, each with an answer: {found['entered']:.1f} s (at most 60)")
    say(f"answers stored: {found['done']} of 40")
    for name, aim in (("told", ""), ("shown", " (at most 1)")):
        each = sorted(found[name])
        say(f"the teacher's page is {name} after {median(each):.2f} s, last {each[-1]:.2f}{aim}")
    say(f"1,600 pages of lessons in {found['leafed']:.0f} s; answers: {found['statuses']}")
    say(f"a stranger of the same address then: {found['stranger']}")
    say(
        f"matrix of 40 × 20: {found['ms']:.0f} ms of processor time, "
        f"least {found['least_ms']:.0f} (at most 150)"
    )
    if BROWSERS:
        say(f"{BROWSERS} in with Chromium, each with an answer: {found['browsers']:.1f} s")
    say(f"the server used {used:.1f} s of a core; load of the machine {os.getloadavg()[0]:.1f}")
    return int(bool(refused) or found["entered"] > 60)


if __name__ == "__main__":
    sys.exit(main())
