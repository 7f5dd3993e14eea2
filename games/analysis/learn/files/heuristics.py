"""Where the search stops it guesses: points for each line, as X sees them, and for the centre."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"X": "O", "O": "X"}
POINTS = {(2, 0): 5, (1, 0): 1, (0, 2): -4}


def won(board, side):
    return any(all(board[cell] == side for cell in line) for line in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in range(9) if board[n] == "."}


def guess(board):
    lines = [[board[cell] for cell in line] for line in LINES]
    points = [POINTS.get((line.count("X"), line.count("O")), 0) for line in lines]
    return sum(points) + (1 if board[4] == "X" else 0)


def value(board, side, depth):
    if won(board, OTHER[side]):
        return 100 if side == "O" else -100
    if "." not in board or depth == 0:
        return guess(board)
    best = max if side == "X" else min
    return best([value(after, OTHER[side], depth - 1) for after in moves(board, side).values()])


def choose(position, depth=2):
    board, side = position.split()
    values = {n: value(b, OTHER[side], depth - 1) for n, b in moves(board, side).items()}
    return (max if side == "X" else min)(values, key=lambda cell: values[cell])
