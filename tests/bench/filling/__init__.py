"""A site full of people and games, for measuring and for trying things out at scale.

``lines`` plays games by the rules of a match, ``people`` says who plays how much, ``years`` deals
the lines out to the people, and ``tables`` writes rows in bulk. ``manage.py fill`` runs ``fill``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from random import Random

from progress.campaign import totals
from progress.people import recount
from tests.bench.filling.lines import play_lines
from tests.bench.filling.people import AlreadyThere, settle
from tests.bench.filling.tables import analyse
from tests.bench.filling.years import Years

__all__ = ["AlreadyThere", "fill"]


def fill(
    users: int,
    games: int,
    seed: int,
    until: int,
    variants: Collection[str],
    report: Callable[[int, int], None],
) -> int:
    """Store people and games of the two years before ``until`` (ms); return how many moves."""
    people = settle(users, seed, until)
    years = Years(people, play_lines(Random(seed), variants), seed, until)
    years.pass_by(games, report)
    deque(totals.differing(repair=True), maxlen=0)
    deque(recount.differing(repair=True), maxlen=0)
    analyse()
    return years.moves
