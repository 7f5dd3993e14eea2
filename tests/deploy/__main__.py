"""``make check-deploy``: bring up what config/deploy describes and hold it to its promises.

nginx, two processes on unix sockets, PostgreSQL and Redis at DATABASE_URL and REDIS_URL or
where they usually are. Leaves nothing behind. The first promise that is broken ends it with 1.
"""

from __future__ import annotations

import shutil
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.deploy import moves, operations, pages
from tests.deploy.operations import no_secrets
from tests.deploy.stack import Stack

LONGEST = 300
"""Seconds after which it gives up, whatever it is waiting for."""

NEEDED = {"nginx": "apt-get install nginx-light libnginx-mod-http-brotli-static", "openssl": ""}


def main() -> int:
    signal.signal(signal.SIGALRM, _give_up)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    signal.alarm(LONGEST)
    for program, how in NEEDED.items():
        if not shutil.which(program, path="/usr/sbin:/usr/bin:/usr/local/bin"):
            return _say(f"NOT CHECKED: there is no {program}. {how}", 1)
    started = time.monotonic()
    try:
        with Stack() as stack:
            _say(
                f"up    {time.monotonic() - started:.1f} s: nginx, oxo@1, oxo@2, PostgreSQL, Redis"
            )
            # Logs at last: by then everybody has done what might be written down.
            promises = (*pages.PROMISES, *operations.PROMISES, *moves.PROMISES, no_secrets)
            if not all(_kept(promise, stack) for promise in promises):
                return 1
    except Exception as error:
        return _say(f"BROKEN  it does not come up: {type(error).__name__}: {error}", 1)
    return _say(f"All kept, in {time.monotonic() - started:.0f} s.", 0)


def _kept(promise: Callable[[Stack], str], stack: Stack) -> bool:
    title = " ".join((promise.__doc__ or "").split())
    try:
        _say(f"ok    {title}: {promise(stack)}")
    except Exception as error:
        _say(f"BROKEN  {title}: {type(error).__name__}: {error}")
        for name in stack.processes:
            _say(f"--- {name}\n{stack.tail(name)}")
        return False
    return True


def _say(text: str, code: int = 0) -> int:
    print(text, flush=True)  # noqa: T201
    return code


def _give_up(*_: Any) -> None:
    raise TimeoutError(f"not finished within {LONGEST} s")


if __name__ == "__main__":
    sys.exit(main())
