"""Files that play Ultimate, well or not."""

RULES = """
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def cells(small):
    return [(small // 3 * 3 + at // 3, small % 3 * 3 + at % 3) for at in range(9)]

def is_open(board, small):
    marks = [board[row][column] for row, column in cells(small)]
    return 0 in marks and not any(abs(sum(marks[at] for at in row)) == 3 for row in ROWS)

def legal(board, forced):
    smalls = [forced] if forced is not None else [one for one in range(9) if is_open(board, one)]
    return [(r, c) for one in smalls for r, c in cells(one) if not board[r][c]]
"""

FIRST_FREE = (
    RULES
    + """
def get_move(board, forced):
    return legal(board, forced)[0]
"""
)

TAKES_BOARDS = (
    RULES
    + """
def get_move(board, forced):
    side = 1 if sum(map(sum, board)) == 0 else -1
    for row, column in legal(board, forced):
        small = row // 3 * 3 + column // 3
        board[row][column] = side
        won = not is_open(board, small)
        board[row][column] = 0
        if won:
            return row, column
    return legal(board, forced)[0]
"""
)

BY_NAME = (
    RULES
    + """
def choose(position):
    marks, seat, sent, *_ = position.split(" ")
    board = [[" OX".find(mark) for mark in marks[at:at + 9]] for at in range(0, 81, 9)]
    board = [[0 if mark < 0 else mark * 2 - 3 for mark in row] for row in board]
    row, column = legal(board, None if sent == "-" else int(sent) - 1)[-1]
    return "abcdefghi"[column] + str(row + 1)
"""
)

CLASS = (
    RULES
    + """
class Player:
    def __init__(self, side):
        self.side = side

    def get_move(self, board, forced):
        return legal(board, forced)[-1]
"""
)

WRONG_BOARD = """
def get_move(board, forced):
    return next((r, c) for r in range(9) for c in range(9) if not board[r][c])
"""
