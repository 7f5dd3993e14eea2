"""Glicko-2 ratings: Mark Glickman, "Example of the Glicko-2 system" (2022).

Pure. Ratings and deviations are on the usual scale (1500, 350); a score is 1, ½ or 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

TAU = 0.5
"""How much a volatility may change; Glickman suggests 0.3 to 1.2 and uses 0.5 in his example."""

SCALE = 173.7178
CENTRE = 1500.0
WIDEST = 350.0
EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A player's rating, its deviation, and the player's volatility."""

    rating: float = CENTRE
    deviation: float = WIDEST
    volatility: float = 0.06


Result = tuple[GlickoRating, float]
"""An opponent as rated before the period, and the score against them."""


def rate(player: GlickoRating, results: Sequence[Result], weight: float = 1.0) -> GlickoRating:
    """The rating after one rating period with ``results`` (steps 2 to 8 of the paper).

    Each result counts as ``weight`` of one, from above 0 to 1.
    """
    if not results:
        return aged(player, 1.0)
    mu, phi = (player.rating - CENTRE) / SCALE, player.deviation / SCALE
    information = surprise = 0.0
    for opponent, score in results:
        g = _g(opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-g * (mu - (opponent.rating - CENTRE) / SCALE)))
        information += weight * g**2 * expected * (1 - expected)
        surprise += weight * g * (score - expected)
    variance = 1 / information
    sigma = _volatility(player.volatility, variance * surprise, phi, variance)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + information)
    mu += phi**2 * surprise
    return GlickoRating(CENTRE + SCALE * mu, min(WIDEST, SCALE * phi), sigma)


def aged(player: GlickoRating, periods: float) -> GlickoRating:
    """The rating after ``periods`` without a game: the same with a larger deviation."""
    phi = sqrt((player.deviation / SCALE) ** 2 + max(0.0, periods) * player.volatility**2)
    return GlickoRating(player.rating, min(WIDEST, SCALE * phi), player.volatility)


def _g(phi: float) -> float:
    """How much a result against an opponent of deviation ``phi`` tells."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, delta: float, phi: float, variance: float) -> float:
    """Step 5: the zero of ``f`` by the Illinois variant of regula falsi."""
    a = log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / TAU**2

    low, high = a, a - TAU
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
