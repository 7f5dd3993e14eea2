"""Histories of clients are held against each other and against the record."""

from __future__ import annotations

from typing import Any

import pytest

from games.match import Action, Match
from games.models import Game
from games.services import act
from tests.faults.history import History, Record, faults, operations
from tests.games.conftest import friendly, open_match

__all__ = ["friendly", "open_match"]

GAME = "game"
POSITIONS = {0: "......... X", 2: "X........ O", 3: "XO....... X"}
RECORD = Record(GAME, final=3, kept=[("a", 2), ("b", 3)], positions=POSITIONS)


class Client(History):
    """A client whose times are given by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(GAME, lambda: self.now)

    def at(self, now: float) -> Client:
        self.now = now
        return self

    def act(self, action_id: str, version: int) -> None:
        self.sent({"type": "act", "id": action_id, "version": version, "action": "place"})

    def ack(self, action_id: str, version: int) -> None:
        self.heard({"type": "ack", "id": action_id, "version": version})

    def refused(self, action_id: str, code: str) -> None:
        self.heard({"type": "refused", "id": action_id, "code": code, "game": None})

    def state(self, version: int, position: str = "") -> None:
        game = {"version": version, "position": position or RECORD.position(version)}
        self.heard({"type": "state", "game": game})


@pytest.fixture
def x() -> Client:
    """X, who has moved from version 1 to 2 by now."""
    client = Client()
    client.at(0).connecting()
    client.at(1).state(1)
    client.at(2).act("a", 1)
    client.at(3).ack("a", 2)
    client.at(3).state(2)
    return client


@pytest.fixture
def o() -> Client:
    """O, who has answered from version 2 to 3."""
    client = Client()
    client.at(0).connecting()
    client.at(4).state(2)
    client.at(5).act("b", 2)
    client.at(6).ack("b", 3)
    return client


def found(*clients: Client) -> list[str]:
    return faults(clients, {GAME: RECORD})


def test_a_game_as_it_should_be_has_no_faults(x: Client, o: Client) -> None:
    x.at(7).state(3)
    assert found(x, o) == []


def test_a_client_that_comes_back_to_an_older_version_is_a_fault(x: Client, o: Client) -> None:
    x.at(7).connecting()
    x.at(8).state(1)
    wrong, back = found(x, o)
    assert "no place for read 1 [7.000, 8.000]" in wrong
    assert back == "game: 2, then 1"


def test_a_stale_state_for_somebody_who_never_saw_the_newer_one_is_a_fault(
    x: Client, o: Client
) -> None:
    x.at(7).connecting()
    x.at(8).state(2)
    assert ["no place for read 2 [7.000, 8.000]" in fault for fault in found(x, o)] == [True]


def test_a_late_state_over_the_same_connection_is_none(x: Client, o: Client) -> None:
    x.at(7).state(3)
    x.at(8).state(2)
    assert found(x, o) == []


def test_two_acknowledgements_of_one_version_are_a_fault(x: Client, o: Client) -> None:
    o.at(5).act("c", 1)
    o.at(6).ack("c", 2)
    assert len(found(x, o)) == 1


def test_an_acknowledged_action_that_the_record_does_not_reach_is_a_fault(
    x: Client, o: Client
) -> None:
    x.at(7).act("c", 3)
    x.at(8).ack("c", 4)
    assert len(found(x, o)) == 1


def test_a_refusal_as_too_late_of_who_was_in_time_is_a_fault(x: Client, o: Client) -> None:
    x.at(7).act("c", 3)
    x.at(8).refused("c", "stale_version")
    assert len(found(x, o)) == 1


def test_a_refusal_decided_on_a_version_that_was_gone_is_a_fault(x: Client, o: Client) -> None:
    x.at(7).act("c", 2)
    x.at(8).refused("c", "cell_taken")
    assert len(found(x, o)) == 1


def test_a_refusal_that_says_nothing_of_the_game_is_none(x: Client, o: Client) -> None:
    o.at(7).act("c", 1)
    o.at(8).refused("c", "too_fast")
    assert found(x, o) == []


def test_a_position_that_the_version_never_had_is_a_fault(x: Client, o: Client) -> None:
    o.at(7).state(3, "X...O.... X")
    assert found(x, o) == ["game: version 3 was seen as 'X...O.... X'"]


def test_an_action_without_an_answer_may_be_in_the_record(x: Client, o: Client) -> None:
    o.answered.clear()
    x.at(7).state(3)
    assert found(x, o) == []
    assert [str(one) for one in operations([o], RECORD) if one.label == "b"] == [
        "write 2 → 3 [5.000, inf] b"
    ]


def test_the_record_says_which_action_led_where(friendly: Match, ada: Any) -> None:
    first = friendly.version
    act(game_id=friendly.id, action=Action("offer_draw", first, "offer", user=ada.pk))
    act(game_id=friendly.id, action=Action("place", first + 1, "move", 4, ada.pk))
    record = Record.of(Game.objects.get(id=friendly.id), ["offer", "move"])
    assert (record.final, record.versions) == (first + 2, {"offer": first + 1, "move": first + 2})
    positions = [record.position(first + number) for number in range(3)]
    assert positions == ["......... X", "......... X", "....X.... O"]
