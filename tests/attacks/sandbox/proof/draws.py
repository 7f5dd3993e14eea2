"""A file that draws is never proven, however well it plays.

Held: unproven
Says: It draws some of its moves
Seconds: 90
Memory: 100
With: a right minimax
"""

import random


def choose(position):
    moves = best(position)
    return random.choice(moves)
