"""A list that doubles ends at the limit of memory.

Held: refused
Says: 64 MB
Seconds: 12
Memory: 100
"""

def choose(position):
    x = [0]
    while True:
        x = x + x
