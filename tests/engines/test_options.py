"""Engines named with options."""

from __future__ import annotations

from random import Random

import pytest

from games.engines import EngineError, engine
from games.engines.minimax import AlphaBetaEngine, Techniques
from games.engines.options import configured
from games.rules import ClassicBoard


def test_a_plain_slug_is_the_registered_engine() -> None:
    assert configured("classic", "alphabeta") is engine("classic", "alphabeta")


def test_options_set_the_techniques_and_leave_the_registered_engine_alone() -> None:
    made = configured("classic", "alphabeta:depth=2,memo=yes,ordering=no")
    assert isinstance(made, AlphaBetaEngine)
    assert made.techniques == Techniques(depth=2, memo=True, ordering=False)
    registered = engine("classic", "alphabeta")
    assert isinstance(registered, AlphaBetaEngine)
    assert registered.techniques == Techniques()


def test_options_reach_the_search() -> None:
    board = ClassicBoard()
    plain = "alphabeta:pruning=no,ordering=no,early=no"
    assert configured("classic", plain).choose(board, Random(0)).nodes == 549_946
    assert configured("classic", "alphabeta:depth=1").choose(board, Random(0)).values[4] == 5
    assert configured("classic", "alphabeta:depth=none").choose(board, Random(0)).depth == 9


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nobody:depth=1", "'nobody' is no engine for classic"),
        ("minimax:depth=1", "minimax takes no options, got depth"),
        ("alphabeta:width=1", "'width' is no option of alphabeta: expected pruning,"),
        ("alphabeta:depth=0", "'depth=0' does not fit: expected a whole number of plies"),
        ("alphabeta:depth=yes", "'depth=True' does not fit"),
        ("alphabeta:memo=2", "'memo=2' does not fit: expected yes or no"),
        ("alphabeta:depth=-1", "'depth=-1' in 'alphabeta:depth=-1' sets nothing"),
        ("alphabeta:", "'' in 'alphabeta:' sets nothing"),
        ("alphabeta:depth=9999", "sets nothing"),
    ],
)
def test_what_does_not_fit_is_refused_and_quoted(text: str, expected: str) -> None:
    with pytest.raises(EngineError, match=expected):
        configured("classic", text)
