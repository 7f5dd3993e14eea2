"""What is at stake while a stage is played: the stars that a win still brings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from games.match import PERSON, Match
from games.presenters.endings import ordinal
from progress.campaign import scoring
from progress.campaign.sentences import COUNTS
from progress.campaign.stages import Stage

Promise = tuple[int, str]
"""What a page says from that many plies on."""

DRAW = "Nobody can win here. A draw brings one star."


@dataclass(frozen=True, slots=True)
class Stakes:
    """``promises`` for the whole game, so that a page follows it without asking; ``now`` is due."""

    promises: tuple[Promise, ...]
    now: str

    @property
    def as_json(self) -> str:
        return json.dumps(self.promises)


def stakes(stage: Stage, match: Match) -> Stakes | None:
    """What is at stake in the game of a stage; None if it is not being played."""
    if match.to_act is None:
        return None
    found = tuple(_promises(stage, match))
    now = next(words for ply, words in reversed(found) if ply <= match.board.ply)
    return Stakes(found, now)


def _promises(stage: Stage, match: Match) -> Iterator[Promise]:
    """What a win with the player's next move earns, wherever that changes."""
    if scoring.win_probability(*stage.key) == 0:
        yield 0, DRAW
        return
    seats = match.board.SEATS
    player = next(seat.name for seat in match.seats if seat.kind == PERSON)
    earned, said, made, ply = scoring.MOST, "", 0, match.opening
    while earned > 1:  # and no win earns less
        earned = scoring.stars_earned(*stage.key, result="won", moves=made + 1)
        words = _promise(stage, earned, made + 1)
        if words != said:
            yield (ply if said else 0), words
        said = words
        made += seats[ply % len(seats)] == player
        ply += 1


def _promise(stage: Stage, earned: int, move: int) -> str:
    """What a win with ``move`` or sooner than fewer stars brings, as its player counts."""
    if earned == 1:
        return "A win brings one star."
    while scoring.stars_earned(*stage.key, result="won", moves=move + 1) == earned:
        move += 1
    return f"Win by your {ordinal(move)} move: {COUNTS[earned].lower()}."
