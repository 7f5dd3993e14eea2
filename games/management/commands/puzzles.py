"""``puzzles``: find the puzzles of a game of which only the endings are solved."""

from __future__ import annotations

from typing import Any

from games.analysis.puzzles.endings import MOST, find
from games.management.console import GameCommand


class Command(GameCommand):
    help = "Find the puzzles of Ultimate's endings and print them, as endings.txt stores them."

    def run(self, **_: Any) -> None:
        bar = self.bar("finding")
        for done, found in enumerate(sorted(find(), key=lambda one: one.order), 1):
            self.line(found.line)
            bar(done, MOST)
