"""A table that practises with a master who errs now and then. With ERRS = 0 it meets too little."""

from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER, VALUES, STEP, ERRS, seed = {"X": "O", "O": "X"}, {}, 0.5, 50, 1


def drawn(below):
    global seed  # numbers that look drawn, and are the same each time
    seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
    return (seed >> 12) % below


def won(board, side):
    return any(board[a] == board[b] == board[c] == side for a, b, c in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in range(9) if board[n] == "."}


def learned(board, side):
    return VALUES.get(board, won(board, "X") - won(board, "O"))


@cache
def true(board, side):
    if won(board, OTHER[side]) or "." not in board:
        return won(board, "X") - won(board, "O")
    return true(moves(board, side)[best(board, side, true)[0]], OTHER[side])


def best(board, side, value):
    values = {n: value(after, OTHER[side]) for n, after in moves(board, side).items()}
    top = (max if side == "X" else min)(values.values())
    return [n for n in values if values[n] == top]


def choose(position):
    return best(*position.split(), learned)[0]


for game in range(8_000):
    board, side = "." * 9, "X"
    while "." in board and not won(board, OTHER[side]):
        after, good = moves(board, side), best(board, side, learned)
        VALUES[board] = learned(board, side) + STEP * (
            learned(after[good[0]], OTHER[side]) - learned(board, side)
        )
        if side == "XO"[game % 2]:  # the master's move
            good = list(after) if drawn(100) < ERRS else best(board, side, true)
        board, side = after[good[drawn(len(good))]], OTHER[side]
