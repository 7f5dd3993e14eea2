"""Boxes of beads: three more of a colour for a win, one for a draw, one less for a loss."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER, BOXES, seed = {"X": "O", "O": "X"}, {}, 1
WON, DRAWN, LOST = 3, 1, -1


def drawn(below):
    global seed  # numbers that look drawn, and are the same each time
    seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
    return (seed >> 12) % below


def won(board, side):
    return any(board[a] == board[b] == board[c] == side for a, b, c in LINES)


def box(board):
    first = 1 + board.count(".") // 3  # fewer beads for later moves
    return BOXES.setdefault(board, {n: first for n in range(9) if board[n] == "."})


def bead(board):
    left = drawn(sum(box(board).values()))
    for cell, count in box(board).items():
        if left < count:
            return cell
        left -= count
    raise AssertionError("a bead lies in one of the colours")


def choose(position):
    beads = box(position.split()[0])
    return max(beads, key=lambda cell: beads[cell])


for _ in range(20_000):
    board, side, opened = "." * 9, "X", []
    while "." in board and not won(board, OTHER[side]):
        cell = bead(board)
        opened.append((side, board, cell))
        board, side = board[:cell] + side + board[cell + 1 :], OTHER[side]
    for player, one, cell in opened:
        gift = WON if won(board, player) else LOST if won(board, OTHER[player]) else DRAWN
        BOXES[one][cell] = max(1, BOXES[one][cell] + gift)
