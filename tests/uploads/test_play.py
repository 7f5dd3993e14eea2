"""Programs at the board, one move at a time, as the worker plays them."""

from __future__ import annotations

from games.grading import play
from tests.grading import files


def test_students_minimax_plays_from_the_empty_board_in_time() -> None:
    """Unpruned it reads half a million positions: its functions remember their answers."""
    start = "......... X"
    cell, seconds = play.move("cs50", files.CS50.encode(), "classic", start, True)
    try:
        assert 0 <= cell < 9
        assert seconds < play.SECONDS
        assert play.move("cs50", files.CS50.encode(), "classic", "X...O.... X", True)[0] in range(9)
    finally:
        play._drop(("cs50", "classic"))


def test_programs_stay_loaded_a_few_at_a_time() -> None:
    source = "SEEN = [0]\n\ndef choose(position):\n    SEEN[0] += 1\n    return SEEN[0] - 1\n"
    for number in range(play.LOADED + 1):
        assert play.move(str(number), source.encode(), "classic", "......... X", False)[0] == 0
    assert len(play._players) == play.LOADED
    assert play.move("1", source.encode(), "classic", "......... X", False)[0] == 1
    assert play.move("0", source.encode(), "classic", "......... X", False)[0] == 0
    for key in list(play._players):
        play._drop(key)
