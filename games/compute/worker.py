"""The other end of the compute pool: a process that computes what it is given.

It loads the rules, the engines and what it is asked for, but not Django.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import games
from games.arena.jail import fence
from games.engines import keep_tables_in

NICENESS = 5
"""Added to the priority of workers: where cores are scarce, moves come first."""

YIELD = 0.001
"""Seconds after which a worker lets others run that wait for its core. The kernel would let it go
on for 3 ms, and a move changes hands several times."""

ROOT = Path(games.__file__).parent.parent

START = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from games.compute.worker import main
main(*sys.argv[1:])
"""

COMMAND = (sys.executable, "-c", START)

KEPT = ("LANG", "LC_", "TZ", "PATH", "PYTHON", "OPENBLAS_", "MALLOC_", "TMPDIR", "COVERAGE_")
"""How the names of variables begin that a worker gets: no secret is among them."""


def environment() -> dict[str, str]:
    """What a worker gets of this process's environment.

    Its matrices are small: multiplied by a thread for each core they keep all cores from moves.
    """
    kept = {name: value for name, value in os.environ.items() if name.startswith(KEPT)}
    return {"OPENBLAS_NUM_THREADS": "1", **kept}


def main(pipe: str, tables: str, memory: str, *keeps: str) -> None:
    """Work for whoever has the other end of ``pipe``, a number, with tables in a folder.

    A worker with an end of ``memory`` handles strangers' files: it is fenced, and opens files in
    ``keeps`` alone.
    """
    if most := int(memory):
        folders: Sequence[Path] = [Path(tables), *map(Path, keeps)]
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
        fence.put_up(most, folders)
    work(Connection(int(pipe)), Path(tables))


def _let_others_run(*_: object) -> None:
    # That can take as long as the others like, so the next time is counted from here.
    os.sched_yield()
    signal.setitimer(signal.ITIMER_REAL, YIELD)


def work(pipe: Connection, tables: Path) -> None:
    """Compute what comes through ``pipe`` until it closes, however its owner ended.

    A message is (function, arguments), its answer (True, result) or (False, exception). Tables
    of solved games are kept in ``tables``.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the owner too, which ends us
    signal.signal(signal.SIGALRM, _let_others_run)
    os.nice(NICENESS)
    keep_tables_in(tables)
    try:
        while True:
            function, arguments = pipe.recv()
            signal.setitimer(signal.ITIMER_REAL, YIELD)
            try:
                answer = True, function(*arguments)
            except Exception as error:  # of any kind: the caller gets it
                answer = False, error
            signal.setitimer(signal.ITIMER_REAL, 0)
            pipe.send(answer)
    except (EOFError, OSError):
        return
