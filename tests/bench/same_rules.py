"""Whether Ultimate goes here as in OpenSpiel: ``python -m tests.bench.same_rules --games 1000``.

Random games are played on both boards, which must agree on every legal move and on the result. In
OpenSpiel a free choice is a move of its own: first the small board, then the cell in it.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import pyspiel

from games.rules import UltimateBoard
from games.rules.ultimate import PLACES, SMALL

GAME = pyspiel.load_game("ultimate_tic_tac_toe")


def legal(state: Any) -> list[int]:
    """The cells that can be played in OpenSpiel's ``state``."""
    if state.is_terminal():
        return []
    shown = str(state)
    if not shown.endswith("any"):
        small = int(shown.rsplit(" ", 1)[1])
        return sorted(SMALL[small][place] for place in state.legal_actions())
    within = [(small, state.child(small)) for small in state.legal_actions()]
    return sorted(SMALL[small][place] for small, one in within for place in one.legal_actions())


def play(state: Any, cell: int) -> None:
    small, place = PLACES[cell]
    if str(state).endswith("any"):
        state.apply_action(small)
    state.apply_action(place)


def compare(seed: int) -> int:
    """Play one random game on both boards; return its plies. Raises AssertionError."""
    rng, board, state = Random(seed), UltimateBoard.start(), GAME.new_initial_state()
    while moves := board.available_moves():
        assert list(moves) == legal(state), (board.notation, legal(state))
        move = rng.choice(moves)
        board = board.make_move(move)
        play(state, move)
    assert board.outcome is not None
    result = {"X": 1.0, "O": -1.0, None: 0.0}[board.outcome.winner]
    assert state.is_terminal(), board.notation
    assert state.returns() == [result, -result], board.notation
    return board.ply


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000)
    games = parser.parse_args().games
    plies = sum(map(compare, range(games)))
    print(f"{games:,} random games, {plies:,} moves: each move and result as in OpenSpiel")  # noqa: T201


if __name__ == "__main__":
    main()
