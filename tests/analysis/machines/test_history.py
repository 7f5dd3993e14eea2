"""A machine of matchboxes is a value of its seed and its history."""

from __future__ import annotations

import pytest

from games.analysis.machines.history import BadHistory, machine, practised, read, with_step
from games.engines.learning.menace import boxes


def test_practice_in_pieces_makes_the_same_machine() -> None:
    whole, pieces = machine(5, ("h120",)), machine(5, ("h100", "h20"))
    assert whole.menace.beads == pieces.menace.beads
    assert whole.ways == pieces.ways
    assert len(whole.ways) == 121


def test_practice_with_the_same_opponent_is_one_step() -> None:
    assert with_step(("h100",), "h10") == ("h110",)
    assert with_step(("h100",), "p10") == ("h100", "p10")


def test_a_game_goes_on_with_the_same_beads() -> None:
    begun = machine(5, ("g",)).game
    assert begun is not None
    [cell] = begun.cells
    reply = next(one for one in range(9) if one != cell)
    after = machine(5, (f"g{reply}",)).game
    assert after is not None
    assert after.cells[:2] == (cell, reply)
    assert after.drawn[0] == begun.drawn[0]


def losing_game(seed: int) -> str:
    """A game that the new machine of ``seed`` loses, found by trying every reply."""
    tried = ["g"]
    for step in tried:
        game = machine(seed, (step,)).game
        assert game is not None
        if game.result == -1:
            return step
        if game.result is None:
            tried += [f"{step}{cell}" for cell in game.board.available_moves()]
    raise AssertionError("a new machine can be beaten")


def test_a_lost_game_takes_the_beads_out_that_were_drawn() -> None:
    lost = machine(5, (losing_game(5),))
    assert lost.results == [-1]
    assert lost.game is not None
    for at, move in lost.game.drawn:
        assert move is not None
        assert lost.menace.beads[at][move] == boxes()[at].beads - 1
        assert lost.menace.used[at] == 1
    assert lost.ways[0] == 17_985


def test_a_game_that_was_broken_off_teaches_nothing() -> None:
    assert machine(5, ("g", "y")).menace.total == 1720
    assert machine(5, ("g", "y")).results == []


def test_the_empty_first_box_can_be_filled_or_fills_itself() -> None:
    seed = next(seed for seed in range(40) if machine(seed, ("p100",)).emptied)
    gone = machine(seed, ("p100",))
    assert gone.menace.beads[0] == [0, 0, 0]
    assert gone.ways[-1] == 1
    filled = machine(seed, ("p100", "o"))
    assert filled.menace.beads[0] == [4, 4, 4]
    assert filled.emptied is None
    assert filled.ways[-1] > 1
    assert machine(seed, ("y", "p100")).emptied is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("h0", "'h0' is no step of a machine"),
        ("x5", "'x5' is no step"),
        ("g48261", "'g48261' is no step"),
        ("h5001", "5001 games are too many: expected 5000 at most"),
        ("h9999-p1", "10000 games are too many"),
        ("-".join(["g"] * 61), "61 steps are too many for a machine: expected 60"),
        ("h١", "is no step"),
    ],
)
def test_a_history_that_cannot_be_is_quoted(text: str, said: str) -> None:
    with pytest.raises(BadHistory, match=said):
        read(text)


def test_a_game_that_cannot_be_is_refused() -> None:
    begun = machine(5, ("g",)).game
    assert begun is not None
    with pytest.raises(BadHistory, match=f"cell {begun.cells[0]} is not free in"):
        machine(5, (f"g{begun.cells[0]}",))
    lost = losing_game(5)
    if len(lost) < 5:
        with pytest.raises(BadHistory, match="goes on after the game is over"):
            machine(5, (f"{lost}8",))


def test_the_machine_of_the_page_is_safe_after_351_games() -> None:
    found = machine(1961, read("h400"))
    assert found.safe_since == 351
    assert practised(("h400", "g1", "p3")) == 403
