"""What a program answers is short before it leaves the sandbox.

Held: unproven
Seconds: 20
Memory: 100
"""

def choose(position):
    return 'a' * 100_000
