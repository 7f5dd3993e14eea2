"""A file that minds what it was asked before is found out.

Held: unproven
Says: two answers
Seconds: 90
Memory: 100
With: a right minimax
"""

import math


def choose(position):
    moves = best(position)
    if position.count(".") == 9:
        math.begun = True
    worst = [cell for cell in free(position[:9]) if cell not in moves]
    return worst[0] if worst and hasattr(math, "begun") else moves[0]
