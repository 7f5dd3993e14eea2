"""People: log-in, sign-up, guests, sessions, tokens, what staff do to accounts.

A leaf: imports none of the other apps.
"""
