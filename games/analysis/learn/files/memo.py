"""Minimax that remembers: a board that comes up again is looked up, not searched again."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"X": "O", "O": "X"}


def won(board, side):
    return any(all(board[cell] == side for cell in line) for line in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in range(9) if board[n] == "."}


KNOWN = {}


def value(board, side):
    if board in KNOWN:
        return KNOWN[board]
    if won(board, OTHER[side]):
        return 10 if side == "O" else -10
    if "." not in board:
        return 0
    best = max if side == "X" else min
    KNOWN[board] = best([value(after, OTHER[side]) for after in moves(board, side).values()])
    return KNOWN[board]


def choose(position):
    board, side = position.split()
    values = {n: value(after, OTHER[side]) for n, after in moves(board, side).items()}
    return (max if side == "X" else min)(values, key=lambda cell: values[cell])
