"""Puzzles, found in the solutions: their collection, the board of each day, answers to tries.

It may import the modules of ``games.analysis`` itself, ``position``, ``reasons`` and ``review``.
"""
