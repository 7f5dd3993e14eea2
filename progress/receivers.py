"""The one bell between games and the campaign: a game has ended."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.match import CAMPAIGN, Match
from games.signals import game_finished
from progress.services import keep_result


@receiver(game_finished, dispatch_uid="progress.keep_result")
def on_game_finished(sender: object, match: Match, **_: Any) -> None:
    """Still inside the transaction that ends the game: stars and ending are kept together."""
    if match.kind == CAMPAIGN:
        keep_result(match)
