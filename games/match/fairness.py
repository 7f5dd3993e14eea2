"""Random moves that players can check: one seed, committed to before the first move.

Whatever the server draws in a game comes from its seed. While the game runs the seed is secret, or
everybody could foresee the draws. Its hash is public from the start, so the seed cannot be
exchanged for another; the seed is shown when the game is over. ``docs/dstru.md`` says how to check
a game without this code.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from random import Random


def generator(seed: int, ply: int) -> Random:
    """The random generator for the server's draw after ``ply`` moves."""
    return Random(f"{seed}:{ply}")


@lru_cache(4096)
def commitment(game_id: str, seed: int) -> str:
    """The hash that commits to a seed, as 64 hexadecimal digits."""
    return sha256(f"{game_id}:{seed}".encode()).hexdigest()
