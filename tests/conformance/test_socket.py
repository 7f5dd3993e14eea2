"""Every game over real sockets, on the site as it really runs and with a third game on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.rules import VARIANTS, Board
from tests.conformance import row
from tests.conformance.players import opened
from tests.conformance.site import SiteWithThirdGame
from tests.site import Socket


@pytest.fixture
def site(transactional_db: Any) -> Iterator[SiteWithThirdGame]:
    with row.registered(), SiteWithThirdGame() as running:
        yield running


@pytest.mark.long
def test_the_example_of_every_game_is_played_by_messages(
    site: SiteWithThirdGame, ada: User, grace: User, stranger: User
) -> None:
    for game in VARIANTS.values():
        play(site, game, ada, grace, stranger)


def play(site: SiteWithThirdGame, game: type[Board], *people: User) -> None:
    match, board = opened(game, *people), game.start()
    path = f"/ws/games/{match.id}/"
    wires = [Socket(site, path, user) for user in people[: len(game.SEATS)]]
    states = [wire.wait_for("state")["game"] for wire in wires]
    assert [state["you"] for state in states] == list(game.SEATS)
    for ply, cell in enumerate(game.EXAMPLE):
        wires[ply % len(wires)].act(board.action, states[0]["version"], cell)
        board = board.make_move(cell)
        states = [wire.wait_for("state")["game"] for wire in wires]
        assert {state["position"] for state in states} == {board.notation}
    assert {state["outcome"]["winner"] for state in states} == {game.SEATS[0]}
    for wire in wires:
        wire.__exit__()
