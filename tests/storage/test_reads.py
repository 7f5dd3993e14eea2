"""What is read while others write is one version of a game."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games import selectors, services
from games.match import Action, Match


def test_a_move_that_lands_between_two_reads_is_left_out(
    friendly: Match, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = selectors.stored_actions

    def read_late(game_ids: list[str]) -> Any:
        monkeypatch.undo()
        move = Action("place", friendly.version, "late", 4, ada.pk)
        services.act(game_id=friendly.id, action=move)
        return read(game_ids)

    monkeypatch.setattr(selectors, "stored_actions", read_late)
    before = selectors.cached(friendly.id)
    assert (before.match, before.answers) == (friendly, {})
    after = selectors.cached(friendly.id)
    assert (after.match.moves, list(after.answers)) == ((4,), [f"{ada.pk}:late"])
