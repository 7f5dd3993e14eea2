"""No file can be opened, listed, made or removed.

Held: unproven
Seconds: 60
Memory: 100
"""

import os

PATHS = ("/", "/etc/passwd", "/proc/self/environ", "/proc/1/environ", "/dev/null", "/tmp", ".")

through = []
for path in PATHS:
    for name in ("listdir", "stat", "remove", "mkdir", "readlink", "chdir", "scandir"):
        try:
            getattr(os, name)(path)
            through.append((name, path))
        except OSError:
            pass
    for mode in ("r", "w", "a", "x", "rb"):
        try:
            open(path, mode)
            through.append((mode, path))
        except OSError:
            pass
if through:
    raise ValueError(f"GOT THROUGH: {through}")


def choose(position):
    return position.index(".")
