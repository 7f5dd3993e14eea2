"""A number of ten million digits is not waited for.

Held: refused
Seconds: 14
Memory: 100
"""

def choose(position):
    return 10 ** 10 ** 9
