"""What is computed in C and looks at no clock ends.

Held: refused
Says: more than 2 seconds
Seconds: 12
Memory: 100
"""

def choose(position):
    one = other = 0
    for _ in range(60):
        one, other = [one, one], [other, other]
    return one == other
