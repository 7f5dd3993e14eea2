"""A table that learns from games in which it plays what looks best, and now and then any move."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER, VALUES, STEP, EXPLORES, seed = {"X": "O", "O": "X"}, {}, 0.5, 30, 1


def drawn(below):
    global seed  # numbers that look drawn, and are the same each time
    seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
    return (seed >> 12) % below


def won(board, side):
    return any(board[a] == board[b] == board[c] == side for a, b, c in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in range(9) if board[n] == "."}


def value(board):
    if board not in VALUES:
        VALUES[board] = won(board, "X") - won(board, "O")
    return VALUES[board]


def best(board, side):
    values = {n: value(after) for n, after in moves(board, side).items()}
    top = (max if side == "X" else min)(values.values())
    return [n for n in values if values[n] == top]


def choose(position):
    return best(*position.split())[0]


for _ in range(30_000):
    board, side = "." * 9, "X"
    while "." in board and not won(board, OTHER[side]):
        after, good = moves(board, side), best(board, side)
        VALUES[board] = value(board) + STEP * (value(after[good[0]]) - value(board))
        cells = list(after) if drawn(100) < EXPLORES else good
        board, side = after[cells[drawn(len(cells))]], OTHER[side]
