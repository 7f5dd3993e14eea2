"""What a load process is to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass
class Row:
    """What to play: ``rate`` is moves a second over all matches, 0 as fast as it goes.

    Where ``home`` is set both players of a match are at one process, else on different ones.
    ``kind`` is play, echo, idle (open sockets and no more) or pings (those that pages send).
    ``watchers`` is how many sockets of each game only listen. ``rival`` is the engine that has
    the last seat, instead of a second person.
    """

    ports: list[int]
    matches: int
    seconds: float
    games: int
    rate: float = 0
    kind: str = "play"
    home: bool = False
    watchers: int = 0
    variant: str = "dstru"
    rival: str = ""

    @property
    def people(self) -> int:
        """How many play a match."""
        return 1 if self.rival else 2

    def ports_of(self, number: int) -> Sequence[int]:
        """The ports at which the players of match ``number`` sit down."""
        return [self.ports[number % len(self.ports)]] if self.home else self.ports
