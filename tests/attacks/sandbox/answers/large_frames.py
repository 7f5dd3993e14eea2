"""Who writes into the pipe of the grader takes no memory of it.

Held: refused
Says: wrote into the pipe of the grader
Seconds: 10
Memory: 100
"""

import os

os.write(1, (1 << 29).to_bytes(4, "big"))
while True:
    os.write(1, b"[" * 65_536)


def choose(position):
    return 0
