"""Code that does not stand in the file does not run.

Held: refused
Says: uses exec, which is refused
Seconds: 8
Memory: 100
"""

x = exec("import os")


def choose(position):
    return 0
