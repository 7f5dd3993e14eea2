"""What a snapshot says most waits for each seat."""

from __future__ import annotations

from typing import Any

import pytest

from games.match import Clock, Match, Seat
from games.presenters import snapshot
from games.presenters.signals import leaving_costs, signal
from games.rules import ClassicBoard, Outcome
from tests.presenters.test_snapshots import ADA, GRACE, NOBODY, T0, played

WON = Outcome("X", "line", (0, 1, 2))


def told(match: Match, viewer: int | None) -> tuple[str, str] | None:
    found: Any = snapshot(match, viewer, T0)["signal"]
    return found and (found["kind"], found["text"])


def test_only_the_seat_to_act_is_told_of_its_turn() -> None:
    match = played(ClassicBoard, 4, 0)
    assert told(match, ADA) == ("turn", "Your move")
    assert told(match, GRACE) is None
    assert told(match, NOBODY) is None


def test_a_game_that_begins_is_told_to_both_sides() -> None:
    match = played(ClassicBoard)
    assert told(match, ADA) == ("begun", "Your game with grace begins: your move")
    assert told(match, GRACE) == ("begun", "Your game with ada begins")


def test_a_game_against_an_engine_just_says_whose_turn_it_is() -> None:
    seats = (Seat("X", "person", ADA, "ada"), Seat("O", "engine", engine="random"))
    match = played(ClassicBoard, kind="engine", seats=seats)
    assert told(match, ADA) == ("turn", "Your move")


def test_a_draw_is_told_to_whom_it_is_offered_before_the_turn() -> None:
    match = played(ClassicBoard, 4, 0, draw_offer="O")
    assert told(match, ADA) == ("draw", "grace offers a draw")
    assert told(match, GRACE) is None


@pytest.mark.parametrize(
    ("viewer", "text"), [(ADA, "You win"), (GRACE, "You lose"), (NOBODY, "ada (X) wins")]
)
def test_the_end_is_told_to_everybody(viewer: int | None, text: str) -> None:
    match = played(ClassicBoard, status="finished", outcome=WON)
    assert told(match, viewer) == ("over", text)


def test_a_rematch_is_told_to_who_is_asked() -> None:
    match = played(ClassicBoard, status="finished", outcome=WON, rematch_offer="X")
    assert told(match, GRACE) == ("rematch", "ada wants a rematch")
    assert told(match, ADA) == ("over", "You win")
    assert told(match, NOBODY) == ("over", "ada (X) wins")


@pytest.mark.parametrize("fields", [{"kind": "local"}, {"status": "open"}])
def test_at_one_screen_and_before_the_beginning_nothing_is_told(fields: dict[str, Any]) -> None:
    assert signal(played(ClassicBoard, **fields), "X") is None


def test_leaving_costs_where_a_clock_runs_or_somebody_waits() -> None:
    engine = (Seat("X", "person", ADA, "ada"), Seat("O", "engine", engine="random"))
    clock = Clock(60_000, 0, {"X": 60_000, "O": 60_000}, since=T0)
    people = played(ClassicBoard, 4)
    assert leaving_costs(people, "X")
    assert leaving_costs(played(ClassicBoard, kind="engine", seats=engine, clock=clock), "X")
    assert not leaving_costs(played(ClassicBoard, kind="engine", seats=engine), "X")
    assert not leaving_costs(people, None)
    assert not leaving_costs(played(ClassicBoard, status="finished", outcome=WON), "X")
    assert not leaving_costs(played(ClassicBoard, kind="local", clock=clock), "X")
