"""Who begins an answer and does not end it is given up.

Held: refused
Says: more than 2 seconds
Seconds: 12
Memory: 100
"""

import os


def choose(position):
    os.write(1, (16_000).to_bytes(4, "big"))  # more than all that comes after it
    while True:
        pass
