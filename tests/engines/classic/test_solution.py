"""The solution of 3×3 in figures, each computed and each known."""

from __future__ import annotations

import pytest

from games.engines import EngineError, solution_of, solve
from games.engines.classic.symmetry import SYMMETRIES, canonical, images
from games.rules import ClassicBoard, RulesError
from games.rules.classic import MASKS
from tests.engines.positions import at, exact, reachable


def test_the_solution_is_the_known_one() -> None:
    answer = solve("classic")
    seconds = answer.pop("seconds")
    assert seconds > 0
    assert answer == {
        "variant": "classic",
        "value": 0,
        "value_for": "X",
        "positions": 5_478,
        "final": 958,
        "classes": 765,
        "final_classes": 138,
        "games": 255_168,
        "wins": {"X": 131_184, "O": 77_904},
        "draws": 46_080,
        "openings": {str(cell): 0 for cell in range(9)},
    }


def test_progress_is_told_to_its_end() -> None:
    told: list[tuple[int, int]] = []
    solve("classic", progress=lambda done, of_all: told.append((done, of_all)))
    assert told == sorted(told)
    assert told[-1] == (5_478, 5_478)


def test_what_classic_does_not_have_is_refused() -> None:
    with pytest.raises(RulesError, match="no 'exact' rule"):
        solve("classic", exact=True)
    with pytest.raises(EngineError, match="nothing to save"):
        solve("classic", save=True)
    with pytest.raises(EngineError, match="'chess' is not solved: expected one of classic"):
        solve("chess")


def test_the_value_of_every_position_is_formula_1() -> None:
    for board in reachable():
        assert solution_of(board).value(board) == exact(board)


def test_there_are_eight_symmetries_and_they_keep_the_lines() -> None:
    assert len(SYMMETRIES) == len(set(SYMMETRIES)) == 8
    for which in range(8):
        assert {images(mask)[which] for mask in MASKS} == set(MASKS)


def test_a_class_has_one_value_and_one_representative() -> None:
    for board in reachable()[::7]:
        pairs = zip(images(board.x), images(board.o), strict=True)
        alike = {ClassicBoard(*pair) for pair in pairs}
        assert {canonical(other) for other in alike} == {canonical(board)}
        assert {exact(other) for other in alike} == {exact(board)}
    assert canonical(at("X........ O")) == canonical(at("........X O"))
    assert canonical(at("X........ O")) != canonical(at(".X....... O"))
