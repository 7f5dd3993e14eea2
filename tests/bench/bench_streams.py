"""``make bench-streams``: what open streams of lines cost a process.

``STREAMS`` programs, each a bot at a game of its own, stream events, and then their games. For
each kind: memory of the process for each open stream, its threads, and the share of a core that
keeping them alive takes. Aim: 25 kB, and no thread.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench.bench_live import say
from tests.wire import free_port

ROOT = Path(__file__).parents[2]
STREAMS = int(os.environ.get("STREAMS", "1000"))
WARM = 50
"""Streams that are open before anything is measured."""
REST = 15.0
"""Seconds of two beats in which the process does nothing else."""

MAKE = """
import json, sys
from accounts import tokens
from accounts.models import User
from games import services
made = []
for number in range(int(sys.argv[1])):
    user = User.objects.create(name=f"bot{number}", is_bot=True)
    asked = services.Request("classic", "engine:random", "X")
    match = services.new_game(user_id=user.pk, name=user.name, request=asked)
    made.append((tokens.make(user, "bot", list(tokens.Scope))[1], match.id))
print(json.dumps(made))
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        port = free_port()
        environment = {
            **os.environ,
            **{"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": place, "HTTPS": "0"},
            **{
                "SECRET_KEY": "b" * 60,
                "SOCKETS_OF_ADDRESS": "100000",
                "DATABASE_URL": f"sqlite:///{place}/oxo.sqlite3",
            },
            **{"DEBUG": "0", "LOG_LEVEL": "WARNING", "REDIS_URL": ""},
        }

        def run(*arguments: str) -> str:
            done = subprocess.run(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=environment,
                check=True,
                capture_output=True,
                text=True,
            )
            return done.stdout

        run("manage.py", "migrate", "-v", "0")
        run("manage.py", "collectstatic", "--no-input", "-v", "0")
        code = f"import django; django.setup()\n{MAKE}"
        programs = json.loads(run("-c", code, str(STREAMS + WARM)))
        for kind in ("events", "games"):
            server = subprocess.Popen(
                [sys.executable, "-m", "config.serve", "-b", "127.0.0.1", "-p", str(port)],
                cwd=ROOT,
                env=environment,
            )
            try:
                asyncio.run(measure(kind, programs, port, server.pid))
            finally:
                server.kill()
                server.wait()


async def measure(kind: str, programs: list[tuple[str, str]], port: int, pid: int) -> None:
    opened = [await connect(port, kind, *one) for one in programs[:WARM]]
    await asyncio.sleep(1)
    before, threads = memory(pid), len(os.listdir(f"/proc/{pid}/task"))
    opened += [await connect(port, kind, *one) for one in programs[WARM:]]
    await asyncio.sleep(1)
    began, used = time.monotonic(), cpu(pid)
    await asyncio.sleep(REST)
    share = (cpu(pid) - used) / (time.monotonic() - began)
    each = (memory(pid) - before) / STREAMS / 1000
    now = len(os.listdir(f"/proc/{pid}/task"))
    say(
        f"{STREAMS} streams of {kind}: {each:.1f} kB each, {threads} threads before and {now} "
        f"after, {share:.1%} of a core"
    )
    for _, writer in opened:
        writer.close()


async def connect(port: int, kind: str, token: str, game: str) -> Any:
    path = "/api/stream/event" if kind == "events" else f"/api/bot/game/stream/{game}"
    for _ in range(400):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            break
        except OSError:  # it is starting
            await asyncio.sleep(0.1)
    lines = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
    writer.write(lines.encode())
    found = await reader.readuntil(b'"type"')
    assert found.startswith(b"HTTP/1.1 200"), found
    return reader, writer


def memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
