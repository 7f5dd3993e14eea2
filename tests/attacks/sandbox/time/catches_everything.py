"""A loop that catches the end of its time ends.

Held: refused
Says: more than 2 seconds
Seconds: 12
Memory: 100
"""

def choose(position):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
