"""Files whose play is another one than it looks: by order, by chance, by what they keep."""

from __future__ import annotations

from tests.grading.files import CS50, QUICK

TABLE = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(board):
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return board[a]
    return ""


def value(board, side):
    if won(board):
        return -1
    if "." not in board:
        return 0
    other = "O" if side == "X" else "X"
    return max(-value(after(board, cell, side), other) for cell in free(board))


def free(board):
    return [cell for cell in range(9) if board[cell] == "."]


def after(board, cell, side):
    return board[:cell] + side + board[cell + 1:]


def best(position):
    board, side = position.split()
    other = "O" if side == "X" else "X"
    values = {cell: -value(after(board, cell, side), other) for cell in free(board)}
    return [cell for cell in values if values[cell] == max(values.values())]
"""
"""A right minimax; each file below adds its own ``choose``."""

RIGHT = TABLE + "\n\ndef choose(position):\n    return best(position)[0]\n"

SHALLOW = (
    CS50[: CS50.index("def max_value")]
    + """
def search(board, depth):
    if terminal(board):
        return utility(board)
    if depth == 0:
        return 0
    values = [search(result(board, action), depth - 1) for action in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    if board[1][1] is EMPTY:
        return 1, 1
    best, found = None, None
    for action in actions(board):
        value = search(result(board, action), DEPTH - 1)
        if player(board) == O:
            value = -value
        if best is None or value > found:
            best, found = action, value
    return best
"""
)
"""Minimax with a depth limit that prefers the centre: of equal moves the first of a set."""

CHOOSES = TABLE + "\n\nimport random\n\n\ndef choose(position):\n    moves = best(position)\n"

BY_CHOICE = CHOOSES + "    return random.choice(moves)\n"
BY_SHUFFLE = CHOOSES + "    random.shuffle(moves)\n    return moves[0]\n"
BY_FRACTION = CHOOSES + "    return moves[int(random.random() * len(moves))]\n"

RARELY_WRONG = (
    TABLE
    + """

from random import randrange


def choose(position):
    if position == "X........ O" and randrange(50) == 7:
        return 1
    return best(position)[0]
"""
)
"""One answer of fifty loses: what a few samples do not find."""

BY_TEXTS = (
    TABLE
    + """

NAMES = {cell: "abc"[cell % 3] + "123"[cell // 3] for cell in range(9)}


def choose(position):
    names = {NAMES[cell] for cell in best(position)}
    for name in names:
        return name
"""
)
"""All its moves are right, and which one it takes depends on the hashes of texts."""

COUNTS = (
    TABLE
    + """

asked = 0


def choose(position):
    global asked
    asked += 1
    return best(position)[0]
"""
)
"""It counts its moves, so what it plays could depend on them."""

COUNTS_GAMES = (
    TABLE
    + """

games = 0


def choose(position):
    global games
    if position == "......... X":
        games += 1
    return best(position)[0]
"""
)
"""What it keeps changes in one position only."""

COUNTS_INSIDE = (
    TABLE
    + """

def counting():
    asked = 0

    def choose(position):
        nonlocal asked
        asked += 1
        return best(position)[0]

    return choose


play = counting()


def choose(position):
    return play(position)
"""
)

TURNS = (
    TABLE
    + """

import itertools

turns = itertools.cycle([0, 0, 0])


def choose(position):
    return best(position)[next(turns)]
"""
)

CACHED = (
    TABLE
    + """

known = {}


def choose(position):
    if position not in known:
        known[position] = best(position)[0]
    return known[position]
"""
)

CLOCK = (
    TABLE
    + """

import time


def choose(position):
    began = time.perf_counter()
    move = best(position)[0]
    print(f"{time.perf_counter() - began:.3f} s")
    return move
"""
)

ALIASED = CS50.replace(
    "[[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]", "[[EMPTY] * 3] * 3"
)

ANSWERS_VALUE = QUICK.replace("return sorted(actions(board))[0]", "return utility(board)")
SWAPPED = QUICK.replace(
    "return sorted(actions(board))[0]", "row, column = min(actions(board))\n    return column, row"
)
LISTS = CS50.replace(
    "return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}",
    "return [(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY]",
)

BEGINS_A_GAME = (
    TABLE
    + """

import math


def choose(position):
    moves = best(position)
    if position.count(".") == 9:
        math.begun = True
    worst = [cell for cell in free(position[:9]) if cell not in moves]
    return worst[0] if worst and hasattr(math, "begun") else moves[0]
"""
)
"""It errs once it was asked for the first move of a game, which is hidden where nobody looks."""

HIDES_A_COUNT = (
    TABLE
    + """

import math

math.asked = 0


def choose(position):
    math.asked += 1
    return best(position)[0 if math.asked < 50_000 else -1]
"""
)
"""It would err after more questions than any grader asks."""

CACHED_BY_PYTHON = (
    TABLE.replace(
        "def value(", "from functools import lru_cache\n\n\n@lru_cache(maxsize=None)\ndef value("
    )
    + "\n\ndef choose(position):\n    return best(position)[0]\n"
)
