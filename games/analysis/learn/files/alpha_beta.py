"""A branch is cut: limit is what the side that moved before has already, from another move."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"X": "O", "O": "X"}


def won(board, side):
    return any(all(board[cell] == side for cell in line) for line in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in range(9) if board[n] == "."}


def value(board, side, limit):
    if won(board, OTHER[side]):
        return (10 if side == "O" else -10), None
    if "." not in board:
        return 0, None
    best, move = (-11 if side == "X" else 11), None
    for cell, after in moves(board, side).items():
        found = value(after, OTHER[side], best)[0]
        if side == "X" and found > best:
            best, move = found, cell
        if side == "O" and found < best:
            best, move = found, cell
        if (side == "X" and best >= limit) or (side == "O" and best <= limit):
            break
    return best, move


def choose(position):
    board, side = position.split()
    return value(board, side, 11 if side == "X" else -11)[1]
