"""Games of DSTRU-TAC-TOE to test the rules with."""

from __future__ import annotations

from random import Random

from games.rules import DstruBoard

LONGEST_GAME = """
a4 b4 b4  a1 b2 a4  b3 a3 a3  c3 d2 c3  a2 b4 a2  c2 d1 b4  c1 d3 d1  c3 d1 c1
b4 a3 d3  b1 d3 a3  a3 d4 b4  a2 c4 a3  a4 c1 c4  c4 a3 b1  b4 b1
"""


def cells(text: str) -> list[int]:
    """The cells of ``a1``-style names."""
    return [(int(name[1]) - 1) * 4 + "abcd".index(name[0]) for name in text.split()]


def play(moves, *, exact=False):
    board = DstruBoard.start(exact=exact)
    for move in moves:
        board = board.make_move(move)
    return board


def random_game(seed, *, exact=False):
    """Every position of a game of uniformly random moves, the first and last included."""
    rng, board = Random(seed), DstruBoard.start(exact=exact)
    boards = [board]
    while not board.is_game_over():
        board = board.make_move(rng.choice(board.available_moves()))
        boards.append(board)
    return boards
