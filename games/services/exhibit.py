"""Let two bots of the demo play for those who look on from the lobby, a move at a time."""

from __future__ import annotations

from random import Random

from django.contrib.auth import get_user_model

from games.engines import engine
from games.match import LOBBY, PERSON, Action, Seat, move_verb
from games.queries import selectors
from games.rules import board_class
from games.services.act import act_and_advance
from games.services.advance import current_match
from games.services.open import open_game
from games.services.setup import GameSetup

PLAYERS = {"demo-smart": "smart", "demo-lines": "linear"}
"""The accounts of the demo's bots, and the engine that chooses the moves of each."""

VARIANT = "classic"

EVENT = "Demo"


def exhibit(rng: Random) -> None:
    """Play the next move of the bots' game, or begin one; nothing where there are no bots."""
    found = get_user_model().objects.filter(name__in=PLAYERS, is_bot=True)
    bots = {user.pk: user for user in found.order_by("pk")}
    if len(bots) < len(PLAYERS):
        return
    playing = selectors.playing_ids(min(bots))
    if not playing:
        one, other = rng.sample(sorted(bots), 2)
        rivals = zip(board_class(VARIANT).RIVALS, (one, other), strict=True)
        seats = {seat: Seat(seat, PERSON, key, bots[key].name) for seat, key in rivals}
        open_game(GameSetup(by=one, variant=VARIANT, kind=LOBBY, seats=seats, event=EVENT))
        return
    match = current_match(playing[0])
    if (acting := match.acting_seat) is None or acting.user is None:
        return
    slug = PLAYERS[bots[acting.user].name]
    cell = engine(VARIANT, slug).choose(match.board, rng).move
    action = Action(move_verb(match.board), match.version, cell=cell, user=acting.user)
    act_and_advance(game_id=match.id, action=action)
