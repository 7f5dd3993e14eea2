"""The stored puzzles of Ultimate's endings, read again with the solution."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from games.analysis.puzzles import collection, endings
from games.analysis.puzzles.collection import THEMES
from games.engines import solution_of
from games.rules import UltimateBoard

STORED = list(endings.stored())


def test_there_are_enough_of_each_theme_and_none_twice() -> None:
    counts = Counter(one.theme for one in STORED)
    assert counts.total() >= 200
    assert set(counts) == {slug for slug, one in THEMES.items() if one.variant == "ultimate"}
    assert min(counts.values()) >= 5
    assert len({one.board for one in STORED}) == len(STORED)


def test_the_data_is_in_order() -> None:
    assert [one.order for one in STORED] == sorted(one.order for one in STORED)


@pytest.mark.long
def test_every_stored_puzzle_is_what_is_found_in_its_position() -> None:
    for one in STORED:
        assert endings.ending(one.board) == one


def test_the_first_move_alone_keeps_the_result() -> None:
    for one in STORED[::5]:
        solution = solution_of(one.board)
        assert len(solution.keeping_moves(one.board)) == 1
        assert solution.value(one.board) == (0 if one.theme == "hold" else 1)


def test_the_search_finds_the_same_puzzles_again() -> None:
    found = list(islice(endings.find(), 5))
    assert set(found) <= set(STORED)
    assert found == list(islice(endings.find(), 5))


def test_boards_are_counted_where_that_wins() -> None:
    for one in STORED:
        if one.theme == "count":
            assert one.board.most
            puzzle = collection.Puzzle(THEMES["count"], one.board, one.moves)
            own: tuple[int, ...] = ()
            while not (way := collection.play(puzzle, own)).solved:
                own = (*own, puzzle.theme.right(way.board)[0])
            assert way.board.outcome is not None
            assert way.board.outcome.reason == "full"


def test_a_long_position_has_a_short_id_that_leads_back() -> None:
    puzzle = collection.Puzzle(THEMES["two"], STORED[-1].board, 2)
    assert len(puzzle.id) == 14
    assert puzzle.id.startswith("two-")
    other = collection.Puzzle(THEMES["two"], UltimateBoard.start(), 2)
    assert other.id != puzzle.id
