"""Attempts to get past the site's bounds: each file makes one, and says what is promised.

The text at the top of a file has the promise and, in a line each, what is expected:

    Held: refused | unproven | proven     what becomes of a file in ``sandbox``
    Says: …                               what its author is told, in part
    Seconds: 9                            of processor time, sandboxes included
    Memory: 250                           MB of the process that asks the sandbox

A file in ``sandbox`` is a program as strangers bring it. It raises what begins with GOT THROUGH if
it gets past a bound. One in ``site`` has a function ``attempt``, which asks the site as a stranger
would.
"""
