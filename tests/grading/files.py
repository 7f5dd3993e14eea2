"""Files as students write them: right ones, wrong ones, and some that mean harm."""

from __future__ import annotations

CS50 = '''"""
Tic Tac Toe Player
"""

import copy
import math

X = "X"
O = "O"
EMPTY = None


class InvalidMove(Exception):
    pass


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    x = sum(row.count(X) for row in board)
    o = sum(row.count(O) for row in board)
    return X if x == o else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise InvalidMove(f"{action} is taken")
    after = copy.deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board):
    lines = [*board, *([row[i] for row in board] for i in range(3))]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or all(cell is not EMPTY for row in board for cell in row)


def utility(board):
    won = winner(board)
    return 1 if won == X else -1 if won == O else 0


def max_value(board):
    if terminal(board):
        return utility(board)
    return max(min_value(result(board, action)) for action in actions(board))


def min_value(board):
    if terminal(board):
        return utility(board)
    return min(max_value(result(board, action)) for action in actions(board))


def minimax(board):
    if terminal(board):
        return None
    best = None
    if player(board) == X:
        value = -math.inf
        for action in actions(board):
            found = min_value(result(board, action))
            if found > value:
                value, best = found, action
    else:
        value = math.inf
        for action in actions(board):
            found = max_value(result(board, action))
            if found < value:
                value, best = found, action
    return best


if __name__ == "__main__":
    import pygame
'''

QUICK = (
    CS50[: CS50.index("def max_value")]
    + """
def minimax(board):
    return sorted(actions(board))[0]
"""
)
"""The same functions without the search."""

NO_UTILITY_FOR_O = QUICK.replace("else -1 if won == O else 0", "else 0")

FIRST_FREE = """
def get_move(board):
    for row in range(3):
        for column in range(3):
            if board[row][column] == 0:
                return row, column
"""

CLASSES = """
class Board:
    def __init__(self):
        self.board = [[0] * 3 for _ in range(3)]
        self.current_player = 1

    def make_move(self, row, col):
        self.board[row][col] = self.current_player
        self.current_player = -self.current_player


class AIPlayer:
    def __init__(self, player):
        self.player = player

    def get_move(self, board):
        assert board.current_player == self.player
        free = [(r, c) for r in range(3) for c in range(3) if board.board[r][c] == 0]
        return free[-1]
"""

CHANCE = """
import random

def choose(position):
    free = [cell for cell, mark in enumerate(position.split()[0]) if mark == "."]
    return random.choice(free)
"""

DSTRU = """
def choose(position):
    return position.index("." if position[17] != "D" else "T")
"""


def choosing(body: str) -> bytes:
    """A file whose ``choose`` takes the first free cell after doing ``body``."""
    return f'def choose(position):\n    {body}\n    return position.index(".")\n'.encode()
