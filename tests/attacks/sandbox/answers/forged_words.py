"""Forged answers quote no more than honest ones.

Held: unproven
Seconds: 30
Memory: 100
"""

import json
import os
import sys


def send(pipe, found):
    words = "W" * 3_000
    found = {"answer": words, "changed": words, "line": 10**30, "said": {"winner": words}}
    data = json.dumps(found).encode()
    os.write(1, len(data).to_bytes(4, "big") + data)


def choose(position):
    sys.modules["games.arena.jail.inside"]._send = send
    return 0
