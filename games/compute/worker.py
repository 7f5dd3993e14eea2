"""The other end of the compute pool: a process that computes what it is given.

It loads the rules, the engines and what it is asked for, but not Django.
"""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

from games.engines import keep_tables_in

NICENESS = 10
"""Added to the priority of workers: where cores are scarce, moves come first."""


def work(pipe: Connection, tables: Path) -> None:
    """Compute what comes through ``pipe`` until it closes, however its owner ended.

    A message is (function, arguments), its answer (True, result) or (False, exception). Tables
    of solved games are kept in ``tables``.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the owner too, which ends us
    os.nice(NICENESS)
    keep_tables_in(tables)
    try:
        while True:
            function, arguments = pipe.recv()
            try:
                answer = True, function(*arguments)
            except Exception as error:  # of any kind: the caller gets it
                answer = False, error
            pipe.send(answer)
    except (EOFError, OSError):
        return
