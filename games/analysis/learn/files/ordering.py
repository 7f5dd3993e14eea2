"""Alpha-beta that takes the cells with most lines first: the centre, corners, edges."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"X": "O", "O": "X"}
ORDER = [4, 0, 2, 6, 8, 1, 3, 5, 7]


def won(board, side):
    return any(all(board[cell] == side for cell in line) for line in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in ORDER if board[n] == "."}


def value(board, side, alpha, beta):
    if won(board, OTHER[side]):
        return (10 if side == "O" else -10), None
    if "." not in board:
        return 0, None
    best, move = (-11 if side == "X" else 11), None
    for cell, after in moves(board, side).items():
        found = value(after, OTHER[side], alpha, beta)[0]
        if side == "X" and found > best:
            best, move, alpha = found, cell, max(alpha, found)
        if side == "O" and found < best:
            best, move, beta = found, cell, min(beta, found)
        if alpha >= beta:
            break
    return best, move


def choose(position):
    return value(*position.split(), -11, 11)[1]
