"""The text of an exception has an end.

Held: refused
Says: ValueError: AAA
Seconds: 10
Memory: 100
"""

raise ValueError("A" * 5_000_000)


def choose(position):
    return 0
