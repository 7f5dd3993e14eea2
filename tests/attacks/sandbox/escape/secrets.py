"""Nothing of the environment or the command line is in reach.

Held: unproven
Seconds: 60
Memory: 100
"""

import os
import sys

known = set(os.environ) - {"PYTHONHASHSEED", "OPENBLAS_NUM_THREADS", "LC_CTYPE"}
if known:
    raise ValueError(f"GOT THROUGH: {known}")
for number in range(3, 64):
    try:
        os.read(number, 1)
        raise ValueError(f"GOT THROUGH: descriptor {number}")
    except OSError:
        pass


def choose(position):
    return position.index(".")
