"""A table of values that learns from games with itself before it is asked for a move."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER, VALUES, STEP, chance = {"X": "O", "O": "X"}, {}, 0.5, 1


def won(board, side):
    return any(board[a] == board[b] == board[c] == side for a, b, c in LINES)


def moves(board, side):
    return {n: board[:n] + side + board[n + 1 :] for n in range(9) if board[n] == "."}


def value(board):
    if board not in VALUES:
        VALUES[board] = won(board, "X") - won(board, "O")
    return VALUES[board]


def choose(position):
    board, side = position.split()
    values = {n: value(after) for n, after in moves(board, side).items()}
    return (max if side == "X" else min)(values, key=lambda cell: values[cell])


for _ in range(16_000):
    board, side = "." * 9, "X"
    while "." in board and not won(board, OTHER[side]):
        best = moves(board, side)[choose(f"{board} {side}")]
        VALUES[board] = value(board) + STEP * (value(best) - value(board))
        chance = chance * 1103515245 + 12345 & 0x7FFFFFFF  # numbers that look drawn
        after = list(moves(board, side).values())
        board, side = after[(chance >> 12) % len(after)], OTHER[side]
