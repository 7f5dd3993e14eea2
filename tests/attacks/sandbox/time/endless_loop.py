"""A loop without end ends.

Held: refused
Says: more than 2 seconds
Seconds: 12
Memory: 100
"""

def choose(position):
    while True:
        pass
