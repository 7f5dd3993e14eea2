"""The analysis board: one position and all that is known of it, by the solution and by engines.

It may import the modules of ``games.analysis`` itself, ``reasons``, ``review`` and what
``player`` and ``tree`` offer for a position.
"""
