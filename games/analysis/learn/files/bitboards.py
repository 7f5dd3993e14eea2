"""A board as two numbers: bit n is cell n. A value is for the side to move: 10, 0 or -10."""

MASKS = [7, 56, 448, 73, 146, 292, 273, 84]
FULL = 511


def won(marks):
    return any(marks & mask == mask for mask in MASKS)


def value(mine, theirs):
    if won(theirs):
        return -10
    if mine | theirs == FULL:
        return 0
    free = FULL & ~(mine | theirs)
    return max([-value(theirs, mine | 1 << n) for n in range(9) if free & 1 << n])


def choose(position):
    board, side = position.split()
    marks = {"X": 0, "O": 0, ".": 0}
    for n in range(9):
        marks[board[n]] |= 1 << n
    mine, theirs = marks[side], marks["O" if side == "X" else "X"]
    values = {n: -value(theirs, mine | 1 << n) for n in range(9) if marks["."] & 1 << n}
    return max(values, key=lambda cell: values[cell])
