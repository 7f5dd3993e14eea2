"""Minimax that remembers one board for all eight that are the same when turned or mirrored."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER, KNOWN = {"X": "O", "O": "X"}, {}


def won(board, side):
    return any(all(board[cell] == side for cell in line) for line in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in range(9) if board[n] == "."}


def first(board):
    images = [board]
    for _ in range(3):
        images.append("".join([images[-1][cell] for cell in (6, 3, 0, 7, 4, 1, 8, 5, 2)]))
    return min(images + ["".join([one[c] for c in (2, 1, 0, 5, 4, 3, 8, 7, 6)]) for one in images])


def value(board, side):
    if won(board, OTHER[side]) or "." not in board:
        return (10 if side == "O" else -10) if won(board, OTHER[side]) else 0
    if (key := first(board)) not in KNOWN:
        best = max if side == "X" else min
        KNOWN[key] = best([value(after, OTHER[side]) for after in moves(board, side).values()])
    return KNOWN[key]


def choose(position):
    board, side = position.split()
    values = {n: value(after, OTHER[side]) for n, after in moves(board, side).items()}
    return (max if side == "X" else min)(values, key=lambda cell: values[cell])
