"""A net that was shown half of all positions with their true results. It plays the others, too."""

import numpy as np

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER, TRUE, STEP, UNITS = {"X": "O", "O": "X"}, {}, 0.1, 64
FIRST = np.sin(np.arange(18 * UNITS) ** 2).reshape(18, UNITS)  # numbers that look drawn
SECOND = np.cos(np.arange(UNITS) ** 2) / 4


def won(board, side):
    return any(board[a] == board[b] == board[c] == side for a, b, c in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in range(9) if board[n] == "."}


def true(board, side):
    if board not in TRUE:
        TRUE[board] = won(board, "X") - won(board, "O")
        if not TRUE[board] and "." in board:
            below = [true(after, OTHER[side]) for after in moves(board, side).values()]
            TRUE[board] = (max if side == "X" else min)(below)
    return TRUE[board]


def layers(boards):
    seen = np.array([[cell == side for side in "XO" for cell in board] for board in boards], float)
    hidden = np.maximum(seen @ FIRST, 0)
    return seen, hidden, np.tanh(hidden @ SECOND)


def choose(position):
    board, side = position.split()
    values = layers(moves(board, side).values())[-1]
    return list(moves(board, side))[values.argmax() if side == "X" else values.argmin()]


true("." * 9, "X")
half = sorted(TRUE)[::2]
for lesson in range(8_000):
    some = half[lesson % 43 :: 43]
    seen, hidden, said = layers(some)
    slope = (said - [TRUE[board] for board in some]) * (1 - said**2) / len(some)
    FIRST -= STEP * seen.T @ (np.outer(slope, SECOND) * (hidden > 0))
    SECOND -= STEP * hidden.T @ slope
