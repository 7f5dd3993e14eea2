"""What a search says of its values is true: exact, at most, at least, in every position."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from games.engines import engine
from games.engines.base import Bound, Choice
from games.engines.classic.ai_player import AIPlayer
from games.engines.classic.scores import WIN_SCORE
from games.engines.classic.search import EXACT, LOWER, UPPER, Search
from games.engines.classic.tablebase import table
from games.engines.techniques import Techniques
from games.rules import ClassicBoard
from tests.engines.positions import at, exact, live

SWITCHES = ("ordering", "early", "memo")
SETTINGS = [
    ",".join([*(f"{n}={'yes' if on else 'no'}" for n, on in zip(SWITCHES, which, strict=True)), t])
    for which in product((False, True), repeat=3)
    for t in ("find=value", "find=best")
]
FEW_FREE = tuple(board for board in live() if board.ply >= 3)
SAMPLE = (*Random(11).sample([b for b in live() if b.ply < 3], 12), ClassicBoard())


def truth(board: ClassicBoard) -> dict[int, int]:
    """The true value of each move for the side to move."""
    return {move: -exact(board.make_move(move)) for move in board.available_moves()}


def check(board: ClassicBoard, choice: Choice) -> None:
    """Each value agrees with the solution as far as its bound says."""
    for cell, value in truth(board).items():
        said, known = choice.values[cell], choice.bounds[cell]
        fits = {"exact": said == value, "upper": said >= value, "lower": said <= value}
        assert fits[known.bound], (board.notation, cell, said, known, value)
        assert bool(known.reason) == (known.bound != "exact")


WHOLE = {
    "ordering=no,early=no,memo=no,find=value",
    "ordering=yes,early=yes,memo=no,find=best",
    "ordering=yes,early=no,memo=yes,find=best",
    "ordering=yes,early=yes,memo=yes,find=value",
}
"""These are tried on every position, the others on every fifth."""


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS)
def test_every_value_is_what_its_bound_says(setting: str) -> None:
    found = engine("classic", f"alphabeta:{setting}")
    few = FEW_FREE if setting in WHOLE else FEW_FREE[::5]
    for board in (*few, *SAMPLE):
        choice = found.choose(board, Random(0))
        check(board, choice)
        assert not choice.estimated
        for cell in choice.candidates:
            assert choice.bounds[cell] == Bound("exact")
            assert choice.values[cell] == exact(board)


@pytest.mark.long
def test_all_equal_moves_are_found_or_just_the_first_as_printed() -> None:
    for board in FEW_FREE[::5]:
        every = engine("classic", "alphabeta").choose(board, Random(0)).candidates
        assert every == engine("classic", "minimax").choose(board, Random(0)).candidates
        first = engine("classic", "alphabeta:ordering=no,find=value").choose(board, Random(0))
        top = exact(board)
        assert first.candidates == (min(m for m, v in truth(board).items() if v == top),)


@pytest.mark.parametrize("slug", ["minimax", "bitboard", "perfect"])
def test_engines_that_read_or_know_everything_say_exact(slug: str) -> None:
    for board in FEW_FREE[::9]:
        choice = engine("classic", slug).choose(board, Random(0))
        assert set(choice.bounds.values()) == {Bound("exact")}
        check(board, choice)


@pytest.mark.parametrize("switches", list(product((False, True), repeat=4)))
def test_a_score_in_any_window_is_what_its_bound_says(switches: tuple[bool, ...]) -> None:
    ordering, early, memo, first = switches
    used = Techniques(pruning=True, ordering=ordering, early=early, memo=memo)
    used = replace(used, find="value" if first else "best")
    for board in FEW_FREE[::7]:
        true = WIN_SCORE // 10 * exact(board) if first else table().score(board)
        for alpha, beta in ((-2000, 2000), (-1, 1), (0, 994), (-994, 0), (-1000, -990), (500, 900)):
            search = Search(used)
            own, other = (board.x, board.o) if board.to_move == "X" else (board.o, board.x)
            score = search.score(own, other, 9, alpha, beta)
            fits = {EXACT: score == true, UPPER: score >= true, LOWER: score <= true}
            assert fits[search.bound], (board.notation, alpha, beta, score, search.bound, true)
            assert search.bound == EXACT or not alpha < score < beta


def test_bounds_of_a_limited_search_speak_of_the_game_that_ends_at_its_horizon() -> None:
    for board in FEW_FREE[::11]:
        for depth in (1, 2, 3):
            plain = AIPlayer(board.to_move, False, True, depth).choose(board, Random(0))
            pruned = AIPlayer(board.to_move, True, True, depth).choose(board, Random(0))
            assert plain.estimated or not pruned.estimated
            if not pruned.estimated:
                check(board, pruned)
            for cell, value in plain.values.items():
                said, bound = pruned.values[cell], pruned.bounds[cell].bound
                assert said == value if bound == "exact" else said >= value
                assert plain.bounds[cell] == Bound("exact")
    assert AIPlayer("X", True, True, 2).choose(ClassicBoard(), Random(0)).estimated


def test_a_move_given_up_has_its_reason() -> None:
    found = engine("classic", "alphabeta:ordering=no,early=no,find=value")
    board = at("X.O.X...O X")
    bounds = found.choose(board, Random(0)).bounds
    told = {board.cell_name(cell): (known.bound, known.reason) for cell, known in bounds.items()}
    held = "cut: O already holds X to ≤"
    assert told == {
        "b1": ("exact", ""),
        "a2": ("upper", f"{held} −10 here with c2, and X has −10 with b1"),
        "c2": ("exact", ""),
        "a3": ("upper", f"{held} 0 here with a2, and X has 0 with c2"),
        "b3": ("upper", f"{held} 0 here with b1, and X has 0 with c2"),
    }


def test_of_two_wins_the_later_has_its_reason() -> None:
    board = at("XO..X.... O")
    choice = engine("classic", "alphabeta:early=no").choose(board, Random(0))
    reasons = {known.reason for known in choice.bounds.values()}
    assert any(one.endswith((", sooner", ", later")) for one in reasons), reasons
