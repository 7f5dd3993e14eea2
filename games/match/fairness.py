"""The chance of a game: one seed, vouched for before the first move, shown after the last.

Whatever the server draws in a game comes from its seed. While the game runs the seed is
secret, or everybody could foresee the draws; its hash is not, so nobody can exchange the seed
for another afterwards. ``docs/dstru.md`` says how to check a game without this code.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from random import Random


def generator(seed: int, ply: int) -> Random:
    """What the server draws from when ``ply`` moves have been made."""
    return Random(f"{seed}:{ply}")


@lru_cache(4096)
def commitment(game_id: str, seed: int) -> str:
    """The hash that vouches for a seed, as 64 hexadecimal digits."""
    return sha256(f"{game_id}:{seed}".encode()).hexdigest()
