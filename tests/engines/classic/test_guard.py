"""The guard around the linear engine: what it refuses and why."""

from __future__ import annotations

import ast
import inspect
from random import Random

import numpy as np
import pytest

from games.engines import engine
from games.engines.classic import guard
from games.engines.classic.bitboards import FREE, WON, sides
from games.engines.classic.guard import allowed, judge
from games.engines.classic.linear import state
from games.rules import ClassicBoard
from tests.engines.positions import at, holding, live

GUARDED = engine("classic", "linear-guarded")
LINEAR = engine("classic", "linear")


def open_wins(own: int, other: int) -> int:
    return sum(WON[own | bit] for bit in FREE[own | other])


def by_hand(board: ClassicBoard, move: int) -> tuple[bool, bool, bool]:
    """(wins, loses at once, can be forked) after ``move``, from bits instead of matrices."""
    own, other = sides(board)
    own |= 1 << move
    free = FREE[own | other]
    threats = [bit for bit in free if WON[own | bit]]
    forked = any(
        open_wins(other | bit, own) >= 2 and not open_wins(own, other | bit)
        for bit in threats or free
    )
    return bool(WON[own]), open_wins(other, own) > 0, forked


def test_its_verdict_on_every_move_is_what_the_bits_say() -> None:
    verdict = judge(np.concatenate([state(board) for board in live()]))
    for i, board in enumerate(live()):
        for move in board.available_moves():
            wins, loses, forked = by_hand(board, move)
            assert verdict.wins[i, move] == wins, (board.notation, move)
            assert verdict.loses[i, move] == loses, (board.notation, move)
            if not wins and not loses:
                assert verdict.forked[i, move] == forked, (board.notation, move)


def test_it_lets_only_free_cells_through_and_always_one() -> None:
    boards = np.concatenate([state(board) for board in live()])
    cells = allowed(boards)
    assert cells.any(axis=1).all()
    assert not (cells & (boards != 0)).any()


def test_the_two_corner_trap_is_seen() -> None:
    choice = GUARDED.choose(at("X...O...X O"), Random(0))
    assert set(choice.candidates) == {1, 3, 5, 7} == holding(at("X...O...X O"))
    assert choice.view["refused"] == {
        "opponent wins at once": [],
        "opponent gets two threats": [2, 6],
    }


def test_where_every_move_loses_it_still_prefers_not_to_lose_at_once() -> None:
    board = at("X.O.X...O X")
    assert GUARDED.choose(board, Random(0)).candidates == (5,)


@pytest.mark.parametrize("notation", ["......... X", "X........ O", "....X.... O", "X...O.... X"])
def test_where_nothing_is_refused_it_plays_like_linear(notation: str) -> None:
    guarded, plain = (e.choose(at(notation), Random(0)) for e in (GUARDED, LINEAR))
    assert guarded.values == plain.values
    assert set(guarded.candidates) == set(plain.candidates)
    assert not any(guarded.view["refused"].values())


def test_the_guard_never_calls_itself_and_asks_no_search() -> None:
    tree = ast.parse(inspect.getsource(guard))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        called = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
        assert function.name not in called
    imported = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {m for m in imported if m and m.startswith("games")} == {
        "games.engines.classic.linear",
        "games.engines.view",  # types only
    }
