"""What you have already: X keeps the best value so far, alpha; O the lowest so far, beta."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"X": "O", "O": "X"}


def won(board, side):
    return any(all(board[cell] == side for cell in line) for line in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in range(9) if board[n] == "."}


def value(board, side):
    if won(board, OTHER[side]):
        return 10 if side == "O" else -10
    if "." not in board:
        return 0
    best = max if side == "X" else min
    return best([value(after, OTHER[side]) for after in moves(board, side).values()])


def choose(position):
    board, side = position.split()
    alpha, beta, move = -11, 11, None
    for cell, after in moves(board, side).items():
        found = value(after, OTHER[side])
        if side == "X" and found > alpha:
            alpha, move = found, cell
        if side == "O" and found < beta:
            beta, move = found, cell
    return move
