"""What the first analysis of a process would otherwise wait for, done before anybody asks.

The empty board is the most asked for and the dearest: plain minimax reads all of its games.
"""

from __future__ import annotations

import gc
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.template.loader import get_template

from games.engines.solutions import READY
from games.glass import facts
from games.glass.seen import seen
from games.rules import VARIANTS


def get_ready() -> None:
    """Look at the first position of each game, and compile the templates of these pages.

    A game whose solution takes seconds to make is left until somebody wants it.
    """
    for variant, board in VARIANTS.items():
        if variant not in READY:
            seen(board.start())
            facts.facts(board.start())
    folder = Path(settings.BASE_DIR) / "templates"
    for path in sorted(folder.glob("glass/**/*.html")):
        get_template(str(path.relative_to(folder)))
    gc.freeze()  # all that is here stays: to look through it for garbage takes 0.1 s each time


def get_ready_soon() -> None:
    """The same beside whatever else this process does."""
    Thread(target=get_ready, name="glass-ready", daemon=True).start()
