"""``manage.py sweep``: end what nobody watches any more."""

from __future__ import annotations

import signal
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

import accounts.sweep
from games import services
from games.arena import runner
from games.arena.rounds import Ladder
from games.compute import pool
from games.observe import metrics
from games.queries import selectors
from games.signals import swept

PAUSE = settings.SIZES["sweep_pause"]
"""Seconds between two sweeps with --loop."""


class Command(BaseCommand):
    help = (
        "End games whose deadline passed, let engines reply, close open games nobody joined, "
        "delete old keys of requests, expired sessions and places of log-ins. With --loop also "
        "play the ladder of engines, a game at a time."
    )

    _ladder: Ladder | None = None

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help=f"repeat every {PAUSE} seconds")

    def handle(self, *args: Any, **options: Any) -> None:
        # A game takes longer than one sweep: only a process that stays can play it.
        self._ladder = Ladder() if options["loop"] else None
        if options["loop"] and settings.METRICS is not None:
            try:
                metrics.serve(settings.METRICS)
            except OSError as error:
                raise CommandError(error.strerror) from None
        if options["loop"]:
            # As the first process of a container it would not end by itself at SIGTERM.
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            self._sweep()
            while options["loop"]:
                time.sleep(PAUSE)
                self._sweep()
        except KeyboardInterrupt:  # Ctrl-C is how one ends it in a terminal
            return
        finally:
            pool.close()  # or Python waits for the game that is being played

    def _sweep(self) -> None:
        started = time.perf_counter()
        try:
            done = {**services.sweep(), **accounts.sweep.sweep()}
            if self._ladder is not None:
                done["ladder"] = self._ladder.turn()
                runner.wake_if_needed()
            answers: list[tuple[Any, Any]] = swept.send(sender=None)
            for _, more in answers:
                done |= more
            metrics.count_games(selectors.games_by_status())
        except Exception:
            metrics.SWEEP_FAILURES.inc()
            raise
        metrics.count_swept(done, time.perf_counter() - started)
        self.stdout.write(", ".join(f"{what} {count}" for what, count in done.items()))
