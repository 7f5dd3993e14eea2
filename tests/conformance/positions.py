"""Positions of any game, by random play that always goes the same way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.rules import Board


def walks(game: type[Board], seeds: int = 12) -> Iterator[Board]:
    """Every position of some random games, in each reading of the rules."""
    for exact in {False, game.OPTION is not None}:
        for seed in range(seeds):
            yield from walk(game.start(exact=exact), Random(seed))


def walk(board: Board, rng: Random) -> Iterator[Board]:
    """``board`` and what follows to the end of the game; the end comes late where it can."""
    yield board
    while not board.is_game_over():
        after = [board.make_move(cell) for cell in board.available_moves()]
        board = rng.choice([one for one in after if not one.is_game_over()] or after)
        yield board


def small(game: type[Board], most: int = 400) -> list[Board]:
    """Live positions with few continuations, so that even a search of all of them is short."""
    return [
        board for board in walks(game) if not board.is_game_over() and leads_to(board, most) < most
    ]


def leads_to(board: Board, most: int) -> int:
    """How many positions follow, each as often as it can be reached; counted up to ``most``."""
    count = 0
    for cell in board.available_moves():
        count += 1 + leads_to(board.make_move(cell), most - count)
        if count >= most:
            break
    return count
