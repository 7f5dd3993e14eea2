"""A file that draws is never proven, however well it plays.

Held: unproven
Says: It draws some of its moves
Seconds: 90
Memory: 100
"""

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


import random


def choose(position):
    moves = best(position)
    return random.choice(moves)
