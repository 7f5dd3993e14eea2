"""A list of shared lists, which prints to gigabytes, is cut inside.

Held: unproven
Seconds: 30
Memory: 100
"""

def choose(position):
    nested = 0
    for _ in range(60):
        nested = [nested] * 9
    return nested
