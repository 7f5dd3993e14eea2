"""What a net knows of positions it never saw: taught with half of them, asked about the rest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from games.engines.learning.net import Floats, Net
from games.engines.learning.opponents import true_values
from games.engines.learning.positions import positions

LESSONS = 120
"""How often each position of the half is shown."""

CLEAR = 0.5
"""A value beyond it says who wins; one between says that it is a draw."""


@dataclass(frozen=True)
class HalfTaught:
    """A net that was taught half of the positions, by their true values.

    ``seen`` are the positions it was taught. ``right`` are the shares of positions whose result
    it says rightly: of those that it saw, and of the others.
    """

    seen: frozenset[int]
    right: tuple[float, float]
    values: Floats


@cache
def half_taught(seed: int = 1) -> HalfTaught:
    """The net of ``seed``. Teaching it takes a fraction of a second."""
    known, net, rng = positions(True), Net(seed), np.random.default_rng(seed)
    live = np.array([at for at in range(len(known)) if known.result[at] is None])
    half = rng.permutation(live)[: len(live) // 2]
    side = np.array(known.side)
    truth = -side * np.array(true_values(True))
    for _ in range(LESSONS):
        net.teach(rng.permutation(half), truth)
    values = net.values()
    said = np.where(np.abs(values) > CLEAR, np.sign(values), 0)
    right = said == truth
    others = np.setdiff1d(live, half)
    shares = (float(right[half].mean()), float(right[others].mean()))
    return HalfTaught(frozenset(half.tolist()), shares, values)
